/**
 * Decides whether a press counts as an approval. The page around the frame is assumed hostile: it can cover, tint,
 * shrink and move the wallet, and put it under a finger at the last moment. So an approval counts only once the browser
 * has reported for a while, without a break, that all of the wallet was visible; every doubt restarts that while.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit'

import { PointerTrail } from './pointer-trail.js'
import { Presses } from './whole-press.js'

/**
 * Milliseconds without a break that the question must have been seen for: for the person; and Chromium itself drops
 * presses for as long after a page has moved a frame with such an observer.
 */
export const ARMING_TIME = 500
/** Milliseconds without proof of visibility after which the person is told why they cannot approve. */
const LATE = 1_500
/** Milliseconds after which a different place to answer is offered. */
const STUCK = 3_000
/** Milliseconds between the browser's checks: the shortest time that it allows. */
const LOOK_INTERVAL = 100
/**
 * Milliseconds after which a browser that last reported "not visible" is asked again: on a page at rest, it may never
 * look again by itself.
 */
const ASK_AGAIN = 1_000
/** Milliseconds between removing the observer and adding a new one, so that the page's process notices the removal. */
const PAUSE = 50
/** Share of the frame that must be visible. Less than 1, since rounding costs part of a pixel at some zooms. */
const WHOLE = 0.99
/** CSS pixels of a frame in which a question can be read, piece by piece: what 400 % of zoom leaves is more. */
const MIN_WIDTH = 240
const MIN_HEIGHT = 160
/** Least scale of the frame, by the page's CSS and zoom: below it the text is unreadable. */
const MIN_SCALE = 0.45

/**
 * How the wallet knows what the person sees. `alone`: in its own window, with no page around. `observed`: the browser
 * says whether anything covers or changes the frame (IntersectionObserver v2). `blind`: it cannot say.
 */
export type Sight = 'alone' | 'observed' | 'blind'

interface VisibilityEntry extends IntersectionObserverEntry {
  isVisible?: boolean
}
interface VisibilityOptions extends IntersectionObserverInit {
  trackVisibility: true
  delay: number
}

/** Why nothing can be approved: it is drawn too small to be read, or something covers or changes it. */
export type Obstacle = 'small' | 'covered'

/** Guards a screen with something to approve. It starts unarmed each time that the screen is shown. */
export class Guard implements ReactiveController {
  readonly sight = sightOf()
  readonly #host: ReactiveControllerHost & Element
  #trail = new PointerTrail()
  #stop = new AbortController()
  #observer: IntersectionObserver | undefined
  /** The browser's last report; until the first, nothing counts as seen. */
  #isVouched = false
  /** Whether the screen has a size. */
  #isLaidOut = false
  #isArmed = false
  #isLate = false
  #isIgnored = false
  #isStuck = false
  #presses: Presses | undefined
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

  /** Whether the last press did not count. */
  get isIgnored(): boolean {
    return this.#isIgnored
  }

  /** Why the question cannot be approved yet; undefined while the wait is still as long as on an honest page. */
  get obstacle(): Obstacle | undefined {
    if (!this.#isLate) return undefined
    return this.#isLegible ? 'covered' : 'small'
  }

  /** Whether to offer a different place to answer. */
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
    this.#presses = new Presses({ signal, isReady: () => this.#isArmed })
    const restart = () => this.restart()
    window.addEventListener('resize', restart, options)
    document.addEventListener('visibilitychange', restart, options)
    // The document comes back from the browser's cache: the person has not looked at it yet.
    window.addEventListener('pageshow', restart, options)
    for (const type of ['pointermove', 'pointerdown', 'pointerup'] as const) {
      window.addEventListener(type, (event) => this.#onPointer(event), options)
    }
    window.addEventListener('focus', this.#onFocus, options)
    this.#watchRatio()
  }

  hostDisconnected(): void {
    this.#stop.abort()
    this.#observer?.disconnect()
    this.#observer = undefined
    this.#isLaidOut = false
    this.#isArmed = false
    clearTimeout(this.#arming)
    this.#proven()
  }

  /**
   * Whether this press counts as the person's approval. Checked in the press itself, for mouse, finger and keyboard
   * alike. A press that does not count restarts the wait: it came too soon to have read.
   */
  allows(event: MouseEvent): boolean {
    this.#take(this.#observer?.takeRecords() ?? [])
    const isWhole = this.#presses?.isWhole(event) ?? false
    const isYes = this.#isArmed && event.isTrusted && isShown() && this.#isLegible && isWhole
    this.#isIgnored = !isYes
    if (!isYes) this.restart()
    this.#host.requestUpdate()
    return isYes
  }

  /** Starts the waiting time again. */
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
    if (this.#isVouched && isShown() && this.#isLegible) {
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

  /** Each entry counts, not only the last: a question that was covered for a moment has to wait again. */
  #take(entries: VisibilityEntry[]): void {
    for (const { isVisible, intersectionRatio } of entries) {
      this.#isVouched = isVisible === true && intersectionRatio >= WHOLE
      this.restart()
    }
  }

  #onSize(): void {
    this.#isLaidOut = this.#host.clientHeight > 0 && this.#host.clientWidth > 0
    this.restart()
  }

  #onPointer(event: PointerEvent): void {
    if (!event.isTrusted) return
    const wasLegible = this.#isLegible
    if (this.#trail.isMoved(event) || wasLegible !== this.#isLegible) this.restart()
  }

  /**
   * Focus that no pointer here brought came from the page or from a closed window: the next press may have begun there.
   */
  #onFocus = ({ target }: FocusEvent): void => {
    if (target === window && !this.#presses?.isUnderWay) this.restart()
  }

  /** A page's CSS can scale the frame without a resize event in here. */
  #watchRatio(): void {
    const { signal } = this.#stop
    const ratio = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    const onChange = () => {
      this.#trail = new PointerTrail()
      this.restart()
      this.#watchRatio()
    }
    ratio.addEventListener('change', onChange, { signal, once: true })
  }

  get #isLegible(): boolean {
    return isLarge() && (this.#trail.scale ?? 1) >= MIN_SCALE
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

  /** Everything is visible: there is no obstacle to explain. */
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

/**
 * Judged by numbers alone: a browser that draws the frame smaller makes the inner size grow, or the pixel ratio shrink.
 */
const isLarge = (): boolean =>
  innerWidth >= MIN_WIDTH &&
  innerHeight >= MIN_HEIGHT &&
  devicePixelRatio >= MIN_SCALE &&
  innerWidth * MIN_SCALE <= screen.width

const isShown = (): boolean => document.visibilityState === 'visible'

function sightOf(): Sight {
  if (window.parent === window) return 'alone'
  return 'isVisible' in IntersectionObserverEntry.prototype ? 'observed' : 'blind'
}
