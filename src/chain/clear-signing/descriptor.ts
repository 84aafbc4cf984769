/**
 * What a call means, as data: descriptors as ERC-7730 has them, as far as this wallet reads
 * them. Their texts are English; screens translate those of the descriptors that we ship.
 */
import type { TypedDataNode } from '../typed-data.js'

export type Hex = `0x${string}`

/** A value with its name and Solidity type, or the values below it: of calldata and typed data alike. */
export type DataNode = TypedDataNode

/** Token standards that share functions of one name. */
export type Standard = 'ERC-20' | 'ERC-721' | 'ERC-1155'

export interface Deployment {
  chainId: number
  address: Hex
}

export interface Descriptor {
  context: {
    /** A standard that a contract is asked about: where it has another one, this does not fit. */
    $id?: Standard
    /** Without deployments: any contract with such a function. */
    contract?: { deployments?: Deployment[] }
  }
  metadata?: {
    /** How the contract is called; only with deployments. */
    owner?: string
    constants?: Record<string, string>
    enums?: Record<string, Record<string, string>>
  }
  display: {
    definitions?: Record<string, Partial<Field>>
    /** By signature with names, such as `transfer(address to,uint256 amount)`. */
    formats: Record<string, Format>
  }
}

export interface Format {
  /** What it does, in few words. */
  intent: string
  fields?: Field[]
}

export interface Field {
  /** `#.` the data (or nothing), `@.` the transaction around it, `$.` the descriptor. */
  path?: string
  /** In place of a path. */
  value?: string
  label?: string
  format?: FieldFormat
  params?: Params
  /** Of each struct that the path finds. */
  fields?: Field[]
  /** Takes over what `$.display.definitions.NAME` says. */
  $ref?: string
  visible?: 'always' | 'never'
}

export type FieldFormat =
  | 'raw'
  | 'amount'
  | 'tokenAmount'
  | 'nftName'
  | 'date'
  | 'duration'
  | 'unit'
  | 'enum'
  | 'addressName'
  | 'calldata'

/** By the names of ERC-7730. A `…Path` finds in the data what its field has as a constant. */
export interface Params {
  token?: string
  tokenPath?: string
  /** Addresses that stand for the chain's own coin. */
  nativeCurrencyAddress?: string | string[]
  /** From this amount on it is unlimited. */
  threshold?: string
  collection?: string
  collectionPath?: string
  encoding?: 'timestamp' | 'blockheight'
  base?: string
  decimals?: number
  prefix?: boolean
  $ref?: string
  callee?: string
  calleePath?: string
  amountPath?: string
}

/** What a field says, for a screen to put into words. Amounts in the smallest unit, times in seconds. */
export type ClearValue =
  /** Somebody else's text: show it by `visible`. */
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; hex: string }
  | { kind: 'number'; value: bigint }
  | { kind: 'yesNo'; value: boolean }
  | { kind: 'address'; address: Hex }
  | { kind: 'coin'; amount: bigint }
  /** No token: the data does not say which. */
  | { kind: 'token'; amount: bigint; token: Hex | undefined; isUnlimited: boolean }
  | { kind: 'nft'; id: bigint; collection: Hex | undefined }
  /** No seconds: for ever. */
  | { kind: 'date'; seconds: bigint | undefined }
  | { kind: 'block'; number: bigint }
  | { kind: 'duration'; seconds: bigint }
  | { kind: 'unit'; value: bigint; base: string; decimals: number; prefix: boolean }
  /** One of the descriptor's own words. */
  | { kind: 'choice'; text: string }
  | { kind: 'call'; to: Hex; value: bigint; data: Hex }

export interface ClearField {
  label: string
  value: ClearValue
}

export interface ClearText {
  intent: string
  /** How the contract is called, where the descriptor is one of this very contract. */
  owner?: string
  fields: ClearField[]
}
