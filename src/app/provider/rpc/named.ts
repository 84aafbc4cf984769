/** The account that a request names. Wrong values are refused by the method's own parser. */

/** A parameter by its place. */
export const at = (params: unknown, place: number): unknown =>
  Array.isArray(params) ? params[place] : undefined

/** The sender of a transaction, or of calls. */
export function senderIn(params: unknown): unknown {
  const first = at(params, 0)
  return first && typeof first === 'object' && 'from' in first ? first.from : undefined
}
