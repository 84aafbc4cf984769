/** Signatures, on ox. Deterministic (RFC 6979). */
import { fromBytes } from 'ox/Hex'
import { getSignPayload as messagePayload } from 'ox/PersonalMessage'
import { sign } from 'ox/Secp256k1'
import { toHex } from 'ox/Signature'
import * as Eip1559 from 'ox/TxEnvelopeEip1559'
import * as Legacy from 'ox/TxEnvelopeLegacy'
import { getSignPayload as typedDataPayload } from 'ox/TypedData'

import type { Transaction } from '../../chain/transaction.js'
import type { TypedDataValue } from '../../chain/typed-data.js'

type Hex = `0x${string}`

const signHash = (payload: Hex, privateKey: Uint8Array) =>
  sign({ payload, privateKey: fromBytes(privateKey) })

export const signMessage = (message: Uint8Array, privateKey: Uint8Array): Hex =>
  toHex(signHash(messagePayload(message), privateKey))

export const signTypedData = (value: TypedDataValue, privateKey: Uint8Array): Hex =>
  toHex(signHash(typedDataPayload(value), privateKey))

/** @returns The transaction with its signature, as the node takes it. */
export function signTransaction(transaction: Transaction, privateKey: Uint8Array): Hex {
  const { chainId, to, value, data, gas, nonce, fees } = transaction
  // ox would keep the letters' case in the bytes' hex.
  const target = to && { to: to.toLowerCase() as Hex }
  const common = { chainId, value, data, gas, nonce, ...target }
  if (fees.type === 'legacy') {
    const envelope = Legacy.from({ ...common, type: 'legacy', gasPrice: fees.gasPrice })
    const signature = signHash(Legacy.getSignPayload(envelope), privateKey)
    return Legacy.serialize(envelope, { signature })
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  const envelope = Eip1559.from({
    ...common,
    type: 'eip1559',
    maxFeePerGas,
    ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
  })
  const signature = signHash(Eip1559.getSignPayload(envelope), privateKey)
  return Eip1559.serialize(envelope, { signature })
}
