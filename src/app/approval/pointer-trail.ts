/** CSS pixels that rounding may cost. */
const TOLERANCE = 2
/** Device pixels to a screen pixel, before the page's zoom: `devicePixelRatio` is the product of both. */
const SCALES = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.625, 3, 3.5, 4]

/** CSS pixels of a way that is long enough to measure by. */
const LONG = 60

type Position = Pick<PointerEvent, 'clientX' | 'clientY' | 'screenX' | 'screenY'>

/**
 * Notices that the frame was moved under the pointer: from one pointer event to the next, the way on the
 * screen and the way in the frame are the same, up to the page's zoom. Scrolling moves no frame of ours,
 * since its dialog is fixed.
 */
export class PointerTrail {
  #last: Position | undefined
  /** Where the pointer was when the measuring began. */
  #start: Position | undefined
  #scale: number | undefined

  /** Screen pixels to a CSS pixel of the frame, once the pointer has gone far enough to tell. */
  get scale(): number | undefined {
    return this.#scale
  }

  /** Whether the frame moved since the last event that this was asked for. */
  isMoved({ clientX, clientY, screenX, screenY }: Position): boolean {
    const last = this.#last
    this.#last = { clientX, clientY, screenX, screenY }
    if (!last || this.#isBroken(last)) {
      this.#start = this.#last
      return !!last
    }
    this.#measure()
    return false
  }

  #measure(): void {
    const [start, end] = [this.#start!, this.#last!]
    const way = Math.hypot(end.clientX - start.clientX, end.clientY - start.clientY)
    if (way < LONG) return
    const onScreen = Math.hypot(end.screenX - start.screenX, end.screenY - start.screenY)
    this.#scale = onScreen / way
    this.#start = end
  }

  #isBroken(last: Position): boolean {
    const { clientX, clientY, screenX, screenY } = this.#last!
    return !SCALES.some((scale) => {
      const zoom = devicePixelRatio / scale
      const isSame = (screen: number, client: number) =>
        Math.abs(screen - client * zoom) <= TOLERANCE * Math.max(1, zoom)
      return (
        isSame(screenX - last.screenX, clientX - last.clientX) &&
        isSame(screenY - last.screenY, clientY - last.clientY)
      )
    })
  }
}
