/** All states at once in one document, each as large as a small phone's screen. */
import { executeServerCommand } from '@web/test-runner-commands'
import { LitElement } from 'lit'
import { areas } from '../../demo/states/areas.js'
import { asking } from '../../demo/states/asking.js'
import { appearance } from '../../demo/states/stand-in.js'
import { type Area, type State, show } from '../../demo/states/state.js'
import { LANGUAGES, type Language } from '../../src/app/appearance/locale/languages.js'
import type { Scheme } from '../../src/ui/palette.js'
import { fontsLoaded, wantedLanguages } from './fonts-support.js'
import { brokenWords, cutTexts, lowMains, overlaps, smallTargets } from './states-checks.js'
import { everything, settle, until } from './support.js'

/** CSS pixels: what WCAG 2.2, 1.4.10, calls narrow, and what a small phone has left below its bars. */
export const NARROW = 320
export const LOW = 560

/** Those that this run is in (`LANGUAGES=en,ar`); by default all. */
export const WANTED_LANGUAGES = (wantedLanguages() ?? Object.keys(LANGUAGES)) as Language[]

/** Milliseconds: much is drawn, on machines that do more. */
export const PATIENCE = 120_000

/** The one that tells that all before it are ready to be answered. */
const LAST: Area = {
  name: 'last',
  states: [{ name: 'to be ready', draw: () => asking('encryptionKey', null) }],
}

/** What a check finds, each with the state's name. */
export const findings = (
  drawn: Map<string, HTMLElement>,
  check: (place: HTMLElement) => string[],
): string[] =>
  [...drawn].flatMap(([name, place]) => check(place).map((found) => `${name}: ${found}`))

export const nameOf = (area: Area, state: State): string => `${area.name}: ${state.name}`

/** Draws all, one under another, in English. @returns Each with its name. */
export async function drawAll(): Promise<Map<string, HTMLElement>> {
  await appearance.apply({ language: 'en', theme: 'light' })
  const drawn = new Map<string, HTMLElement>()
  for (const area of [...areas, LAST]) {
    for (const state of area.states) {
      const place = document.createElement('div')
      document.body.append(place)
      show(area, state, appearance.look, place)
      drawn.set(nameOf(area, state), place)
    }
  }
  const [last] = [...drawn.values()].slice(-1)
  await until(() =>
    [...everything(last!)].some((one) => one.matches('.primary[aria-disabled=false]')),
  )
  return drawn
}

/** What is drawn, in another language: as the app draws itself anew when a person chooses one. */
export async function speak(drawn: Map<string, HTMLElement>, language: Language): Promise<void> {
  // Before, since the app waits for it only so long.
  if (language !== 'en') await import(`../../locales/generated/${language}.ts`)
  await appearance.apply({ language, theme: 'light' })
  const { look } = appearance
  if (appearance.language !== language) throw new Error(`The texts in ${language} did not load.`)
  const all = [...drawn.values()].flatMap((place) => [...everything(place)])
  const elements = all.filter((one): one is LitElement => one instanceof LitElement)
  for (const element of elements) {
    if ('look' in element) element.look = look
    if ('locale' in element) element.locale = look.locale
    element.requestUpdate()
  }
  await Promise.all(elements.map((element) => element.updateComplete))
  // Where the focus was, much was scrolled to it.
  for (const one of all.filter(({ scrollTop }) => scrollTop)) one.scrollTop = 0
  await settle()
}

/** What is wrong with how everything is laid out, in the usual size and twice as large. */
export async function layoutFaults(drawn: Map<string, HTMLElement>): Promise<string[]> {
  await fontsLoaded()
  const always = [cutTexts, overlaps, smallTargets, lowMains]
  const usual = [...always, brokenWords].flatMap((check) => findings(drawn, check))
  document.documentElement.style.fontSize = '200%'
  await settle()
  const large = always.flatMap((check) => findings(drawn, check))
  document.documentElement.style.fontSize = ''
  return [...usual, ...large.map((found) => `twice as large: ${found}`)]
}

/** The same in other colours. */
export function paint(drawn: Map<string, HTMLElement>, scheme: Scheme): void {
  for (const place of drawn.values()) {
    for (const shell of place.querySelectorAll('we-shell')) shell.look = { ...shell.look, scheme }
  }
}

export function removeAll(drawn: Map<string, HTMLElement>): void {
  for (const place of drawn.values()) place.remove()
}

/** Asks the browser's own protocol. */
export const devtools = <Answer = unknown>(method: string, params: object = {}): Promise<Answer> =>
  executeServerCommand<Answer, object>('devtools', { method, params })

/** Names of all elements that screens are and are made of, as the sources define them. */
export const elementNames = () => executeServerCommand<string[], null>('private-elements', null)
