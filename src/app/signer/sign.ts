/** Signatures, on ox. Deterministic (RFC 6979). */
import { encode, encodePacked } from 'ox/AbiParameters'
import { keccak256 } from 'ox/Hash'
import { concat, fromBytes, fromString } from 'ox/Hex'
import { getSignPayload as messagePayload } from 'ox/PersonalMessage'
import { recoverAddress, sign } from 'ox/Secp256k1'
import { fromHex, toHex } from 'ox/Signature'
import * as Eip1559 from 'ox/TxEnvelopeEip1559'
import * as Eip2930 from 'ox/TxEnvelopeEip2930'
import * as Legacy from 'ox/TxEnvelopeLegacy'

import type { Transaction } from '../../chain/requests/transaction.js'
import type { TypedDataValue } from '../../chain/requests/typed-data.js'
import type { TypedDataV1Field } from '../../chain/requests/typed-data-v1.js'
import { encodeType } from '../../chain/values/struct-types.js'

type Hex = `0x${string}`
type Types = TypedDataValue['types']

/** Stands for a struct that is null. */
const NOTHING: Hex = `0x${'0'.repeat(64)}`

const signed = (payload: Hex, privateKey: Uint8Array) =>
  sign({ payload, privateKey: fromBytes(privateKey) })

export const signHash = (payload: Hex, privateKey: Uint8Array): Hex =>
  toHex(signed(payload, privateKey))

export const signMessage = (message: Uint8Array, privateKey: Uint8Array): Hex =>
  signHash(messagePayload(message), privateKey)

export function signTypedData(
  { types, primaryType, domain, message }: TypedDataValue,
  privateKey: Uint8Array,
): Hex {
  const hashed = primaryType === 'EIP712Domain' ? '0x' : hashStruct(types, primaryType, message)
  const payload = concat('0x1901', hashStruct(types, 'EIP712Domain', domain), hashed)
  return signHash(keccak256(payload), privateKey)
}

/** Hashes a struct as libraries do, except that a nested struct may be null, as in MetaMask: libraries throw there. */
function hashStruct(types: Types, type: string, data: Record<string, unknown>): Hex {
  const typeHash = keccak256(fromString(encodeType(types, type)))
  const words = types[type]!.map((field) => wordOf(types, field.type, data[field.name]))
  return keccak256(concat(typeHash, ...words))
}

function wordOf(types: Types, type: string, value: unknown): Hex {
  if (type.endsWith(']')) {
    const item = type.slice(0, type.lastIndexOf('['))
    return keccak256(concat(...(value as unknown[]).map((one) => wordOf(types, item, one))))
  }
  if (Object.hasOwn(types, type)) {
    return value === null ? NOTHING : hashStruct(types, type, value as Record<string, unknown>)
  }
  if (type === 'string') return keccak256(fromString(value as string))
  return type === 'bytes' ? keccak256(value as Hex) : encode([{ type }], [value])
}

/** The hash of the list's types and names, and the hash of its values, hashed (MetaMask's version 1). */
export function signTypedDataV1(fields: TypedDataV1Field[], privateKey: Uint8Array): Hex {
  const names = fields.map(({ type, name }) => `${type} ${name}`)
  const schema = encodePacked(new Array<'string'>(names.length).fill('string'), names)
  const types = fields.map(({ type }) => type.replace(/^(u?int)$/, '$1256'))
  const values = fields.map(({ value }) => value)
  const hash = keccak256(concat(keccak256(schema), keccak256(encodePacked(types, values))))
  return signHash(hash, privateKey)
}

/** The signer of a message, in lower case as in other wallets. */
export function recover(message: Uint8Array, signature: Hex): Hex {
  const payload = messagePayload(message)
  return recoverAddress({ payload, signature: fromHex(signature) }).toLowerCase() as Hex
}

/** @returns The transaction with its signature, as the node takes it. */
export function signTransaction(transaction: Transaction, privateKey: Uint8Array): Hex {
  const { chainId, to, value, data, gas, nonce, fees, accessList: list = [] } = transaction
  // ox would keep the letters' case in the bytes' hex.
  const target = to && { to: to.toLowerCase() as Hex }
  const common = { chainId, value, data, gas, nonce, ...target }
  const accessList = list.map(({ address, storageKeys }) => ({
    address: address.toLowerCase() as Hex,
    storageKeys,
  }))
  switch (fees.type) {
    case 'legacy': {
      const envelope = Legacy.from({ ...common, type: 'legacy', gasPrice: fees.gasPrice })
      const signature = signed(Legacy.getSignPayload(envelope), privateKey)
      return Legacy.serialize(envelope, { signature })
    }
    case 'eip2930': {
      const envelope = Eip2930.from({
        ...common,
        type: 'eip2930',
        gasPrice: fees.gasPrice,
        accessList,
      })
      const signature = signed(Eip2930.getSignPayload(envelope), privateKey)
      return Eip2930.serialize(envelope, { signature })
    }
    case 'eip1559': {
      const envelope = Eip1559.from({ ...common, ...fees, accessList })
      const signature = signed(Eip1559.getSignPayload(envelope), privateKey)
      return Eip1559.serialize(envelope, { signature })
    }
  }
}
