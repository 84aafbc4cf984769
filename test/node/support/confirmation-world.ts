/** A chain with tokens, collectibles, a pool and a market on it, and an account that has some of each. */

import { summarize } from '../../../src/app/screens/explanation/summary.js'
import type { Explanation } from '../../../src/chain/explain/explain.js'
import type { BalanceChange } from '../../../src/chain/simulate/simulation.js'
import { shortAddress } from '../../../src/chain/values/addresses.js'
import { word } from '../../../src/chain/values/words.js'
import { callData } from '../../support/contracts.js'
import { LocalChain } from '../../support/local-chain.js'

export type Hex = `0x${string}`

/** Not of anvil's own accounts, whose addresses have code in some versions of it. */
export const ME: Hex = '0x1000000000000000000000000000000000000a11'
export const FRIEND: Hex = '0x2222222222222222222222222222222222222222'
export const STRANGER: Hex = '0x3333333333333333333333333333333333333333'
/** The same first and last digits as the friend's. */
export const POISON: Hex = '0x2222aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa2222'
/** Pays gas of the set-up. */
export const MAKER: Hex = '0x4444444444444444444444444444444444444444'
export const ETHER = 10n ** 18n
export const MILLION = 10n ** 6n
export const MAX = 2n ** 256n - 1n

const CONTRACTS = {
  usd: ['Token', 'Sample Dollar', 'USDX', 6],
  gold: ['Token', 'Sample Gold', 'GOLD', 18],
  fakeEther: ['Token', 'Ether', 'ETH', 18],
  /** The second letter is Cyrillic. */
  homoglyph: ['Token', 'USD Coin', 'U\u0405DC', 6],
  hidden: ['Token', 'Hidden', 'GO\u200bLD', 18],
  fee: ['FeeToken'],
  liar: ['LyingToken'],
  weth: ['WrappedEther'],
  apes: ['Collectible', 'Sample Apes', 'APE'],
  items: ['Items'],
  pool: ['Pool'],
  market: ['Market'],
  failing: ['Failing'],
  counter: ['Counter', ME],
  claims: ['Claims'],
  multicall: ['Multicall3'],
  code: ['Upgradeable'],
  newCode: ['Upgradeable'],
} as const satisfies Record<string, readonly [string, ...unknown[]]>
const FUNGIBLE = ['usd', 'gold', 'fakeEther', 'homoglyph', 'hidden', 'fee', 'liar', 'weth', 'vault']
const IDS = [1n, 2n, 3n, 4n]

export type Name = keyof typeof CONTRACTS | 'vault' | 'proxy'
export type Places = Record<Name, Hex>

export class World {
  readonly chain: LocalChain
  readonly at: Places

  static async start(): Promise<World> {
    const chain = await LocalChain.start()
    const at: Record<string, Hex> = {}
    for (const account of [ME, MAKER]) await chain.fund(account, 1000n * ETHER)
    for (const [name, [contract, ...args]] of Object.entries(CONTRACTS)) {
      at[name] = await chain.deploy(MAKER, contract, args)
    }
    at.vault = await chain.deploy(MAKER, 'Vault', [at.usd])
    at.proxy = await chain.deploy(MAKER, 'UpgradeableProxy', [at.code])
    const world = new World(chain, at as Places)
    await world.#fill()
    return world
  }

  private constructor(chain: LocalChain, at: Places) {
    this.chain = chain
    this.at = at
  }

  /** Mines a call. */
  async call(from: Hex, name: Name, data: Hex, value = 0n): Promise<void> {
    const { status } = await this.chain.send({ from, to: this.at[name], data, value })
    if (status !== '0x1') throw new Error(`A call of ${name} failed.`)
  }

  /** What the account has of everything, by a name for each. Without what it paid for gas. */
  async balances(account: Hex): Promise<Map<string, bigint>> {
    const { rpc } = this.chain
    const read = async (to: Hex, data: string) =>
      BigInt((await rpc.request('eth_call', [{ to, data }, 'latest'])) as string)
    const found = new Map([['coin', await rpc.quantity('eth_getBalance', [account, 'latest'])]])
    for (const name of FUNGIBLE) {
      const at = this.at[name as Name]
      found.set(`token ${at.toLowerCase()}`, await read(at, `0x70a08231${word(account)}`))
    }
    for (const id of IDS) {
      const { apes, items } = this.at
      const owner = await read(apes, `0x6352211e${word(id)}`)
      found.set(`nft ${apes.toLowerCase()} ${id}`, BigInt(+(owner === BigInt(account))))
      const some = await read(items, `0x00fdd58e${word(account)}${word(id)}`)
      found.set(`nft ${items.toLowerCase()} ${id}`, some)
    }
    return found
  }

  /** What a person reads, a line each, with names in place of the addresses. */
  read(explanation: Explanation): string[] {
    const {
      changes = [],
      outcome,
      risks,
      calls,
      gist,
    } = summarize(explanation, {
      locale: 'en',
      ticker: 'ETH',
    })
    const nameOf = (address: Hex | undefined) =>
      address ? ` <${this.#names().get(address.toLowerCase()) ?? address}>` : ''
    /** What has no name of its own is told by the ends of its address. */
    const withNames = (text: string) =>
      [...this.#names()].reduce(
        (shown, [address, name]) => shown.replace(shortAddress(address), `<${name}>`),
        text,
      )
    const show = (call: (typeof calls)[number], indent: string): string[] => [
      `${indent}${call.title}`,
      ...call.lines.map(
        ({ label, text, address }) => `${indent}  ${label}: ${text}${nameOf(address)}`,
      ),
      ...call.inner.flatMap((inner) => show(inner, `${indent}    `)),
    ]
    return [
      ...changes.map(({ text, note, address }) =>
        [`${withNames(text)}${nameOf(address)}`, note].filter((one) => one).join(' '),
      ),
      ...(outcome ? [outcome] : []),
      ...calls.flatMap((call) => show(call, '')),
      ...risks.map(
        ({ severity, text, address, other }) =>
          `${severity}: ${text}${nameOf(address)}${nameOf(other)}`,
      ),
      ...(gist ? [`button: ${withNames(gist.replace(/[\u2060\u2066-\u2069]/g, ''))}`] : []),
    ]
  }

  stop(): Promise<void> {
    return this.chain.stop()
  }

  #names(): Map<string, string> {
    const people = { me: ME, friend: FRIEND, stranger: STRANGER, poison: POISON }
    const all = Object.entries({ ...this.at, ...people })
    return new Map(all.map(([name, address]) => [address.toLowerCase(), name]))
  }

  /** The account has some of each, and the pool and the market have what they need. */
  async #fill(): Promise<void> {
    const { pool, market, gold, weth } = this.at
    for (const name of ['usd', 'homoglyph'] as const) {
      await this.call(MAKER, name, callData('Token', 'mint', [ME, 1000n * MILLION]))
    }
    for (const name of ['gold', 'fakeEther', 'hidden', 'fee'] as const) {
      await this.call(MAKER, name, callData('Token', 'mint', [ME, 100n * ETHER]))
    }
    await this.call(MAKER, 'usd', callData('Token', 'mint', [this.at.claims, 50n * MILLION]))
    await this.call(MAKER, 'gold', callData('Token', 'mint', [pool, 1000n * ETHER]))
    await this.call(MAKER, 'gold', callData('Token', 'mint', [MAKER, 10n * ETHER]))
    await this.chain.fund(pool, 100n * ETHER)
    await this.chain.fund(this.at.claims, ETHER)
    await this.call(ME, 'weth', callData('WrappedEther', 'deposit'), 5n * ETHER)
    await this.chain.fund(ME, 1000n * ETHER)
    for (const [id, owner] of [ME, ME, MAKER, MAKER].entries()) {
      await this.call(MAKER, 'apes', callData('Collectible', 'mint', [owner, IDS[id]]))
      await this.call(MAKER, 'items', callData('Items', 'mint', [ME, IDS[id], 10n]))
    }
    const all = callData('Collectible', 'setApprovalForAll', [market, true])
    await this.call(MAKER, 'apes', all)
    await this.call(MAKER, 'market', callData('Market', 'list', [this.at.apes, 3n, 2n * ETHER]))
    await this.call(MAKER, 'gold', callData('Token', 'approve', [market, MAX]))
    for (const [token, spender] of [
      [gold, pool],
      [weth, pool],
    ] as const) {
      await this.chain.send({
        from: ME,
        to: token,
        data: callData('Token', 'approve', [spender, MAX]),
      })
    }
  }
}

/** How `balances` names what a simulation says that changes. */
export function changeKey(change: BalanceChange): string {
  if (change.kind === 'coin') return 'coin'
  if (change.kind === 'token') return `token ${change.token.toLowerCase()}`
  return `nft ${change.collection.toLowerCase()} ${change.id}`
}
