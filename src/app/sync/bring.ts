/** Fetches a person's data from other devices before a session begins. */
import { WalletError } from '../../shared/errors.js'
import type { Signer } from '../signer/signer.js'
import { loginService } from '../support/login-service.js'
import { runRound, type SyncPlace } from './round.js'

/** The login service, if it keeps something for other devices. */
export async function syncService(): Promise<string | undefined> {
  const at = await loginService().catch(() => undefined)
  return at?.sync ? at.loginService : undefined
}

/** The signer is unlocked. Never rejects. */
export async function bring(first: `0x${string}`, signer: Signer): Promise<void> {
  const sign: SyncPlace['sign'] = (method, params) => signer.ask(method, params, 0, first)
  try {
    const service = await syncService()
    if (service) await runRound({ loginService: service, first, sign })
  } catch (error) {
    const { message } = WalletError.from(error)
    console.warn(`wallet-embed: other devices are not in step: ${message}`)
  }
}
