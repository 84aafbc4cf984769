/** Short ways to write the fields that many descriptors have. */
import type { Field, Params } from '../descriptor.js'

/** Half of the 256-bit range: a larger amount means "unlimited". */
const UNLIMITED = `0x8${'0'.repeat(63)}`
/** The same for Permit2, whose amounts have 160 bits. */
export const UNLIMITED_160 = `0x${'f'.repeat(40)}`
/** Addresses that stand for the chain's own coin in several protocols. */
const NATIVE = [
  '0x0000000000000000000000000000000000000000',
  '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
]

export const raw = (path: string, label: string): Field => ({ path, label, format: 'raw' })

export const address = (path: string, label: string): Field => ({
  path,
  label,
  format: 'addressName',
})

/** An amount of the token at `tokenPath`; by default the called contract is the token. */
export const tokens = (path: string, label: string, tokenPath = '@.to'): Field => ({
  path,
  label,
  format: 'tokenAmount',
  params: { tokenPath, nativeCurrencyAddress: NATIVE },
})

/** An allowance, which has no limit if it is large enough. */
export const allowance = (
  path: string,
  tokenPath = '@.to',
  { threshold = UNLIMITED, label = 'Spending cap' } = {},
): Field => ({
  ...{ path, label, role: 'allowance', format: 'tokenAmount' },
  params: { tokenPath, threshold },
})

export const spender = (path: string): Field => ({ ...address(path, 'Spender'), role: 'spender' })

export const RECIPIENT: Field = { ...address('to', 'To'), role: 'recipient' }

export const beneficiary = (path: string, label = 'Who gets it'): Field => ({
  ...address(path, label),
  role: 'beneficiary',
})

/** Added to an existing allowance. */
export const moreAllowance = (path: string): Field =>
  allowance(path, '@.to', { label: 'Increase by' })

export const coins = (path: string, label: string): Field => ({ path, label, format: 'amount' })

export const nft = (path: string, label: string, collectionPath = '@.to'): Field => ({
  path,
  label,
  format: 'nftName',
  params: { collectionPath },
})

export const date = (path: string, label = 'Valid until'): Field => ({
  path,
  label,
  format: 'date',
  params: { encoding: 'timestamp' },
})

export const call = (path: string, params: Params = { calleePath: '@.to' }): Field => ({
  path,
  label: 'Call',
  format: 'calldata',
  params,
})

export const choice = (path: string, label: string, name: string): Field => ({
  path,
  label,
  format: 'enum',
  params: { $ref: `$.metadata.enums.${name}` },
})
