/** Where the login service is, asked once: an end has to be told before the page that it happens on leaves. */
import type { AppConfig } from '../../protocol/service.js'
import { readConfig } from './config.js'

type LoginService = Pick<AppConfig, 'loginService' | 'sync'>

let known: Promise<LoginService> | undefined

/** @throws {WalletError} `SERVICE_UNAVAILABLE`: it is asked again next time. */
export function loginService(): Promise<LoginService> {
  known ??= readConfig().catch((error) => {
    known = undefined
    throw error
  })
  return known
}
