/** Payments that a function takes as lists: of recipients and of amounts, or of both together. */
import type { ClearCall } from '../clear-signing/calldata.js'
import type { DataNode, Hex } from '../clear-signing/descriptor.js'
import { word } from '../values/words.js'
import type { PackedCall } from './packed-calls.js'

const LISTED = /^(disperse|airdrop)(Ether|NativeToken|Token|TokenSimple|ERC20)\(/
const TRANSFER = '0xa9059cbb'

/**
 * The payments of coins, or of the token that comes first. `undefined` for functions that take no such lists.
 *
 * @returns Empty if the lists differ in length.
 */
export function listedIn({ signature, args }: ClearCall): PackedCall[] | undefined {
  if (!LISTED.test(signature)) return undefined
  const [token] = args.flatMap(({ value }) => value ?? []) as Hex[]
  const [first = [], second] = args.flatMap(({ children }) => (children ? [children] : []))
  if (second && second.length !== first.length) return []
  return first.map((one, at) => {
    const [to, amount] = second ? [one, second[at]!] : (one.children as [DataNode, DataNode])
    return payment(token, to.value as Hex, BigInt(amount.value!))
  })
}

const payment = (token: Hex | undefined, to: Hex, amount: bigint): PackedCall =>
  token
    ? { to: token, value: 0n, data: `${TRANSFER}${word(to)}${word(amount)}` }
    : { to, value: amount, data: '0x' }
