/** `personal_sign` (EIP-191, version 0x45). */
import * as z from 'zod/mini'

import { utf8 } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import { parse } from '../rpc/parse.js'
import { isEqual } from '../values/addresses.js'
import { fromHex } from '../values/text.js'

/** Characters that a person can be asked to read, with room for hex. */
const MAX_LENGTH = 100_000

const Params = z.tuple(
  [
    z.string('a text').check(z.maxLength(MAX_LENGTH, `at most ${MAX_LENGTH} characters`)),
    z.string('an address').check(z.maxLength(MAX_LENGTH, `at most ${MAX_LENGTH} characters`)),
  ],
  z.unknown(),
  'a list',
)

/**
 * Reads the parameters. Message and address come in this order; some libraries swap them, so an
 * address that is the account's is found in either place.
 *
 * @returns The bytes to sign: hex as it says, any other text as UTF-8.
 * @throws {WalletError} `INVALID_ARGUMENT`; `UNAUTHORIZED` if neither names the account.
 */
export function parsePersonalSign(params: unknown, account: string): Uint8Array<ArrayBuffer> {
  const [first, second] = parse(Params, params, 'params')
  if (isEqual(second, account)) return toBytes(first)
  if (isEqual(first, account)) return toBytes(second)
  throw new WalletError('UNAUTHORIZED', 'The address is not the connected account.')
}

const RecoverParams = z.tuple(
  [
    z.string('a text').check(z.maxLength(MAX_LENGTH, `at most ${MAX_LENGTH} characters`)),
    z.string('a signature').check(z.regex(/^0x[0-9a-fA-F]{130}$/, 'a signature of 65 bytes')),
  ],
  z.unknown(),
  'a list',
)

/** Reads the parameters of `personal_ecRecover`. @throws {WalletError} `INVALID_ARGUMENT`. */
export function parseRecover(params: unknown) {
  const [message, signature] = parse(RecoverParams, params, 'params')
  return { message: toBytes(message), signature: signature as `0x${string}` }
}

function toBytes(message: string): Uint8Array<ArrayBuffer> {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(message)) return utf8(message)
  return fromHex(message.slice(2))
}
