import { EventEmitter } from 'eventemitter3'

import { warnOfUnknown } from '../unknown-names.js'

type Name<Events extends object> = EventEmitter.EventNames<Events>
type Heard<Events extends object, E extends Name<Events>> = EventEmitter.EventListener<Events, E>
type Removed<Events extends object, E extends Name<Events>> = [
  listener?: Heard<Events, E>,
  context?: unknown,
  once?: boolean,
]
type Call = (this: unknown, ...args: unknown[]) => unknown

/**
 * An emitter as libraries know it, whose listeners stop neither each other nor what tells them: what one
 * throws is reported as the page's own uncaught error, which it is.
 */
export class Emitter<Events extends object> extends EventEmitter<Events> {
  /** By listener, and by itself. */
  readonly #guards = new WeakMap<object, unknown>()
  readonly #known: readonly string[] | undefined

  /** @param known - Its events: the console is told of a listener for any other. */
  constructor(known?: readonly string[]) {
    super()
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

  // Two signatures: TypeScript then holds it to other types of emitters (viem's) by each event, not by all at once.
  override on<E extends Name<Events>>(event: E, listener: Heard<Events, E>): this
  override on<E extends Name<Events>>(event: E, listener: Heard<Events, E>, context?: unknown): this
  override on<E extends Name<Events>>(
    event: E,
    listener: Heard<Events, E>,
    context?: unknown,
  ): this {
    return super.on(event, this.#guard(listener, event), context)
  }

  override addListener<E extends Name<Events>>(
    event: E,
    listener: Heard<Events, E>,
    context?: unknown,
  ): this {
    return this.on(event, listener, context)
  }

  override once<E extends Name<Events>>(
    event: E,
    listener: Heard<Events, E>,
    context?: unknown,
  ): this {
    return super.once(event, this.#guard(listener, event), context)
  }

  override off<E extends Name<Events>>(event: E, ...rest: Removed<Events, E>): this {
    return this.removeListener(event, ...rest)
  }

  override removeListener<E extends Name<Events>>(event: E, listener?: Heard<Events, E>): this
  override removeListener<E extends Name<Events>>(event: E, ...rest: Removed<Events, E>): this
  override removeListener<E extends Name<Events>>(
    event: E,
    ...[listener, context, once]: Removed<Events, E>
  ): this {
    return super.removeListener(event, listener && this.#guard(listener), context, once)
  }

  /** @param event - Absent: it is taken off. */
  #guard<L extends object>(listener: L, event?: Name<Events>): L {
    if (event && this.#known) warnOfUnknown('event', [String(event)], this.#known)
    let guard = this.#guards.get(listener)
    if (!guard && typeof listener === 'function') {
      guard = function (this: unknown, ...args: unknown[]) {
        try {
          ;(listener as unknown as Call).apply(this, args)
        } catch (error) {
          reportError(error)
        }
      }
      this.#guards.set(listener, guard)
      // The emitter itself takes it off so, when it was for once.
      this.#guards.set(guard as object, guard)
    }
    return (guard ?? listener) as L
  }
}
