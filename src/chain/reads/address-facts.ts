/** What the chain says about an address: a person or a contract, and how a token calls itself. */
import { ProviderRpcError, WalletError } from '../../shared/errors.js'
import type { Rpc } from '../rpc/rpc.js'
import { fromHex, isBlank, readUtf8 } from '../values/text.js'

/** Milliseconds for all that is asked about one address: a person waits for it. */
const TIMEOUT = 6_000
/** Addresses that are remembered for each node. */
const MAX_KEPT = 200
/** Decimals of real tokens are 0 to 24; a contract can say up to 255. */
const MAX_DECIMALS = 36
/** A longer text is cut off here. */
const MAX_TEXT = 64
/** A valid answer for an address's code. */
const CODE = /^0x([0-9a-f]{2})*$/i
/** Code of a person's account that uses a contract's code (EIP-7702). It still counts as a person. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i
/** First four bytes of the hashes of `name()`, `symbol()`, `decimals()` and `totalSupply()`. */
export const NAME_CALL = '0x06fdde03'
export const SYMBOL_CALL = '0x95d89b41'
export const DECIMALS_CALL = '0x313ce567'
const SUPPLY_CALL = '0x18160ddd'

/** Facts about an address. Names are unverified: any contract can claim any name. */
export interface AddressFacts {
  isContract: boolean
  name?: string
  symbol?: string
  /** Absent if the contract does not tell: it is not a token, or its tokens are indivisible. */
  decimals?: number
  /** Total supply in the smallest unit, if the contract tells. */
  supply?: bigint
}

const kept = new WeakMap<Rpc, Map<string, Promise<AddressFacts>>>()

/**
 * What a chain says about an address. Asked once, then remembered.
 *
 * @throws {WalletError} `CHAIN_DISCONNECTED` if the node does not say in time.
 */
export function readAddress(rpc: Rpc, address: string): Promise<AddressFacts> {
  const facts = kept.get(rpc) ?? new Map<string, Promise<AddressFacts>>()
  kept.set(rpc, facts)
  const key = address.toLowerCase()
  const known = facts.get(key)
  if (known) return known
  const asked = inTime(ask(rpc, key))
  facts.set(key, asked)
  for (const oldest of facts.keys()) {
    if (facts.size <= MAX_KEPT) break
    facts.delete(oldest)
  }
  asked.catch(() => facts.delete(key))
  return asked
}

/** The result of a view function as hex words; `undefined` if there is no such function. */
export async function callView(rpc: Rpc, to: string, data: string): Promise<string | undefined> {
  try {
    const result = await rpc.request('eth_call', [{ to, data }, 'latest'])
    return typeof result === 'string' && /^0x([0-9a-f]{64})+$/i.test(result) ? result : undefined
  } catch (error) {
    if (error instanceof ProviderRpcError) return undefined
    throw error
  }
}

export function readDecimals(hex: string | undefined): number | undefined {
  const value = hex ? BigInt(hex) : undefined
  return value !== undefined && value <= MAX_DECIMALS ? Number(value) : undefined
}

/**
 * Reads an ABI string, or `bytes32` as in the oldest tokens. Any other answer counts as no text, and so does one of which
 * nothing can be seen.
 */
export function readText(hex: string | undefined): string | undefined {
  if (!hex) return undefined
  const bytes = fromHex(hex.slice(2))
  const isWord = bytes.length === 32
  if (!isWord && bytes.length < 64) return undefined
  const size = isWord ? 32 : Number(BigInt(`0x${hex.slice(66, 130)}`))
  const text = readUtf8(bytes.slice(isWord ? 0 : 64, isWord ? 32 : 64 + size))
  return text && !isBlank(text) ? text.replace(/\0+$/, '') : undefined
}

async function ask(rpc: Rpc, address: string): Promise<AddressFacts> {
  const code = await rpc.request('eth_getCode', [address, 'latest'])
  // Invalid bytes must not make a person's account look like a contract.
  if (typeof code !== 'string' || !CODE.test(code)) {
    throw new WalletError('CHAIN_DISCONNECTED', 'The node gave no code.')
  }
  if (code === '0x' || DELEGATION.test(code)) return { isContract: false }
  const [name, symbol, decimals, supply] = await Promise.all([
    callView(rpc, address, NAME_CALL).then(readText),
    callView(rpc, address, SYMBOL_CALL).then(readText),
    callView(rpc, address, DECIMALS_CALL).then(readDecimals),
    callView(rpc, address, SUPPLY_CALL),
  ])
  return {
    isContract: true,
    ...(name && { name: cut(name) }),
    ...(symbol && { symbol: cut(symbol) }),
    ...(decimals !== undefined && { decimals }),
    ...(supply?.length === 66 && { supply: BigInt(supply) }),
  }
}

export const cut = (text: string): string => {
  const characters = [...text]
  return characters.length > MAX_TEXT ? `${characters.slice(0, MAX_TEXT).join('')}…` : text
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new WalletError('CHAIN_DISCONNECTED', `No answer in ${TIMEOUT} ms.`))
    }, TIMEOUT)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
