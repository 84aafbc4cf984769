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
    /** Without deployments, the descriptor fits any contract that has its functions. */
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
  /**
   * Accounts whose signed reviews cover the whole descriptor. The operator's command sets this, never the descriptor
   * itself.
   */
  reviewedBy?: readonly Hex[]
}

/**
 * The meaning of a field for the risk rules, independent of its label. `recipient`: receives what is sent.
 * `beneficiary`: receives the proceeds. `operator`: may act for the account in the contract; `owner`, `module`:
 * controls the contract itself; `code`: will be the contract's code. Only our own descriptors set it.
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
  /**
   * Only in our own descriptors. `transfer`: the intent already says that something is given away. `program`: the call
   * carries commands that are not read, so the intent says little of what it does.
   */
  kind?: 'transfer' | 'program'
  /** The intent as a sentence with placeholders, each the `{path}` of a field. */
  interpolatedIntent?: string
  fields?: Field[]
}

export interface Field {
  /** `#.` starts at the whole data, `@.` at the transaction, `$.` at the descriptor; else at the enclosing struct. */
  path?: string
  /** A constant instead of a path, or a `$.` reference into the descriptor. */
  value?: string
  label?: string
  role?: Role
  format?: FieldFormat
  params?: Params
  /** Fields of each struct that the path finds. */
  fields?: Field[]
  /** Inherits from `$.display.definitions.NAME`. */
  $ref?: string
  visible?: Visibility
}

/** `mustMatch` hides the value, and the descriptor does not fit any other value. */
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
  /** An amount from here on counts as unlimited. */
  threshold?: string
  /** Text shown for an unlimited amount. */
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
  /** Path to the caller of an inner call, if it differs from the caller of the outer one. */
  spenderPath?: string
  /** Kinds of address that are allowed, and the sources whose names count for it. */
  types?: string[]
  sources?: string[]
  /** Addresses that stand for the signer. */
  senderAddress?: string | string[]
}

/** A field's value, for a screen to put into words. Amounts in the smallest unit, times in seconds. */
export type ClearValue =
  /** Untrusted text: show it by `visible`. */
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; hex: string }
  | { kind: 'number'; value: bigint }
  | { kind: 'yesNo'; value: boolean }
  | { kind: 'address'; address: Hex; isSender?: true; types?: string[]; sources?: string[] }
  /** `message`: the descriptor's word for so large an amount. */
  | { kind: 'coin'; amount: bigint; message?: string }
  /** `token` is undefined if the data does not say which token it is. */
  | {
      kind: 'token'
      amount: bigint
      token: Hex | undefined
      isUnlimited: boolean
      message?: string
    }
  | { kind: 'nft'; id: bigint; collection: Hex | undefined }
  /** `seconds` is undefined for no end. */
  | { kind: 'date'; seconds: bigint | undefined }
  | { kind: 'block'; number: bigint }
  | { kind: 'duration'; seconds: bigint }
  | { kind: 'unit'; value: bigint; base: string; decimals: number; prefix: boolean }
  /** A word from the descriptor's list of choices. */
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
  /** The intent as a sentence: texts and values in turn. */
  sentence?: (string | ClearValue)[]
  /** Name of the contract, if the descriptor is for this very contract. */
  owner?: string
  /** Copied from the descriptor. */
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
