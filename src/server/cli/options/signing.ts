/** The login service's own keys, for people whom no provider's ID token names. */
import type * as z from 'zod/mini'

import type { Registry } from '../../../protocol/registry.js'
import { WalletError } from '../../../shared/errors.js'
import { toText } from '../../keys/share-file.js'
import { parse, readJson } from '../../platform/files.js'
import { writeNew } from '../../platform/write-file.js'
import {
  createIdTokenSigner,
  type IdTokenSigner,
  makeSigningKeys,
  SigningKeys,
} from '../../tokens/self-issued-tokens.js'
import { type Command, type Given, type Option, print, text } from './options.js'

const VARIABLE = 'WALLET_EMBED_SIGNING_KEYS'

export const SIGNING_KEYS: Record<string, Option> = {
  'signing-keys': {
    help: `its own keys; ${VARIABLE} without it`,
    value: 'file',
    fallback: null,
  },
}

export const SIGNING: Record<string, Command> = {
  'signing-key': {
    summary: 'Makes the key by which the login service signs ID tokens of its own.',
    options: { out: { help: 'a new file, to be kept secret', value: 'file' } },
    async run(given) {
      const file = text(given, 'out')
      await writeNew(file, toText(await makeSigningKeys()))
      print(`Give ${file} to login-service as --signing-keys.`)
    },
  },
}

/** @throws {WalletError} `INVALID_ARGUMENT` if there are keys, and no issuer or no form. */
export async function readSigner(
  given: Given,
  { loginService }: Registry,
): Promise<IdTokenSigner | undefined> {
  const keys = await readKeys(text(given, 'signing-keys'), VARIABLE, SigningKeys)
  if (!keys) return undefined
  if (!loginService) {
    throw new WalletError('INVALID_ARGUMENT', 'The registry does not say its loginService.')
  }
  return createIdTokenSigner(keys, loginService)
}

/**
 * Keys from a file, or from a variable of the environment; nothing if the operator named none.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`
 */
export async function readKeys<T extends z.ZodMiniType>(
  file: string,
  variable: string,
  schema: T,
): Promise<z.output<T> | undefined> {
  if (file) return readJson(file, schema)
  const value = process.env[variable]
  if (!value) return undefined
  try {
    return parse(schema, JSON.parse(value), 'INVALID_ARGUMENT', `${variable}: `)
  } catch (error) {
    if (WalletError.is(error)) throw error
    throw new WalletError('INVALID_ARGUMENT', `${variable}: is no JSON.`)
  }
}
