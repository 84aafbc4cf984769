/**
 * What a call means, as data: descriptors as ERC-7730 has them, as far as this wallet reads
 * them. Their texts are English; screens translate those of the descriptors that we ship.
 */
import type { TypedDataNode } from '../requests/typed-data.js'

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
    /** The standard this descriptor is for: it does not apply to a contract that reports a different one. */
    $id?: Standard
    /** Without deployments: any contract with such a function. */
    contract?: { deployments?: Deployment[] }
    /** Typed data, of a domain with all of these values. */
    eip712?: { domain?: Record<string, string>; deployments?: Deployment[] }
  }
  metadata?: {
    /** How the contract is called; only with deployments. */
    owner?: string
    constants?: Record<string, string>
    enums?: Record<string, Record<string, string>>
  }
  display: {
    definitions?: Record<string, Partial<Field>>
    /**
     * By signature with names, such as `transfer(address to,uint256 amount)`; of typed data by what
     * EIP-712 calls `encodeType`.
     */
    formats: Record<string, Format>
  }
  /** Accounts that signed that they reviewed all of it. The operator's command says so, never the descriptor. */
  reviewedBy?: readonly Hex[]
}

/**
 * A field's role in the risk rules, independent of its label. `recipient`: receives what is sent. `beneficiary`:
 * receives the proceeds. `operator`: may act for the account in the contract; `owner`, `module`: controls the contract
 * itself; `code`: is what the contract runs from then on. Only our own descriptors set it.
 */
export type Role =
  | 'spender'
  | 'allowance'
  | 'recipient'
  | 'beneficiary'
  | 'operator'
  | 'owner'
  | 'module'
  | 'code'

export interface Format {
  /** The action, in few words. */
  intent: string
  /** It says itself that it gives something away. Only in our own descriptors. */
  kind?: 'transfer'
  /** The same with values in it, as `{path}` of a field. */
  interpolatedIntent?: string
  fields?: Field[]
}

export interface Field {
  /** `#.` the whole data, `@.` the transaction around it, `$.` the descriptor; else what the field is in. */
  path?: string
  /** In place of a path; may be a `$.` of the descriptor. */
  value?: string
  label?: string
  role?: Role
  format?: FieldFormat
  params?: Params
  /** Of each struct that the path finds. */
  fields?: Field[]
  /** Takes over what `$.display.definitions.NAME` says. */
  $ref?: string
  visible?: Visibility
}

/** A value that has to be one of a list is not shown: with any other one the descriptor does not fit. */
export type Visibility =
  | 'always'
  | 'never'
  | 'optional'
  | { ifNotIn: readonly string[] }
  | { mustMatch: readonly string[] }

type FieldFormat =
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

/**
 * By the names of ERC-7730. A `…Path` finds in the data what its field has as a constant, which may be a
 * `$.` of the descriptor.
 */
export interface Params {
  token?: string
  tokenPath?: string
  /** Addresses that stand for the chain's own coin. */
  nativeCurrencyAddress?: string | string[]
  /** From this amount on it is unlimited. */
  threshold?: string
  /** What such an amount is called. */
  message?: string
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
  /** Who makes the call, where it is not who makes the one around it. */
  spenderPath?: string
  /** What kinds of address it may be, and whose names count for it. */
  types?: string[]
  sources?: string[]
  /** Addresses that stand for the signer. */
  senderAddress?: string | string[]
}

/** What a field says, for a screen to put into words. Amounts in the smallest unit, times in seconds. */
export type ClearValue =
  /** Untrusted text: show it by `visible`. */
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; hex: string }
  | { kind: 'number'; value: bigint }
  | { kind: 'yesNo'; value: boolean }
  | { kind: 'address'; address: Hex; isSender?: true; types?: string[]; sources?: string[] }
  /** With a message that is what so large an amount is called. */
  | { kind: 'coin'; amount: bigint; message?: string }
  /** No token: the data does not say which. */
  | {
      kind: 'token'
      amount: bigint
      token: Hex | undefined
      isUnlimited: boolean
      message?: string
    }
  | { kind: 'nft'; id: bigint; collection: Hex | undefined }
  /** No seconds: for ever. */
  | { kind: 'date'; seconds: bigint | undefined }
  | { kind: 'block'; number: bigint }
  | { kind: 'duration'; seconds: bigint }
  | { kind: 'unit'; value: bigint; base: string; decimals: number; prefix: boolean }
  /** One of the descriptor's own words. */
  | { kind: 'choice'; text: string }
  | { kind: 'call'; to: Hex; value: bigint; data: Hex; from?: Hex }

export interface ClearField {
  label: string
  role?: Role
  value: ClearValue
}

export interface ClearText {
  intent: string
  kind?: Format['kind']
  /** The intent with values in it: texts, and what stands between them. */
  sentence?: (string | ClearValue)[]
  /** How the contract is called, where the descriptor is one of this very contract. */
  owner?: string
  /** As the descriptor has it. */
  reviewedBy?: readonly Hex[]
  fields: ClearField[]
}

/** Whether a descriptor is for this contract. */
export const isDeployed = (
  deployments: Deployment[] | undefined,
  { chainId, to }: { chainId: number; to?: Hex | undefined },
): boolean =>
  !deployments ||
  deployments.some(
    (one) => one.chainId === chainId && one.address.toLowerCase() === to?.toLowerCase(),
  )
