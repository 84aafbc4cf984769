/** The header `traceparent`: https://www.w3.org/TR/trace-context/#traceparent-header */
import { randomBytes } from 'node:crypto'

/** Position of a request in its trace. */
export interface SpanContext {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
  /** Whether the caller keeps this trace. */
  isSampled: boolean
}

/** Version 00; an id of zeros alone is invalid. */
const FORM = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/

/** Undefined unless the header has exactly this form, since its ids go into the log. */
export function parseTraceparent(header: string | string[] | undefined): SpanContext | undefined {
  if (typeof header !== 'string') return undefined
  const [, traceId, spanId, flags] = FORM.exec(header) ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const toTraceparent = ({ traceId, spanId, isSampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

/** Starts a trace that no program records. */
export const newContext = (): SpanContext => ({
  traceId: idOf(16),
  spanId: idOf(8),
  isSampled: false,
})

/** The first digit is never 0, so that an id is never all zeros. */
function idOf(bytes: number): string {
  const id = randomBytes(bytes)
  id[0]! |= 0x10
  return id.toString('hex')
}
