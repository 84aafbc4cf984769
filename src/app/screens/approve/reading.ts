import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** CSS pixels of height, below which a question may be out of sight while its answers are in sight. */
const ROOMY = 400
/** Share of the screen's height that one step scrolls by. */
const STEP = 0.85

/**
 * Tells when the end of the content was on the screen, so that the person cannot approve what they have not scrolled
 * to. Where the whole question scrolls for lack of room, each of its parts has to have been visible.
 */
export class Reading implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element
  readonly #onRead: () => void
  #observer: IntersectionObserver | undefined
  #sizes: ResizeObserver | undefined
  #end: Element | undefined
  #isRead: boolean | undefined
  /** Parts of a question that were on the screen to their ends. */
  #seen = new WeakSet<Element>()
  #hasUnseen = false

  /** @param onRead - Called when there was more to read and now there is not. */
  constructor(host: ReactiveControllerHost & Element, onRead: () => void) {
    this.#host = host
    this.#onRead = onRead
    host.addController(this)
  }

  /** `undefined` until the browser has laid it out. Without an end to reach it is read. */
  get isRead(): boolean | undefined {
    if (this.#hasUnseen) return false
    return this.#end ? this.#isRead : true
  }

  get #parts(): Element[] {
    const isTight = innerHeight < ROOMY
    return isTight ? [...(this.#host.shadowRoot?.querySelectorAll('main > *') ?? [])] : []
  }

  hostConnected(): void {
    this.#sizes = new ResizeObserver(() => {
      this.#look()
      this.#see()
      this.#fit()
    })
    this.#sizes.observe(this.#host)
    this.#host.addEventListener('scroll', this.#see)
  }

  hostUpdated(): void {
    this.#see()
    const end = this.#host.shadowRoot?.querySelector('.end') ?? undefined
    if (end === this.#end) return
    this.#observer?.disconnect()
    this.#end = end
    this.#isRead = end ? undefined : true
    if (!end) return
    this.#observer = new IntersectionObserver((entries) => this.#take(entries.at(-1)!))
    this.#observer.observe(end)
    this.#host.requestUpdate()
  }

  hostDisconnected(): void {
    this.#observer?.disconnect()
    this.#observer = undefined
    this.#sizes?.disconnect()
    this.#sizes = undefined
    this.#end = undefined
    this.#host.removeEventListener('scroll', this.#see)
    this.#seen = new WeakSet()
    this.#hasUnseen = false
  }

  /**
   * Scrolls to the next part not seen yet. A step is a little shorter than the screen, so that the person finds their
   * place.
   */
  readOn(): void {
    const unseen = this.#parts.find((part) => !this.#seen.has(part))
    const top = unseen?.getBoundingClientRect().top ?? 0
    if (unseen && (top < 0 || top >= innerHeight * STEP)) unseen.scrollIntoView({ block: 'start' })
    else if (unseen) this.#host.scrollBy({ top: innerHeight * STEP })
    else {
      const main = this.#host.shadowRoot?.querySelector('main')
      main?.scrollBy({ top: main.clientHeight * STEP })
    }
  }

  /** The content changed: nothing of it counts as read. */
  restart(): void {
    this.#seen = new WeakSet()
    this.#see()
    if (!this.#end) return
    this.#isRead = undefined
    this.#look()
    this.#host.requestUpdate()
  }

  /** Notes which parts are visible, once laid out and after each scroll. */
  #see = (): void => {
    const parts = this.#host.clientHeight ? this.#parts : []
    for (const part of parts) {
      const { bottom, width } = part.getBoundingClientRect()
      const isPast = bottom >= 0 && bottom <= innerHeight + 1
      if (!width || isPast) this.#seen.add(part)
    }
    const hadUnseen = this.#hasUnseen
    this.#hasUnseen = parts.some((part) => !this.#seen.has(part))
    if (hadUnseen === this.#hasUnseen) return
    if (hadUnseen) this.#onRead()
    this.#host.requestUpdate()
  }

  /** After the room grew: hides the offer to read on if only the offer itself covers the end. */
  #fit(): void {
    const root = this.#host.shadowRoot
    const [main, offer] = ['main', '.more'].map((name) => root?.querySelector(name))
    if (this.#isRead !== false || !main || !offer || !this.#end) return
    const room = main.getBoundingClientRect()
    const { top, bottom } = this.#end.getBoundingClientRect()
    if (top < room.top || bottom > room.bottom + offer.clientHeight) return
    this.#isRead = undefined
    this.#onRead()
    this.#host.requestUpdate()
    // The observer then reports whether the end is on the screen.
    void this.#host.updateComplete.then(() => this.#look())
  }

  /** Observes the end anew: the browser reports changes only, not an end that moved while out of view. */
  #look(): void {
    if (!this.#end || this.#isRead !== undefined) return
    this.#observer?.unobserve(this.#end)
    this.#observer?.observe(this.#end)
  }

  #take({ isIntersecting, boundingClientRect }: IntersectionObserverEntry): void {
    // Everything has the size 0 while the panel is closed.
    if (this.#isRead || boundingClientRect.width === 0) return
    const wasLong = this.#isRead === false
    // Above the view: the person has scrolled past it.
    const { top } = this.#host.getBoundingClientRect()
    this.#isRead = isIntersecting || boundingClientRect.bottom <= top
    if (this.#isRead && wasLong) this.#onRead()
    this.#host.requestUpdate()
  }
}
