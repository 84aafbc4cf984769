/** What a person does and sees, in any engine: finds a button by its name, waits for it, presses it. */

import { until } from '../support/until.js'
import type { Browser, Place, Tab } from './drivers/driver.js'

/** Milliseconds between looks. */
const LOOK = 50
/** Milliseconds of one stay in a document. */
const STAY = 3_000
/** Milliseconds between seeing a button and pressing it. */
const HAND = 400

/** All elements, through shadow roots. */
const ALL = `const all = []
  const collect = (root) => {
    for (const element of root.querySelectorAll('*')) {
      all.push(element)
      if (element.shadowRoot) collect(element.shadowRoot)
    }
  }
  collect(document)`

/** Whether a pointer that comes down on its middle hits the element, or something in it. */
const IS_HIT = `const isHit = (element) => {
    element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const at = [x + width / 2, y + height / 2]
    let hit = document.elementFromPoint(...at)
    const within = () => hit?.shadowRoot?.elementFromPoint(...at)
    while (within() && within() !== hit) hit = within()
    for (let one = hit; one; one = one.assignedSlot ?? one.parentNode ?? one.host) {
      if (one === element) return true
    }
    return false
  }`

/** Nothing moves any more. */
const IS_STILL = `!all.some((element) => element.getAnimations().some(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().iterations !== Infinity))`

/** The button of that name that can be pressed now. */
const button = (name: string): string => `(() => {
  ${ALL}
  ${IS_HIT}
  if (!(${IS_STILL})) return null
  return all.find((one) =>
    one.localName === 'button' && (one.ariaLabel ?? one.innerText.trim()) === ${JSON.stringify(name)} &&
    !one.disabled && one.ariaDisabled !== 'true' && one.checkVisibility() && isHit(one)) ?? null
})()`

/**
 * The same, waited for in the document itself: whoever asks from outside may give the window the focus anew, and the
 * wallet waits after that before a press counts. A hand takes a moment to get there, and what came up late takes the
 * button away again.
 */
const buttonInTime = (name: string): string => `(async () => {
  const end = performance.now() + ${STAY}
  let since
  while (performance.now() < end) {
    const found = ${button(name)}
    since = found ? since ?? performance.now() : undefined
    if (performance.now() - since >= ${HAND}) return found
    await new Promise((resolve) => setTimeout(resolve, ${LOOK}))
  }
  return null
})()`

const field = (label: string): string => `(() => {
  ${ALL}
  return all.find((one) => one.localName === 'input' &&
    [...one.labels].some((label) => label.innerText.trim() === ${JSON.stringify(label)})) ?? null
})()`

/** All that can be read. */
const TEXT = `(() => {
  ${ALL}
  const roots = [document.body, ...all.filter((one) => one.shadowRoot).flatMap((one) => [...one.shadowRoot.children])]
  return roots.filter((one) => one.localName !== 'style' && one.checkVisibility()).map((one) => one.innerText ?? '').join('\\n')
})()`

/** The wallet's panel in the page moves in: a press would go astray. */
const IS_PANEL_STILL = `!document.querySelector('wallet-embed')?.shadowRoot.getAnimations()
  .some(({ playState }) => playState === 'running')`

export async function press(tab: Tab, name: string, place: Place = 'page'): Promise<void> {
  await until(`a button “${name}” to press`, async () => {
    if (place === 'wallet' && !(await tab.read(IS_PANEL_STILL))) return false
    return tab.press(button(name), place)
  })
}

/**
 * Presses where nothing is to be pressed. Firefox without a screen gives a window that was cut off from its opener the
 * focus with the first press, and a press that brings the focus agrees to nothing.
 */
export const focus = (tab: Tab): Promise<boolean> =>
  until('a heading', () =>
    tab.press(`(() => {
      ${ALL}
      return all.find((one) => one.localName === 'h1') ?? null
    })()`),
  )

/** Agrees, and reads on first where there is more than can be seen at once. */
export async function readAndApprove(tab: Tab, yes: string, place: Place = 'page'): Promise<void> {
  await until(`a button “${yes}” that counts`, async () => {
    if (await tab.press(buttonInTime(yes), place)) return true
    await tab.press(button('Read on'), place)
    return false
  })
}

/** Agrees, in one press: nothing has to be read on before it counts. */
export async function approve(tab: Tab, yes: string, place: Place = 'page'): Promise<void> {
  await until(`a button “${yes}” that counts`, () => tab.press(buttonInTime(yes), place))
}

export async function type(tab: Tab, label: string, text: string): Promise<void> {
  await until(`a field “${label}”`, () => tab.type(field(label), text))
}

export const textOf = (tab: Tab, place?: Place): Promise<string> => tab.read<string>(TEXT, place)

export async function see(tab: Tab, text: string, place: Place = 'page'): Promise<void> {
  await until(`“${text}”`, async () => (await textOf(tab, place)).includes(text))
}

export const isThere = (tab: Tab, name: string, place?: Place): Promise<boolean> =>
  tab.read<boolean>(`${button(name)} !== null`, place)

/** The tab that is none of these, once there is one. */
export function newTab(browser: Browser, known: readonly string[]): Promise<Tab> {
  return until('another window', async () =>
    (await browser.tabs()).find(({ id }) => !known.includes(id)),
  )
}

export async function gone(tab: Tab): Promise<void> {
  await until('the end of the window', async () => !(await tab.isOpen()))
}
