/** The actions of Uniswap's positions, version 4 (https://github.com/Uniswap/v4-periphery, `Actions`). */
import * as AbiParameters from 'ox/AbiParameters'

import type { Hex } from '../clear-signing/descriptor.js'
import { wordsOf } from '../values/words.js'

const LIST = AbiParameters.from('bytes actions, bytes[] params')
/** By action: the word with the address that gets something. */
const PAYEES: Record<number, number> = {
  /** MINT_POSITION, and MINT_POSITION_FROM_DELTAS: the owner, after the pool and the range. */
  2: 10,
  5: 9,
  /** TAKE, TAKE_PORTION, TAKE_PAIR, SWEEP. */
  14: 1,
  16: 1,
  17: 2,
  20: 1,
}
/** The last action of the version. */
const LAST = 0x16

/** Hex digits that are read. */
const MOST = 64 * 1024

/** Who gets something. `undefined` where the actions cannot be read. */
export function payeesIn(unlockData: Hex): Hex[] | undefined {
  if (unlockData.length > MOST) return undefined
  try {
    const [actions, params] = AbiParameters.decode(LIST, unlockData)
    const codes =
      actions
        .slice(2)
        .match(/../g)
        ?.map((code) => Number.parseInt(code, 16)) ?? []
    if (codes.length !== params.length || codes.some((code) => code > LAST)) return undefined
    return codes.flatMap((code, at): Hex[] => {
      const place = PAYEES[code]
      return place === undefined ? [] : [`0x${wordsOf(params[at]!)[place]!.slice(24)}`]
    })
  } catch {
    return undefined
  }
}
