/** What the wallet sends to the login service for a token of a site's server: keys, and the account's consent. */
import { keccak256 } from 'ox/Hash'
import { sign } from 'ox/Secp256k1'
import { toHex } from 'ox/Signature'
import { privateKeyToAccount } from 'viem/accounts'

import { possessionInput } from '../../src/keys/possession.js'
import {
  decrypt,
  exportPublicKey,
  generateKeyPair,
  type PublicJwk,
  thumbprint,
} from '../../src/shared/jwe.js'

export interface Pair {
  key: PublicJwk
  privateKey: CryptoKey
}

export async function makePair(): Promise<Pair> {
  const { publicKey, privateKey } = await generateKeyPair()
  return { key: await exportPublicKey(publicKey), privateKey }
}

export async function answerOf(response: Response, { privateKey }: Pair): Promise<string> {
  const { answer } = (await response.json()) as { answer: string }
  return decrypt(answer, privateKey)
}

/** That an account agrees to be named, as the wallet has it agree. @param key - Of the account. */
export async function prove(audience: string, nonce: string, holder: Pair, key: `0x${string}`) {
  const input = possessionInput(audience, nonce, await thumbprint(holder.key))
  const signature = toHex(sign({ payload: keccak256(input, { as: 'Hex' }), privateKey: key }))
  return { address: privateKeyToAccount(key).address, signature }
}
