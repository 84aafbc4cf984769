/** Messages that are encrypted to an account, as `eth_decrypt` takes them. */
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { parse } from '../rpc/parse.js'
import { isEqual } from '../values/addresses.js'
import { fromHex, readUtf8 } from '../values/text.js'

const ENCRYPTION = 'x25519-xsalsa20-poly1305'
/** Characters. */
const MAX_LENGTH = 400_000

const base64 = (what: string) =>
  z.pipe(
    z.string(what).check(
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/, what),
      z.refine((text) => text.length % 4 === 0, what),
    ),
    z.transform((text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))),
  )
const bytesOf = (size: number) => {
  const what = `${size} bytes in base64`
  return z.pipe(
    base64(what),
    z.custom<Uint8Array<ArrayBuffer>>((value) => (value as Uint8Array).length === size, what),
  )
}

const Encrypted = z.object(
  {
    version: z.literal(ENCRYPTION, ENCRYPTION),
    nonce: bytesOf(24),
    ephemPublicKey: bytesOf(32),
    ciphertext: base64('bytes in base64'),
  },
  'an encrypted message, as JSON or as the hex of JSON',
)
/** NaCl's box. It does not name its recipient. */
export type Encrypted = z.output<typeof Encrypted>

const Pair = z.tuple([z.unknown(), z.string('an address')], z.unknown(), 'a list')
const Single = z.tuple([z.string('an address')], z.unknown(), 'a list')

/**
 * Reads the parameters of `eth_decrypt`: the message as JSON or as the hex of JSON, and the account.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the field; `UNAUTHORIZED` for a different account.
 */
export function parseDecrypt(params: unknown, account: string): Encrypted {
  const [data, address] = parse(Pair, params, 'params')
  checkAccount(address, account)
  return parse(Encrypted, typeof data === 'string' ? fromJson(data) : data, 'params.0')
}

/** Reads the parameters of `eth_getEncryptionPublicKey`. @throws {WalletError} As `parseDecrypt`. */
export function checkEncryptionKeyParams(params: unknown, account: string): void {
  checkAccount(parse(Single, params, 'params')[0], account)
}

function checkAccount(address: string, account: string): void {
  if (isEqual(address, account)) return
  throw new WalletError('UNAUTHORIZED', 'The address is not the connected account.')
}

function fromJson(text: string): unknown {
  if (text.length > MAX_LENGTH) {
    throw new WalletError(
      'INVALID_ARGUMENT',
      `params.0: expected at most ${MAX_LENGTH} characters.`,
    )
  }
  const isHex = /^0x([0-9a-f]{2})+$/i.test(text)
  try {
    return JSON.parse((isHex ? readUtf8(fromHex(text.slice(2))) : text) ?? '')
  } catch {
    return undefined
  }
}
