/** What the person has on other devices comes before a session begins here. */
import { WalletError } from '../../shared/errors.js'
import type { Signer } from '../signer/signer.js'
import { readConfig } from '../support/config.js'
import { runRound, type SyncPlace } from './round.js'

/** Milliseconds that a sign-in waits. */
const SIGN_IN_WAIT = 1_500

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

/** The signer is unlocked. Never rejects, and never waits long: a later round goes on. */
export async function bring(first: `0x${string}`, signer: Signer): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, SIGN_IN_WAIT))
  const sign: SyncPlace['sign'] = (method, params) => signer.ask(method, params)
  const round = async () => {
    const loginService = await syncService()
    if (loginService) await runRound({ loginService, first, sign })
  }
  const told = round().catch((error) =>
    console.warn(`wallet-embed: other devices are not in step: ${WalletError.from(error).message}`),
  )
  await Promise.race([told, late])
}
