import { AppConfig, type ChainConfig, type KeyNetwork, type Registry } from '../protocol/service.js'
import { parse } from './files.js'
import { checkNetwork } from './shares.js'

export interface AppConfigParts {
  registry: Registry
  keyNetwork: KeyNetwork
  /** URL of the login service. */
  loginService: string
  chains: ChainConfig[]
  topup?: AppConfig['topup']
  billboard?: AppConfig['billboard']
}

/**
 * All that the wallet app may know of its operator: of the registry only what a login needs.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`
 */
export function buildAppConfig({ registry, ...parts }: AppConfigParts): AppConfig {
  checkNetwork(parts.keyNetwork)
  return parse(AppConfig, { ...parts, verifiers: registry.verifiers }, 'INVALID_ARGUMENT')
}
