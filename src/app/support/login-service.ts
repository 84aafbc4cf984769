/**
 * The login service's URL, requested once and early: when a session ends as its page closes, no time is left to ask.
 */
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
