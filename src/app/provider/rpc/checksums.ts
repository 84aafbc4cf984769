/** Refuses addresses with a wrong checksum (EIP-55): they were mistyped. */
import { WalletError } from '../../../shared/errors.js'
import type { RpcContext } from './context.js'

type Hex = `0x${string}`

/**
 * @param path - Names it in the error's text.
 * @returns The address with its checksum.
 * @throws {WalletError} `INVALID_ARGUMENT` if it has a wrong one.
 */
export async function checkAddress(
  context: RpcContext,
  address: string,
  path: string,
): Promise<Hex> {
  const checked = await context.compute('checksum', address)
  if (checked) return checked
  throw new WalletError('INVALID_ARGUMENT', `${path}: expected an address with a right checksum.`)
}

/** An address in only lower or only upper case has no checksum. */
export const hasChecksum = (address: string): boolean =>
  /[a-f]/.test(address) && /[A-F]/.test(address)
