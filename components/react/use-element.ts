import {
  createElement,
  type ReactElement,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'

import { register } from '../register.js'
import { toAttribute } from '../wallet-embed/parameters.js'

type Values = Record<string, unknown>

/** On a server there is no layout, and React 18 complains of an effect that waits for one. */
const useDrawn = globalThis.document ? useLayoutEffect : useEffect

export interface ElementKind<E extends HTMLElement> {
  tag: string
  elementClass: new () => E
  /** Properties that have an attribute: a server writes them, too. */
  attributes: readonly string[]
  /** All properties. */
  properties: readonly string[]
  /** Names of events by that of React's property. */
  events: Readonly<Record<string, string>>
  onMount?(element: E): () => void
}

/**
 * Draws a custom element. React leaves the objects away that a server cannot write, also when it takes over what the
 * server wrote; so they are set here, before the element begins.
 */
export function useElement<E extends HTMLElement>(
  kind: ElementKind<E>,
  props: object,
  ref: Ref<E> | undefined,
): ReactElement {
  const element = useRef<E>(null)
  const latest = useRef<Values>({})
  const held = useRef<Values>({})

  useDrawn(() => {
    latest.current = props as Values
    const target = element.current as (E & Values) | null
    if (!target) return
    for (const name of kind.properties) {
      const value = (props as Values)[name]
      if (isSame(value, held.current[name])) continue
      held.current[name] = value
      // Scalars are attributes, which React keeps. No attribute can say no where yes is the default.
      if (!isScalar(value)) Object.assign(target, { [name]: value })
    }
  })

  useDrawn(() => {
    const target = element.current
    if (!target) return undefined
    const stops = Object.entries(kind.events).map(([name, type]) => {
      const hear = (event: Event) =>
        (latest.current[name] as ((event: Event) => void) | undefined)?.(event)
      target.addEventListener(type, hear)
      return () => target.removeEventListener(type, hear)
    })
    // Not before its properties are there.
    register(kind.tag, kind.elementClass)
    customElements.upgrade(target)
    const leave = kind.onMount?.(target)
    return () => {
      leave?.()
      // What it still says as it goes is for the page.
      setTimeout(() => {
        for (const stop of stops) stop()
      })
    }
  }, [kind])
  // Apart from the above: a component may give a new function each time it is drawn, and the wallet stays the first.
  useImperativeHandle(ref, () => element.current as E, [])

  const drawn = Object.entries(props as Values).flatMap(([name, value]): [string, unknown][] => {
    if (name in kind.events) return []
    if (!kind.properties.includes(name)) return [[name, value]]
    // React 19 sets a property of that name, if there is one: to that, `''` is no.
    return kind.attributes.includes(name) && isScalar(value)
      ? [[toAttribute(name), value === true || `${value}`]]
      : []
  })
  return createElement(kind.tag, { ...Object.fromEntries(drawn), ref: element })
}

/** Whether an attribute says it. `false` has none. */
const isScalar = (value: unknown): boolean =>
  typeof value !== 'object' && value !== undefined && value !== false

/** Objects that a component makes anew each time it is drawn say the same: what did not change is not set again. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (isPlain(a) && isPlain(b) && JSON.stringify(a) === JSON.stringify(b))
}

const isPlain = (value: unknown): boolean =>
  !!value && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
