/** What the person has on other devices comes before a session begins here. */
import { WalletError } from '../../shared/errors.js'
import type { Signer } from '../signer/signer.js'
import { readConfig } from '../support/config.js'
import { runRound, type SyncPlace } from './round.js'

let service: Promise<string | undefined> | undefined

/** The login service, if it keeps something for other devices. */
export function syncService(): Promise<string | undefined> {
  service ??= readConfig().then(
    ({ sync, loginService }) => (sync ? loginService : undefined),
    () => {
      // Asked again next time.
      service = undefined
      return undefined
    },
  )
  return service
}

/** The signer is unlocked. Never rejects. */
export async function bring(first: `0x${string}`, signer: Signer): Promise<void> {
  const sign: SyncPlace['sign'] = (method, params) => signer.ask(method, params)
  try {
    const loginService = await syncService()
    if (loginService) await runRound({ loginService, first, sign })
  } catch (error) {
    const { message } = WalletError.from(error)
    console.warn(`wallet-embed: other devices are not in step: ${message}`)
  }
}
