import { AppConfig } from '../protocol/service.js'
import { ask } from './http.js'

/**
 * What the operator configured. At the origin's root, wherever this version of the app is served.
 *
 * @throws {WalletError} `SERVICE_UNAVAILABLE`
 */
export const loadConfig = (): Promise<AppConfig> => ask('/config.json', AppConfig)
