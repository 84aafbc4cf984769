import { warnOfUnknown } from './unknown-names.js'

type Name<Events extends object> = keyof Events & (string | symbol)
type Listener<Events extends object, E extends Name<Events>> = (
  ...args: Events[E] extends unknown[] ? Events[E] : never
) => void

type Removed<Events extends object, E extends Name<Events>> = [
  listener?: Listener<Events, E>,
  context?: unknown,
  isOnce?: boolean,
]
type Call = (this: unknown, ...args: unknown[]) => unknown

interface Entry {
  listener: (...args: never) => unknown
  /** Its `this`. */
  context: unknown
  isOnce: boolean
}

/**
 * Events in the form that libraries expect, with the methods of eventemitter3. What a listener throws is reported as an uncaught error of the page: it stops neither other listeners nor the wallet.
 */
export class Emitter<Events extends object> {
  /** Each list is replaced, never changed: an event that is under way reaches those who listened when it began. */
  readonly #entries = new Map<PropertyKey, Entry[]>()
  readonly #known: readonly string[] | undefined

  /** @param known - The names of its events: a listener for any other gets a line on the console. */
  constructor(known?: readonly string[]) {
    this.#known = known
  }

  /**
   * Vue leaves such an object as it is: through a proxy no private field is reached.
   *
   * @internal
   */
  get __v_skip(): true {
    return true
  }

  // Two signatures here and below: TypeScript then compares this with other emitters (viem's) event by event, not
  // all at once.
  /** Calls `listener` with each such event, `context` as its `this`. */
  on<E extends Name<Events>>(event: E, listener: Listener<Events, E>): this
  on<E extends Name<Events>>(event: E, listener: Listener<Events, E>, context?: unknown): this
  on<E extends Name<Events>>(event: E, listener: Listener<Events, E>, context?: unknown): this {
    return this.#add(event, { listener, context, isOnce: false })
  }

  /** As `on`. */
  addListener<E extends Name<Events>>(
    event: E,
    listener: Listener<Events, E>,
    context?: unknown,
  ): this {
    return this.on(event, listener, context)
  }

  /** Calls `listener` with the next such event alone. */
  once<E extends Name<Events>>(event: E, listener: Listener<Events, E>, context?: unknown): this {
    return this.#add(event, { listener, context, isOnce: true })
  }

  /**
   * @param listener - Absent: all of this event are removed.
   * @param context - Only with this one.
   * @param isOnce - True: only those of `once`.
   */
  removeListener<E extends Name<Events>>(event: E, listener: Listener<Events, E>): this
  removeListener<E extends Name<Events>>(event: E, ...rest: Removed<Events, E>): this
  removeListener<E extends Name<Events>>(
    event: E,
    ...[listener, context, isOnce]: Removed<Events, E>
  ): this {
    return this.#keep(
      event,
      (entry) =>
        listener &&
        (entry.listener !== listener ||
          (context && entry.context !== context) ||
          (isOnce && !entry.isOnce)),
    )
  }

  /** As `removeListener`. */
  off<E extends Name<Events>>(event: E, ...rest: Removed<Events, E>): this {
    return this.removeListener(event, ...rest)
  }

  /** @param event - Absent: the listeners of all events are removed. */
  removeAllListeners(event?: Name<Events>): this {
    if (event === undefined) this.#entries.clear()
    else this.#entries.delete(event)
    return this
  }

  /** The events that have listeners. */
  eventNames(): Name<Events>[] {
    return [...this.#entries.keys()] as Name<Events>[]
  }

  listeners<E extends Name<Events>>(event: E): Listener<Events, E>[] {
    return this.#of(event).map(({ listener }) => listener as Listener<Events, E>)
  }

  listenerCount(event: Name<Events>): number {
    return this.#of(event).length
  }

  /** @returns Whether there was a listener. */
  emit<E extends Name<Events>>(event: E, ...args: Parameters<Listener<Events, E>>): boolean {
    const entries = this.#of(event)
    for (const entry of entries) {
      const { listener, context, isOnce } = entry
      if (isOnce) {
        // A listener that was called before may have told the same event.
        if (!this.#of(event).includes(entry)) continue
        this.#keep(event, (other) => other !== entry)
      }
      try {
        ;(listener as Call).apply(context ?? this, args)
      } catch (error) {
        reportError(error)
      }
    }
    return !!entries.length
  }

  #of(event: PropertyKey): Entry[] {
    return this.#entries.get(event) ?? []
  }

  #add(event: PropertyKey, entry: Entry): this {
    if (typeof entry.listener !== 'function') throw new TypeError('The listener must be a function')
    if (this.#known) warnOfUnknown('event', [String(event)], this.#known)
    this.#entries.set(event, [...this.#of(event), entry])
    return this
  }

  #keep(event: PropertyKey, isKept: (entry: Entry) => unknown): this {
    const kept = this.#of(event).filter(isKept)
    if (kept.length) this.#entries.set(event, kept)
    else this.#entries.delete(event)
    return this
  }
}
