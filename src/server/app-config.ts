import {
  AppConfig,
  type ChainConfig,
  type KeyNetwork,
  type Presentation,
  type Registry,
} from '../protocol/service.js'
import { parse } from './files.js'
import { checkNetwork } from './shares.js'

export interface AppConfigParts extends Presentation {
  registry: Registry
  keyNetwork: KeyNetwork
  /** URL of the login service. */
  loginService: string
  chains: ChainConfig[]
}

/**
 * All that the wallet app may know of its operator: of the registry only what a login needs.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`
 */
export function buildAppConfig({ registry, ...parts }: AppConfigParts): AppConfig {
  checkNetwork(parts.keyNetwork)
  const { verifiers, embedders } = registry
  const config = { ...parts, verifiers, embedders }
  return parse(AppConfig, config, 'INVALID_ARGUMENT')
}
