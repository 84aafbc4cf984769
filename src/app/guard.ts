/**
 * Decides whether a press counts as a person's yes. The page around the frame is hostile by assumption:
 * it can cover, tint, shrink and move the wallet, and put it under a finger at the last moment. So a yes
 * counts only once the browser itself has vouched, without a break, that all of the wallet was to be seen
 * for a while; and every doubt begins that while anew.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit'

import { isObserved } from './approval-place.js'
import { PointerTrail } from './pointer-trail.js'

/**
 * Milliseconds without a break that the question must have been seen for. Half a second for the person; and
 * Chromium itself drops presses for half a second after a frame with such an observer has moved, as the panel
 * does for 160 ms when it opens, so that
 * with some slack none is dropped that was invited.
 */
const ARMING_TIME = 850
/** Milliseconds after the question came up in which Chromium may drop presses, on whatever button. */
const SETTLING_TIME = 700
/** Milliseconds without proof after which the person is told why nothing happens. */
const LATE = 1_500
/** Milliseconds after which another way is offered. */
const STUCK = 3_000
/** Milliseconds between the browser's looks; the least that it allows. */
const LOOK_INTERVAL = 100
/** Milliseconds after which a browser that last said no is asked anew: in a page at rest it may not look again. */
const ASK_AGAIN = 1_000
/** Milliseconds without an observer in between, so that the page's process hears of it. */
const PAUSE = 50
/** Of the frame's area. Less than all, since rounding costs a pixel's part at some zooms. */
const WHOLE = 0.99
/** CSS pixels of a frame in which a question can be read. A phone on its side has a little more. */
const MIN_WIDTH = 240
const MIN_HEIGHT = 240

/**
 * What vouches for what the person sees. `alone`: nothing is around, the wallet has its own window.
 * `observed`: the browser says whether anything covers or changes the frame (IntersectionObserver v2).
 * `blind`: it cannot say.
 */
export type Sight = 'alone' | 'observed' | 'blind'

interface VisibilityEntry extends IntersectionObserverEntry {
  isVisible?: boolean
}
interface VisibilityOptions extends IntersectionObserverInit {
  trackVisibility: true
  delay: number
}

/** Of a screen with something to approve. It starts unarmed whenever its screen is put up. */
export class Guard implements ReactiveController {
  readonly sight = sightOf()
  readonly #host: ReactiveControllerHost & Element
  readonly #trail = new PointerTrail()
  #stop = new AbortController()
  #observer: IntersectionObserver | undefined
  /** What the browser said last; until it has said something, nothing is seen. */
  #isVouched = false
  /** Whether the screen takes up any room. */
  #isLaidOut = false
  #isArmed = false
  #isLate = false
  #isStuck = false
  #isSettled = false
  #settling: ReturnType<typeof setTimeout> | undefined
  /** Whether a key went down in here, and is not merely held. */
  #isKeyFresh = true
  /** Since when keys come here. */
  #focusedAt = Number.NEGATIVE_INFINITY
  #arming: ReturnType<typeof setTimeout> | undefined
  #waiting: ReturnType<typeof setTimeout>[] = []

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host
    host.addController(this)
  }

  /** Whether a press would count now. */
  get isArmed(): boolean {
    return this.#isArmed
  }

  /** Whether a press on any button here arrives for certain. */
  get isSettled(): boolean {
    return this.#isSettled
  }

  /** Whether it takes longer than it does in a page without ill will. */
  get isLate(): boolean {
    return this.#isLate
  }

  /** Whether it is time to offer another way. */
  get isStuck(): boolean {
    return this.#isStuck
  }

  hostConnected(): void {
    this.#stop = new AbortController()
    const { signal } = this.#stop
    const options = { signal, capture: true }
    this.#isVouched = this.sight !== 'observed'
    if (this.sight === 'observed') this.#observe()
    const sizes = new ResizeObserver(() => this.#onSize())
    sizes.observe(this.#host)
    signal.addEventListener('abort', () => sizes.disconnect())
    window.addEventListener('resize', () => this.restart(), options)
    document.addEventListener('visibilitychange', () => this.restart(), options)
    for (const type of ['pointermove', 'pointerdown', 'pointerup'] as const) {
      window.addEventListener(type, (event) => this.#onPointer(event), options)
    }
    window.addEventListener('focus', this.#onFocus, options)
    window.addEventListener('keydown', (event) => this.#onKey(event), options)
    window.addEventListener('keyup', () => this.#onKeyUp(), options)
  }

  hostDisconnected(): void {
    this.#stop.abort()
    this.#observer?.disconnect()
    this.#observer = undefined
    this.#isLaidOut = false
    this.#isArmed = false
    clearTimeout(this.#arming)
    this.#settle(false)
    this.#proven()
  }

  /**
   * Whether this press is a person's yes. Asked in the press itself, of mouse, finger and keyboard alike.
   * One that is not begins the wait anew: whoever presses in haste has not read.
   */
  allows(event: MouseEvent): boolean {
    this.#take(this.#observer?.takeRecords() ?? [])
    const isKey = event.detail === 0
    const isOwnKey = this.#isKeyFresh && performance.now() - this.#focusedAt >= ARMING_TIME
    const isYes = this.#isArmed && event.isTrusted && isShown() && (!isKey || isOwnKey)
    if (!isYes) this.restart()
    return isYes
  }

  /** Begins the wait anew. */
  restart(): void {
    clearTimeout(this.#arming)
    this.#setArmed(false)
    if (!this.#isLaidOut) {
      this.#proven()
      return
    }
    if (!this.#waiting.length) {
      this.#waiting = [
        setTimeout(() => this.#onLate(), LATE),
        setTimeout(() => this.#onStuck(), STUCK),
      ]
    }
    if (this.#isVouched && isShown() && isRoomy()) {
      this.#arming = setTimeout(() => this.#arm(), ARMING_TIME)
    }
  }

  #observe(): void {
    const options: VisibilityOptions = {
      threshold: WHOLE,
      trackVisibility: true,
      delay: LOOK_INTERVAL,
    }
    const observer = new IntersectionObserver((entries) => this.#take(entries), options)
    const { signal } = this.#stop
    const look = () => !signal.aborted && observer.observe(document.documentElement)
    const again = setInterval(() => {
      if (this.#isVouched || !this.#isLaidOut) return
      observer.disconnect()
      setTimeout(look, PAUSE)
    }, ASK_AGAIN)
    signal.addEventListener('abort', () => clearInterval(again))
    look()
    this.#observer = observer
  }

  /** Each entry counts, not only the last: what was covered for a moment was covered. */
  #take(entries: VisibilityEntry[]): void {
    for (const { isVisible, intersectionRatio } of entries) {
      this.#isVouched = isVisible === true && intersectionRatio >= WHOLE
      this.restart()
    }
  }

  #onSize(): void {
    const wasLaidOut = this.#isLaidOut
    this.#isLaidOut = this.#host.clientHeight > 0 && this.#host.clientWidth > 0
    if (wasLaidOut !== this.#isLaidOut) this.#settle(this.#isLaidOut)
    this.restart()
  }

  #onPointer(event: PointerEvent): void {
    if (event.isTrusted && this.#trail.isMoved(event)) this.restart()
  }

  /** A page can give the focus to the frame while somebody types, so that a key meant for it lands here. */
  #onFocus = ({ target }: FocusEvent): void => {
    if (target === window) this.#focusedAt = performance.now()
  }

  #onKey({ repeat }: KeyboardEvent): void {
    this.#isKeyFresh = !repeat
  }

  #onKeyUp(): void {
    // After the click that a released space bar makes.
    setTimeout(() => {
      this.#isKeyFresh = true
    })
  }

  #settle(isShown: boolean): void {
    clearTimeout(this.#settling)
    this.#isSettled = false
    if (!isShown) return
    this.#settling = setTimeout(() => {
      this.#isSettled = true
      this.#host.requestUpdate()
    }, SETTLING_TIME)
  }

  #arm(): void {
    this.#setArmed(true)
    this.#proven()
  }

  #setArmed(isArmed: boolean): void {
    if (this.#isArmed === isArmed) return
    this.#isArmed = isArmed
    this.#host.requestUpdate()
  }

  /** Nothing is to be explained any more. */
  #proven(): void {
    for (const timer of this.#waiting) clearTimeout(timer)
    this.#waiting = []
    if (!this.#isLate && !this.#isStuck) return
    this.#isLate = this.#isStuck = false
    this.#host.requestUpdate()
  }

  #onLate(): void {
    this.#isLate = true
    this.#host.requestUpdate()
  }

  #onStuck(): void {
    this.#isStuck = true
    this.#host.requestUpdate()
  }
}

const isRoomy = (): boolean => innerWidth >= MIN_WIDTH && innerHeight >= MIN_HEIGHT

const isShown = (): boolean => document.visibilityState === 'visible'

function sightOf(): Sight {
  if (window.parent === window) return 'alone'
  return isObserved() ? 'observed' : 'blind'
}
