/** Participants of a change of members that do not keep to the protocol. */
import { join } from 'node:path'

import { exportJWK, generateKeyPair } from 'jose'

import { weight } from '../../../src/keys/oprf.js'
import { Exchange, transcriptOf } from '../../../src/server/ceremonies/exchange.js'
import { FolderChannel } from '../../../src/server/ceremonies/folder-channel.js'
import { Opening, type Plan, planText } from '../../../src/server/ceremonies/reshare-messages.js'
import type { Network } from '../../../src/server/keys/generation.js'
import { commit, polynomial, scaleScalar, valueAt } from '../../../src/server/keys/polynomial.js'
import { seal } from '../../../src/server/platform/seal.js'
import { identitiesOf } from './peers.js'
import { readShare } from './services.js'
import { range } from './shares.js'

/** The members of the network that is changed. */
export const ALL = range(3)

/** A participant's own folder. */
export const own = (root: string, index: number): string => join(root, `own${index}`)

/** Hears nothing of round 3. */
export class DeafChannel extends FolderChannel {
  override get(round: number, from: number): Promise<string | undefined> {
    return round === 3 ? Promise.resolve(undefined) : super.get(round, from)
  }
}

export interface Lies {
  plan?: string
  secret?: (secret: string) => string
  opening?: (honest: Opening) => Opening
  value?: (receiver: number, value: string) => string
  transcript?: string
  confirmation?: string
  silentAfter?: number
}

/** Participant 3 of a refresh. */
export async function lieAsThree(root: string, network: Network, lies: Lies): Promise<void> {
  const plan: Plan = { network, dealers: ALL, members: ALL, threshold: 2 }
  const channel = new FolderChannel(join(root, 'shared'), 3)
  const exchange = new Exchange(
    { channel, identities: identitiesOf(3), timeoutMs: 20_000 },
    { purpose: 'reshare', index: 3, participants: ALL, plan: lies.plan ?? planText(plan) },
  )
  await exchange.during(async () => {
    const { secret } = await readShare(own(root, 3), 3)
    const constant = scaleScalar(lies.secret?.(secret) ?? secret, weight(3, ALL))
    const coefficients = polynomial(constant, 2)
    const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' })
    const honest = Opening.parse({
      key: await exportJWK(publicKey),
      url: 'http://localhost:4063',
      commitment: commit(coefficients),
    })
    const opening = lies.opening?.(honest) ?? honest
    await exchange.publish(1, opening)
    if (lies.silentAfter === 1) return
    const openings = new Map(await exchange.collect(1, Opening)).set(3, opening)
    const transcript = transcriptOf(openings)
    const values: Record<string, string> = {}
    for (const receiver of ALL) {
      const value = valueAt(coefficients, receiver)
      values[receiver] = seal(lies.value?.(receiver, value) ?? value, openings.get(receiver)!.key)
    }
    await exchange.publish(2, { transcript: lies.transcript ?? transcript, values })
    await exchange.publish(3, { id: lies.confirmation ?? transcript })
  })
}
