/** Answers of hosts that are not trusted: each may have so many bytes. */
import { WalletError } from '../../../shared/errors.js'

/**
 * Reads a body, decompressed.
 *
 * @param limit - Bytes.
 * @throws {WalletError} `LIMIT_EXCEEDED` if it has more.
 */
export async function readBody({ body }: Response, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > limit) throw new WalletError('LIMIT_EXCEEDED', `has more than ${limit} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
