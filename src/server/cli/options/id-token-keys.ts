/** The login service's keys for tokens that sites' own servers check. */
import type { Registry } from '../../../protocol/registry.js'
import { WalletError } from '../../../shared/errors.js'
import { toText } from '../../keys/share-file.js'
import { readJson } from '../../platform/files.js'
import { writeNew } from '../../platform/write-file.js'
import {
  BackendKeys,
  type BackendTokens,
  createBackendTokens,
  makeBackendKeys,
} from '../../tokens/backend-tokens.js'
import { type Command, type Given, type Option, print, text } from './options.js'
import { readKeys } from './signing.js'

const VARIABLE = 'WALLET_EMBED_ID_TOKEN_KEYS'

export const ID_TOKEN_KEYS: Record<string, Option> = {
  'id-token-keys': {
    help: `its keys for tokens that sites' servers check; ${VARIABLE} without it`,
    value: 'file',
    fallback: null,
  },
}

export const ID_TOKEN_KEY: Record<string, Command> = {
  'id-token-key': {
    summary: "Makes a key by which the login service signs tokens for sites' own servers.",
    options: {
      out: { help: 'a new file, to be kept secret', value: 'file' },
      from: {
        help: 'the keys until now, which stay known behind the new one',
        value: 'file',
        fallback: null,
      },
    },
    async run(given) {
      const [file, before] = [text(given, 'out'), text(given, 'from')]
      const keys = await makeBackendKeys(before ? await readJson(before, BackendKeys) : undefined)
      await writeNew(file, toText(keys))
      print(`Give ${file} to login-service as --id-token-keys.`)
    },
  },
}

/** @throws {WalletError} `INVALID_ARGUMENT` if there are keys, and no issuer or no form. */
export async function readBackendTokens(
  given: Given,
  { loginService }: Registry,
): Promise<BackendTokens | undefined> {
  const keys = await readKeys(text(given, 'id-token-keys'), VARIABLE, BackendKeys)
  if (!keys) return undefined
  if (!loginService) {
    throw new WalletError('INVALID_ARGUMENT', 'The registry does not say its loginService.')
  }
  return createBackendTokens(keys, loginService)
}
