/** Facts that tokens tell about themselves. */
import type { Hex, Standard } from '../clear-signing/descriptor.js'
import { visible } from '../values/text.js'
import { DECIMALS_CALL, NAME_CALL, readDecimals, readText, SYMBOL_CALL } from './address-facts.js'
import { type Node, readAll, toInteger } from './contract-reads.js'

/** First four bytes of the hash of `totalSupply()`. */
const SUPPLY_CALL = '0x18160ddd'
/** `supportsInterface` of ERC-165, with the interface's id. */
const supports = (id: string): Hex => `0x01ffc9a7${id}${'0'.repeat(56)}`
const IS_721 = supports('80ac58cd')
const IS_1155 = supports('d9b67a26')
const QUESTIONS: readonly Hex[] = [
  NAME_CALL,
  SYMBOL_CALL,
  DECIMALS_CALL,
  SUPPLY_CALL,
  IS_721,
  IS_1155,
]
/** Characters: real symbols fit on a line. */
const MAX_SYMBOL = 24
const MAX_NAME = 60

/** Names are the contract's own choice, with every character visible. */
export interface TokenInfo {
  /** In the caller's spelling. */
  address: Hex
  standard: Standard
  name?: string
  symbol?: string
  decimals: number
  /** Total supply in the smallest unit, if the contract tells. */
  supply?: bigint
}

/** Asks contracts whether they are tokens. The result contains only tokens. */
export async function describeTokens(node: Node, addresses: readonly Hex[]): Promise<TokenInfo[]> {
  const reads = addresses.flatMap((to) => QUESTIONS.map((data) => ({ to, data })))
  const answers = await readAll(node, reads)
  return addresses.flatMap((address, at) => {
    const own = answers.slice(at * QUESTIONS.length, (at + 1) * QUESTIONS.length)
    return describe(address, own) ?? []
  })
}

function describe(
  address: Hex,
  [name, symbol, decimals, supply, is721, is1155]: (Hex | undefined)[],
): TokenInfo | undefined {
  const size = readDecimals(decimals)
  // A contract with decimals counts as ERC-20, whatever it reports: collectibles are indivisible.
  const standard =
    toInteger(is721) === 1n && !size
      ? 'ERC-721'
      : toInteger(is1155) === 1n
        ? 'ERC-1155'
        : size !== undefined
          ? 'ERC-20'
          : undefined
  if (!standard) return undefined
  const shownName = shown(readText(name), MAX_NAME)
  const shownSymbol = shown(readText(symbol), MAX_SYMBOL)
  const all = toInteger(supply)
  return {
    address,
    standard,
    decimals: standard === 'ERC-20' ? size! : 0,
    ...(shownName && { name: shownName }),
    ...(shownSymbol && { symbol: shownSymbol }),
    ...(all !== undefined && { supply: all }),
  }
}

/** A contract's own words, on one line. */
function shown(text: string | undefined, max: number): string | undefined {
  const line = visible(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > max ? `${line.slice(0, max)}…` : line || undefined
}
