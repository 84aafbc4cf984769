/**
 * Tells a press that was made here from one that only ended here. The page, or a window on top, can close or pass the
 * focus in the middle of a press: at a double click's second click, at a key's release.
 */

/**
 * Milliseconds that the pointer, or the keyboard's focus, must have been here before a press counts. Shorter times are
 * the second click of a double click, or keys that a page had a person press in a row.
 */
const RESTING_TIME = 500
/** CSS pixels that the pointer may move between its last position and the press. */
const NEAR = 4
/** Keys that press a button. */
const KEYS: ReadonlySet<string> = new Set(['Enter', ' '])

interface Place {
  x: number
  y: number
  /** When the pointer appeared here; negative infinity if it was seen to move in. */
  since: number
}

export interface PressesOptions {
  signal: AbortSignal
  /** Whether a press that begins now may count. */
  isReady(): boolean
}

export class Presses {
  readonly #isReady: () => boolean
  /** The mouse position, as far as this frame saw it. */
  #mouse: Place | undefined
  /** The press that has begun, and whether it may count. */
  #begun: { mayCount: boolean } | undefined
  /** When the focus was moved by key. */
  #tabbedAt = Number.NEGATIVE_INFINITY
  /** Keys that went down here. */
  readonly #down = new Set<string>()
  /**
   * The key of the current event, and whether it may count. Undefined for clicks without a key: an assistive tool
   * presses for the person.
   */
  #key: { mayCount: boolean } | undefined

  constructor({ signal, isReady }: PressesOptions) {
    this.#isReady = isReady
    const options = { signal, capture: true }
    const on = <K extends keyof WindowEventMap>(
      types: readonly K[],
      listener: (event: WindowEventMap[K]) => void,
    ) => {
      for (const type of types) {
        window.addEventListener(type, (event) => event.isTrusted && listener(event), options)
      }
    }
    on(['pointerover', 'pointermove'], (event) => this.#onMove(event))
    on(['pointerout'], (event) => this.#onOut(event))
    on(['pointerdown'], (event) => this.#onDown(event))
    on(['pointercancel'], () => this.#forget())
    on(['keydown'], (event) => this.#onKeyDown(event))
    on(['keypress', 'keyup'], (event) => this.#onKeyEnd(event))
    on(['blur'], ({ target }) => target === window && this.#forget())
  }

  /** Whether a pointer is pressing: it brings the focus along. */
  get isUnderWay(): boolean {
    return !!this.#begun
  }

  /** Whether a click began and ended here, at a time when it could count. */
  isWhole({ detail }: MouseEvent): boolean {
    const { mayCount } = (detail ? this.#begun : this.#key) ?? { mayCount: !detail }
    this.#begun = undefined
    return mayCount && detail <= 1
  }

  #onMove({ pointerType, clientX: x, clientY: y, movementX, movementY }: PointerEvent): void {
    if (pointerType !== 'mouse') return
    const hasMoved = movementX !== 0 || movementY !== 0
    if (hasMoved) this.#mouse = { x, y, since: Number.NEGATIVE_INFINITY }
    else if (!isNear(this.#mouse, x, y)) this.#mouse = { x, y, since: performance.now() }
  }

  #onOut({ pointerType, relatedTarget }: PointerEvent): void {
    if (pointerType === 'mouse' && !relatedTarget) this.#mouse = undefined
  }

  #onDown({ pointerType, clientX: x, clientY: y }: PointerEvent): void {
    const isHere =
      pointerType !== 'mouse' ||
      (isNear(this.#mouse, x, y) && performance.now() - this.#mouse.since >= RESTING_TIME)
    this.#begun = { mayCount: isHere && this.#isReady() }
    // From this press on, the pointer's position is known.
    if (!isHere) this.#mouse = { x, y, since: performance.now() }
  }

  #onKeyDown({ key, repeat }: KeyboardEvent): void {
    if (key === 'Tab') this.#tabbedAt = performance.now()
    if (!KEYS.has(key)) return
    this.#down.add(key)
    const isHere = performance.now() - this.#tabbedAt >= RESTING_TIME
    this.#key = { mayCount: isHere && !repeat && this.#isReady() }
  }

  #onKeyEnd({ key, type }: KeyboardEvent): void {
    if (!KEYS.has(key)) return
    if (!this.#down.has(key)) this.#key = { mayCount: false }
    if (type !== 'keyup') return
    this.#down.delete(key)
    // Wait for the click that the browser makes when the space bar is released.
    const ended = this.#key
    setTimeout(() => {
      if (this.#key === ended) this.#key = undefined
    })
  }

  #forget(): void {
    this.#begun = this.#key = undefined
    this.#down.clear()
  }
}

const isNear = (place: Place | undefined, x: number, y: number): place is Place =>
  !!place && Math.hypot(place.x - x, place.y - y) <= NEAR
