/** The login service's own keys: to sign for providers without ID tokens, and tokens that sites' servers check. */
import type { Registry } from '../../../protocol/registry.js'
import { WalletError } from '../../../shared/errors.js'
import {
  BackendKeys,
  type BackendTokens,
  createBackendTokens,
} from '../../tokens/backend-tokens.js'
import {
  createIdTokenSigner,
  type IdTokenSigner,
  SigningKeys,
} from '../../tokens/self-issued-tokens.js'
import { type Given, text } from '../options/options.js'
import { VARIABLES } from '../options/tables.js'
import { readSetting } from './read-setting.js'

/** @throws {WalletError} `INVALID_ARGUMENT` if there are keys, and no issuer or no form. */
export async function readSigner(
  given: Given,
  registry: Registry,
): Promise<IdTokenSigner | undefined> {
  const keys = await readSetting(text(given, 'signing-keys'), VARIABLES.signingKeys, SigningKeys)
  return keys && createIdTokenSigner(keys, issuerOf(registry))
}

/** @throws {WalletError} As `readSigner`. */
export async function readBackendTokens(
  given: Given,
  registry: Registry,
): Promise<BackendTokens | undefined> {
  const keys = await readSetting(text(given, 'id-token-keys'), VARIABLES.idTokenKeys, BackendKeys)
  return keys && createBackendTokens(keys, issuerOf(registry))
}

/** @throws {WalletError} `INVALID_ARGUMENT` */
function issuerOf({ loginService }: Registry): string {
  if (loginService) return loginService
  throw new WalletError('INVALID_ARGUMENT', 'The registry does not say its loginService.')
}
