/** Descriptors in JSON, as others write them, and what a call reads like by them. */
import assert from 'node:assert/strict'
import { type Call, decodeCalldata } from '../../../src/chain/clear-signing/calldata.js'
import type { ClearText, Hex } from '../../../src/chain/clear-signing/descriptor.js'
import { readDescriptor } from '../../../src/chain/clear-signing/read-descriptor.js'
import { encodeCall as encode } from '../../support/contracts.js'

export const ME = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const YOU = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const TOKEN = '0x52908400098527886E0F7030069857D2E4169EE7'
export const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
export const SIGNATURE =
  'mix(uint256 amount, address who, uint256 packed, bytes data, uint256[] amounts, address[] tokens, (uint256 size, address coin)[] items, bool on)'
const ITEMS = [
  { size: 3n, coin: TOKEN },
  { size: 4n, coin: OTHER },
]
const ARGS = { amount: 5n, packed: BigInt(YOU), data: '0x01020304', on: true }
export const DEPLOYMENTS = [{ chainId: 1, address: TOKEN }]
export const none = (path: string): never => assert.fail(`Nothing includes ${path}.`)

export type Json = Record<string, unknown>
export const descriptor = (format: Json, rest: Json = {}): Json => ({
  $schema: 'https://example.com/schema.json',
  context: { $id: 'Mix', contract: { deployments: DEPLOYMENTS } },
  metadata: {
    owner: 'Sample',
    constants: {
      token: OTHER,
      most: `0x${'f'.repeat(64)}`,
      all: 'Everything',
      coin: NATIVE,
      ten: 10,
    },
    enums: { mode: { 1: 'Fast', 4: 'Slow' }, rights: { True: 'May', False: 'May not' } },
  },
  display: { formats: { [SIGNATURE]: { intent: 'Mix', ...format } } },
  ...rest,
})
export const call = (args: Partial<typeof ARGS> = {}): Call => {
  const { amount, packed, data, on } = { ...ARGS, ...args }
  const values = [amount, ME, packed, data, [1n, 2n], [TOKEN, OTHER], ITEMS, on]
  return { chainId: 1, from: ME, to: TOKEN, value: 7n, data: encode(SIGNATURE, values) }
}
export const clear = (format: Json, args?: Partial<typeof ARGS>): ClearText | undefined =>
  decodeCalldata(call(args), undefined, [readDescriptor(descriptor(format), none)])?.clear
/** What fields say of a call, without their labels. */
export const values = (fields: Json[], args?: Partial<typeof ARGS>) =>
  clear({ fields }, args)?.fields.map(({ value }) => value)
export const token = (amount: bigint, address: Hex, rest: object = {}) => {
  return { kind: 'token', amount, token: address, isUnlimited: false, ...rest }
}
