/** CSS pixels that rounding may cost. */
const TOLERANCE = 2
/** Device pixels to a screen pixel, before the page's zoom: `devicePixelRatio` is the product of both. */
const SCALES = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.625, 3, 3.5, 4]

type Position = Pick<PointerEvent, 'clientX' | 'clientY' | 'screenX' | 'screenY'>

/**
 * Notices that the frame was moved under the pointer: from one pointer event to the next, the way on the
 * screen and the way in the frame are the same, up to the page's zoom. Scrolling moves no frame of ours,
 * since its dialog is fixed.
 */
export class PointerTrail {
  #last: Position | undefined

  /** Whether the frame moved since the last event that this was asked for. */
  isMoved({ clientX, clientY, screenX, screenY }: Position): boolean {
    const last = this.#last
    this.#last = { clientX, clientY, screenX, screenY }
    if (!last) return false
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
