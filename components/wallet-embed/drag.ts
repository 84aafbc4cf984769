/** What people drag: the floating button, and the sheet that the panel is on a phone. Loaded when it may be needed. */
import type { ButtonPosition } from '../../src/shared/options.js'

/** Where the person put the button: a corner, and its distance from that edge in % of the window's height. */
export type ButtonPlace = [corner: ButtonPosition, shift: number]

export interface Draggable {
  /** What had this loaded. */
  began: Event | undefined
  /** The floating button. */
  button: HTMLElement
  cornerOf(): string
  onPlace(place: ButtonPlace): void
  /** Of the sheet; what lies in the frame is not heard here. */
  handle: HTMLElement
  sheet: HTMLElement
  onSwipe(): void
}

/** Pixels that a press may move and still be a press. */
const SLACK = 8
/** Pixels that a finger moves the sheet down until it closes. */
const SWIPE = 80

const ARROWS: Record<string, [from: RegExp, to: string]> = {
  ArrowUp: [/bottom/, 'top'],
  ArrowDown: [/top/, 'bottom'],
  ArrowLeft: [/right/, 'left'],
  ArrowRight: [/left/, 'right'],
}

/** The button goes where it is dragged, or to a corner by Shift and an arrow key. The sheet closes by a swipe down. */
export function makeDraggable(all: Draggable): void {
  const { button, handle, sheet } = all
  let isDragged = false
  button.addEventListener('pointerdown', () => (isDragged = false))
  const start = follow(button, {
    move(x, y) {
      isDragged ||= Math.hypot(x, y) > SLACK
      if (isDragged) button.style.translate = `${x}px ${y}px`
    },
    end(isCancelled) {
      const place = placeOf(button.getBoundingClientRect())
      button.style.translate = ''
      if (isDragged && !isCancelled) all.onPlace(place)
    },
  })
  // A finger that still rests there drags already.
  if (all.began instanceof PointerEvent && all.began.pointerType === 'touch') start(all.began)
  // A drag ends with a click, which is not meant. Keys click without a pointer.
  const swallow = (event: MouseEvent) => {
    if (isDragged && event.detail) event.stopImmediatePropagation()
  }
  button.addEventListener('click', swallow, true)
  button.setAttribute(
    'aria-keyshortcuts',
    Object.keys(ARROWS)
      .map((key) => `Shift+${key}`)
      .join(' '),
  )
  button.addEventListener('keydown', (event) => {
    const [from, to] = ARROWS[event.key] ?? []
    // Without Shift the page scrolls; with other keys the browser goes back.
    if (!from || !to || !event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    all.onPlace([all.cornerOf().replace(from, to) as ButtonPosition, 0])
  })
  follow(handle, {
    move(_, y) {
      sheet.style.translate = `0 ${Math.max(0, y)}px`
    },
    end(isCancelled, y) {
      sheet.style.translate = ''
      if (!isCancelled && y > SWIPE) all.onSwipe()
    },
  })
}

interface Follower {
  /** @param x - Pixels from where the finger, or the mouse, went down. */
  move(x: number, y: number): void
  /** @param isCancelled - The system took the pointer, or the element went: what was meant is not known. */
  end(isCancelled: boolean, y: number): void
}

/** @returns Follows the pointer of this event; it may have gone. */
function follow(element: HTMLElement, { move, end }: Follower): (began: PointerEvent) => void {
  const start = ({ isPrimary, pointerId, clientX, clientY }: PointerEvent) => {
    if (!isPrimary) return
    try {
      element.setPointerCapture(pointerId)
    } catch {
      return
    }
    // Pointers are in pixels of the window, which the page's zoom makes larger for elements.
    const zoom = element.currentCSSZoom ?? 1
    let way = 0
    const stop = ({ type }: Event) => {
      element.onpointermove = null
      element.onpointerup = element.onpointercancel = element.onlostpointercapture = null
      end(type !== 'pointerup', way)
    }
    element.onpointermove = (event) => {
      // It went up where this element could not hear it.
      if (!event.buttons) return stop(event)
      way = (event.clientY - clientY) / zoom
      move((event.clientX - clientX) / zoom, way)
    }
    element.onpointerup = element.onpointercancel = element.onlostpointercapture = stop
  }
  element.addEventListener('pointerdown', start)
  return start
}

function placeOf({ left, width, top, bottom, height }: DOMRect): ButtonPlace {
  const isLeft = left + width / 2 < innerWidth / 2
  const isTop = top + height / 2 < innerHeight / 2
  const way = isTop ? top : innerHeight - bottom
  return [
    `${isTop ? 'top' : 'bottom'}-${isLeft ? 'left' : 'right'}`,
    Math.round((way / innerHeight) * 100),
  ]
}
