import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** Tells when the end of what is signed was on the screen: nobody agrees to what is further down. */
export class Reading implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element
  readonly #onRead: () => void
  #observer: IntersectionObserver | undefined
  #sizes: ResizeObserver | undefined
  #end: Element | undefined
  #isRead: boolean | undefined

  /** @param onRead - Called when there was more to read and now there is not. */
  constructor(host: ReactiveControllerHost & Element, onRead: () => void) {
    this.#host = host
    this.#onRead = onRead
    host.addController(this)
  }

  /** `undefined` until the browser has laid it out. Without an end to reach it is read. */
  get isRead(): boolean | undefined {
    return this.#end ? this.#isRead : true
  }

  hostConnected(): void {
    this.#sizes = new ResizeObserver(() => this.#look())
    this.#sizes.observe(this.#host)
  }

  hostUpdated(): void {
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
  }

  /** Goes on by what fits on the screen, less a line or two, so that the place is found again. */
  readOn(): void {
    const main = this.#host.shadowRoot?.querySelector('main')
    main?.scrollBy({ top: main.clientHeight * 0.85 })
  }

  /** The browser tells of a change alone: an end that was nowhere and is now further down is none. */
  #look(): void {
    if (!this.#end || this.#isRead !== undefined) return
    this.#observer?.unobserve(this.#end)
    this.#observer?.observe(this.#end)
  }

  #take({ isIntersecting, boundingClientRect }: IntersectionObserverEntry): void {
    // Nothing is laid out while the panel is closed.
    if (this.#isRead || boundingClientRect.width === 0) return
    const wasLong = this.#isRead === false
    this.#isRead = isIntersecting
    if (isIntersecting && wasLong) this.#onRead()
    this.#host.requestUpdate()
  }
}
