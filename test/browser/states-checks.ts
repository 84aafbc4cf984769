/** What eyes and fingers need, measured in what is drawn. Each check gives what is wrong, in words. */
import { everything } from './support.js'

/** CSS pixels that rounding may cost. */
const SLACK = 1
/** CSS pixels a side of what is pressed (WCAG 2.2, 2.5.8). */
const TARGET = 24
/** CSS pixels of height in which something can be read. */
const READABLE = 120
/** Part of a line's height that two lines may share: fonts are taller than their letters. */
const SHARED = 0.3
const BUTTONS = 'button, .button, select'
/** Whose words are the wallet's own. */
const WORDED = '.button, .quiet, .action'
const TARGETS = 'a[href], button, input, select, textarea, summary, [role=button], [role=switch]'

type Box = { left: number; right: number; top: number; bottom: number }

interface Line {
  element: HTMLElement
  said: string
  box: Box
}

const parentOf = (node: Node): HTMLElement | null => {
  if (node instanceof Element && node.assignedSlot) return node.assignedSlot
  const parent = node.parentNode
  return (parent instanceof ShadowRoot ? parent.host : parent) as HTMLElement | null
}

const isSeen = (element: HTMLElement): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
  !element.closest('.visually-hidden')

/** Every line of text that can be seen or scrolled to. */
function* textsIn(place: HTMLElement): Generator<Line> {
  for (const element of everything(place)) {
    // A letter in a mark is a picture: its size is the mark's.
    if (element.matches('style, option, [aria-hidden=true]') || !isSeen(element)) continue
    for (const node of element.childNodes) {
      const said = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : ''
      if (!said) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, right, top, bottom } of range.getClientRects()) {
        if (right > left) yield { element, said, box: { left, right, top, bottom } }
      }
    }
  }
}

/** What is around a text and may cut it off. */
interface Around {
  element: HTMLElement
  edge: DOMRect
  overflowX: string
  overflowY: string
  isNamed: boolean
}

/** All that clips an element or is its button, from the inside: asked once for each element, since many texts share it. */
function surroundings(place: HTMLElement): (element: HTMLElement) => readonly Around[] {
  const known = new Map<HTMLElement, readonly Around[]>()
  const of = (element: HTMLElement | null): readonly Around[] => {
    if (!element || element === place) return []
    const before = known.get(element)
    if (before) return before
    const { overflowX, overflowY } = getComputedStyle(element)
    const isOpen = overflowX === 'visible' && overflowY === 'visible'
    const outer = of(parentOf(element))
    const isNamed = !!element.closest('[title]')
    const own = () => ({
      ...{ element, overflowX, overflowY, isNamed },
      edge: element.getBoundingClientRect(),
    })
    const all = isOpen && !element.matches(BUTTONS) ? outer : [own(), ...outer]
    known.set(element, all)
    return all
  }
  return of
}

/** Text that is beside the screen, cut off, or beside its own button. */
export function cutTexts(place: HTMLElement): string[] {
  const found = new Set<string>()
  const frame = place.getBoundingClientRect()
  const around = surroundings(place)
  for (const { element, said, box } of textsIn(place)) {
    if (box.left < frame.left - SLACK || box.right > frame.right + SLACK) {
      found.add(`beside the screen: ${said}`)
    }
    let canScroll = false
    for (const { element: one, edge, overflowX, overflowY, isNamed } of around(element)) {
      const isWider = box.left < edge.left - SLACK || box.right > edge.right + SLACK
      const isTaller = box.top < edge.top - SLACK || box.bottom > edge.bottom + SLACK
      if (isWider && overflowX !== 'visible' && !isNamed) found.add(`cut off: ${said}`)
      if (isTaller && !canScroll && isClipping(overflowY)) found.add(`cut off below: ${said}`)
      if (isWider && one.matches(BUTTONS)) found.add(`beside its button: ${said}`)
      if (/auto|scroll/.test(overflowY)) canScroll = true
    }
  }
  for (const element of everything(place)) {
    // The browser draws the texts of these: what does not fit is not seen.
    const isTooNarrow =
      element instanceof HTMLSelectElement && element.scrollWidth > element.clientWidth + SLACK
    if (isTooNarrow && isSeen(element)) found.add(`cut off: ${element.name || element.id}`)
  }
  return [...found]
}

/** Words of buttons that go on in another line: they are read as two. */
export function brokenWords(place: HTMLElement): string[] {
  const found: string[] = []
  const buttons = [...everything(place)].filter((one) => one.matches(WORDED) && isSeen(one))
  for (const button of buttons) {
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const node = texts.currentNode as Text
      for (const { index, 0: word } of node.data.matchAll(/[\p{L}\p{M}]+/gu)) {
        // Lines of these break between any two characters.
        if (/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u.test(word)) continue
        if (lineOf(node, index) !== lineOf(node, index + word.length - 1)) {
          found.push(`broken: ${word}`)
        }
      }
    }
  }
  return found
}

/** Where the line of a letter begins, in CSS pixels. After a soft hyphen, the first box is the hyphen's. */
function lineOf(text: Text, at: number): number {
  const range = document.createRange()
  range.setStart(text, at)
  range.setEnd(text, at + 1)
  return Math.round([...range.getClientRects()].at(-1)?.top ?? 0)
}

/** Texts that lie over each other, and buttons that do. */
export function overlaps(place: HTMLElement): string[] {
  const found = new Set<string>()
  const around = surroundings(place)
  const texts = [...textsIn(place)]
    .map(({ element, said, box }) => ({ element, said, box: visible(thin(box), around(element)) }))
    .filter(({ box }) => isBox(box))
  pairs(texts, (one, other) => {
    if (one.element !== other.element && touch(one.box, other.box))
      found.add(`${one.said} | ${other.said}`)
  })
  const buttons = [...everything(place)]
    .filter((one) => one.matches(TARGETS) && isSeen(one))
    .map((element) => ({ element, box: visible(element.getBoundingClientRect(), around(element)) }))
    .filter(({ box }) => isBox(box))
  pairs(buttons, (one, other) => {
    const isInside = one.element.contains(other.element) || other.element.contains(one.element)
    if (!isInside && touch(one.box, other.box)) {
      found.add(`buttons: ${labelOf(one.element)} | ${labelOf(other.element)}`)
    }
  })
  return [...found]
}

/** What is too small for a finger. Links within a sentence may be as small as it. */
export function smallTargets(place: HTMLElement): string[] {
  return [...everything(place)]
    .filter((one) => one.matches(TARGETS) && isSeen(one))
    .filter((one) => getComputedStyle(one).display !== 'inline')
    .filter((one) => {
      const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
      return width < TARGET || height < TARGET
    })
    .map(labelOf)
}

/** What scrolls, with next to no room left by what stays above and below it. */
export function lowMains(place: HTMLElement): string[] {
  return [...everything(place)]
    .filter((one) => one.localName === 'main' && isSeen(one))
    .filter((one) => one.clientHeight < Math.min(one.scrollHeight, READABLE))
    .map((one) => `${one.clientHeight} px of ${one.scrollHeight}`)
}

/** What moves by itself. */
export function animations(place: HTMLElement): string[] {
  return [...everything(place)]
    .filter((element) => element.getAnimations().length)
    .map((element) => `${element.localName}.${element.className}`)
}

/** What the keyboard cannot see: focus that does not show, is hidden, or jumps about (2.4.3, 2.4.7, 2.4.11). */
export function focusProblems(place: HTMLElement): string[] {
  const found: string[] = []
  const around = surroundings(place)
  const all = [...everything(place)]
    .filter((one) => one.matches(`${TARGETS}, [tabindex='0']`) && isSeen(one))
    .map((element) => ({ element, ...boxes(element, around(element)) }))
  all.forEach(({ element, whole, seen }, at) => {
    const before = all[at - 1]
    // What has to be scrolled to comes where it can be scrolled to: above what stays below.
    const isJump =
      before && isBack(before.whole, whole, element) && isBack(before.seen, seen, element)
    if (isJump) found.push(`the focus goes back to ${labelOf(element)}`)
  })
  for (const { element } of all) {
    element.focus()
    const box = element.getBoundingClientRect()
    if (!hasOutline(element)) found.push(`the focus does not show on ${labelOf(element)}`)
    // Asked anew: the focus may have scrolled.
    const { top, bottom } = visible(box, surroundings(place)(element))
    if (bottom - top < Math.min(box.height, TARGET) - SLACK) {
      found.push(`the focus is hidden on ${labelOf(element)}`)
    }
  }
  return found
}

function boxes(element: HTMLElement, around: readonly Around[]): { whole: Box; seen: Box } {
  const whole = element.getBoundingClientRect()
  const seen = visible(whole, around)
  return { whole, seen: { ...seen, top: Math.min(seen.top, seen.bottom) } }
}

/** Whether something is read before what the focus was on. */
function isBack(before: Box, box: Box, element: HTMLElement): boolean {
  if (box.bottom <= before.top + SLACK) return true
  const isInLine = box.top < before.bottom - SLACK && box.bottom > before.top + SLACK
  const around = element.parentElement ?? element
  const isRtl = getComputedStyle(around).direction === 'rtl'
  return isInLine && (isRtl ? box.left >= before.right : box.right <= before.left)
}

/** Its own, or that of the box around it. */
const hasOutline = (element: HTMLElement): boolean =>
  [element, element.parentElement, element.closest('label')].some((one) => {
    const { outlineStyle, outlineWidth } = one
      ? getComputedStyle(one)
      : { outlineStyle: 'none', outlineWidth: '0' }
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })

/** Buttons that only their ground told from what is around them. */
export function edgeless(place: HTMLElement): string[] {
  return [...everything(place)]
    .filter((one) => one.matches('.button') && isSeen(one))
    .filter((one) => Number.parseFloat(getComputedStyle(one).borderTopWidth) < 1)
    .map(labelOf)
}

const isClipping = (overflow: string) => overflow === 'hidden' || overflow === 'clip'

const labelOf = (element: HTMLElement): string =>
  element.getAttribute('aria-label') ??
  (element.textContent?.trim() || element.outerHTML.slice(0, 80))

const thin = ({ left, right, top, bottom }: Box): Box => {
  const spare = (bottom - top) * SHARED
  return { left: left + SLACK, right: right - SLACK, top: top + spare, bottom: bottom - spare }
}

/** What is left of it by all that clips it. */
function visible({ left, right, top, bottom }: Box, around: readonly Around[]): Box {
  const box = { left, right, top, bottom }
  for (const { edge, overflowX, overflowY } of around) {
    if (overflowX === 'visible' && overflowY === 'visible') continue
    box.left = Math.max(box.left, edge.left)
    box.right = Math.min(box.right, edge.right)
    box.top = Math.max(box.top, edge.top)
    box.bottom = Math.min(box.bottom, edge.bottom)
  }
  return box
}

const isBox = ({ left, right, top, bottom }: Box) => right - left > SLACK && bottom - top > SLACK

const touch = (one: Box, other: Box): boolean =>
  one.left < other.right - SLACK &&
  other.left < one.right - SLACK &&
  one.top < other.bottom - SLACK &&
  other.top < one.bottom - SLACK

function pairs<T>(all: readonly T[], act: (one: T, other: T) => void): void {
  all.forEach((one, at) => {
    for (const other of all.slice(at + 1)) act(one, other)
  })
}
