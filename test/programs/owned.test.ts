/**
 * All that one person has and has allowed, on two chains with nodes that answer for a few blocks at a time: found without
 * typing, within so many questions, and ended.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { lookBack, type Past } from '../../src/chain/past/past-logs.js'
import { readReceived, receivedTopics } from '../../src/chain/past/received.js'
import { standingOf, topicsOf } from '../../src/chain/past/standing.js'
import type { Asset } from '../../src/chain/reads/asset.js'
import { readHoldings } from '../../src/chain/reads/holdings.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { encodeCall } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'

type Hex = `0x${string}`
const ME: Hex = '0x1000000000000000000000000000000000000a11'
const MAKER: Hex = '0x3000000000000000000000000000000000000c33'
const PERMIT2: Hex = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const LATER = 4_000_000_000n
const NOW = BigInt(Math.floor(Date.now() / 1000))
/** On both chains together. */
const LISTED = 30
const CAPS = 20
/** Blocks that a node answers for at once. */
const SPAN = 40
/** Questions for events: of permissions at first and later, of what came each time and for each kind. */
const FIRST = 6
const LATER_ON = 5
const CAME = 3

const spender = (at: number): Hex => `0x${(0xd000 + at).toString(16).padStart(40, '0')}`
const lower = (address: string) => address.toLowerCase()

class Counted extends Rpc {
  asked: string[] = []

  override async request(method: string, params?: unknown): Promise<unknown> {
    this.asked.push(method)
    if (method === 'eth_getLogs') {
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }]
      if (Number(toBlock) - Number(fromBlock) >= SPAN) {
        throw new ProviderRpcError(-32005, 'block range is too wide')
      }
    }
    return super.request(method, params as never)
  }

  count(method: string): number {
    return this.asked.filter((one) => one === method).length
  }
}

interface World {
  chain: LocalChain
  node: Counted
  listed: Asset[]
  /** Tokens that no list has, and collectibles, as they are found. */
  unlisted: string[]
}

const token = (address: Hex): Asset => ({ type: 'ERC20', address, symbol: 'T', decimals: 6 })

/** Half of everything; hostile contracts among it. */
async function startChain(chainId: number): Promise<World> {
  const chain = await LocalChain.start(chainId)
  const send = async (from: Hex, to: Hex, signature: string, ...args: unknown[]) => {
    const { status } = await chain.send({ from, to, data: encodeCall(signature, args) })
    assert.equal(status, '0x1', signature)
  }
  const mine = (to: Hex, signature: string, ...args: unknown[]) => send(ME, to, signature, ...args)
  const mint = (to: Hex, amount: bigint) => send(MAKER, to, 'mint(address,uint256)', ME, amount)
  await chain.fund(ME, 10n ** 20n)
  await chain.fund(MAKER, 10n ** 20n)
  const make = (name: string, args: unknown[] = []) => chain.deploy(MAKER, name, args)
  const tokens: Hex[] = []
  for (let at = 0; at < LISTED / 2; at++) {
    tokens.push(await make('Token', [`Token ${at}`, `T${at}`, 6]))
    await mint(tokens[at]!, BigInt(at + 1))
  }
  const burning: Hex = '0x9999999999999999999999999999999999999999'
  await chain.rpc.request('anvil_setCode', [burning, '0x5b600056'])
  const unlisted: string[] = []
  for (let at = 0; at < 5; at++) {
    const came = await make('Token', [`Harbour ${at}`, `H${at}`, 18])
    await mint(came, 7n)
    unlisted.push(`ERC20 ${lower(came)} 7`)
  }
  const art = await make('Collectible', ['Harbour Art', 'ART'])
  const items = await make('Items')
  for (const id of [3n, 4n]) await mint(art, id)
  await send(MAKER, items, 'mint(address,uint256,uint256)', ME, 8n, 2n)
  unlisted.push(`ERC721 ${lower(art)} 1`, `ERC721 ${lower(art)} 1`, `ERC1155 ${lower(items)} 2`)
  const allowances = await chain.rpc.request('eth_getCode', [await make('Allowances'), 'latest'])
  await chain.rpc.request('anvil_setCode', [PERMIT2, allowances])
  // Ten of five kinds.
  await mine(tokens[0]!, 'approve(address,uint256)', spender(0), 2n ** 256n - 1n)
  for (const at of [1, 2, 3]) await mine(tokens[at]!, 'approve(address,uint256)', spender(at), 9n)
  await mine(art, 'approve(address,uint256)', spender(4), 3n)
  for (const at of [5, 6]) await mine(art, 'setApprovalForAll(address,bool)', spender(at), true)
  await mine(items, 'setApprovalForAll(address,bool)', spender(7), true)
  for (const at of [8, 9]) {
    const [to, of] = [spender(at), tokens[at]!]
    await mine(PERMIT2, 'approve(address,address,uint160,uint48)', of, to, 5n, LATER)
  }
  const listed = [...tokens, burning].map(token)
  return { chain, node: new Counted(chain.url), listed, unlisted: unlisted.sort() }
}

describe('what one has on two chains', () => {
  let worlds: World[]

  before(async () => {
    worlds = await Promise.all([31_337, 31_338].map(startChain))
  })
  after(() => Promise.all((worlds ?? []).map(({ chain }) => chain.stop())))

  /** Visit after visit, until all was looked for. @returns The last, and how many questions each took. */
  async function visits(
    { node }: World,
    look: (known: Past | undefined, at: number) => Promise<Past>,
  ): Promise<[Past, number[]]> {
    const counts: number[] = []
    let past: Past | undefined
    do {
      node.asked = []
      past = await look(past, counts.length)
      counts.push(node.count('eth_getLogs'))
    } while (past.from && counts.length < 30)
    assert.equal(past.from, 0)
    return [past, counts]
  }

  it('are the listed tokens, by one question a chain, whatever hostile ones among them do', async () => {
    let found = 0
    for (const { node, listed } of worlds) {
      node.asked = []
      const holdings = await readHoldings(node, ME, listed)
      assert.deepEqual(node.asked, ['eth_call'])
      found += holdings.filter(({ amount }) => amount).length
      assert.equal(holdings.at(-1)!.amount, undefined, 'of the one that burns all gas')
    }
    assert.equal(found, LISTED)
  })

  it('are unlisted tokens and collectibles that came, over as many visits as the node needs', async () => {
    for (const world of worlds) {
      const { node, listed, unlisted } = world
      const logs = []
      for (const topics of receivedTopics(ME)) {
        const [past, counts] = await visits(world, (known) =>
          lookBack(node, { topics, questions: CAME, isEach: true }, known),
        )
        assert.ok(Math.max(...counts) <= CAME, String(counts))
        logs.push(...past.logs)
      }
      const known = new Set(listed.map(({ address }) => lower(address)))
      const { list } = await readReceived(
        node,
        logs,
        ME,
        ({ address }) => known.has(address),
        () => false,
      )
      const words = list.map(({ asset, amount }) => `${asset.type} ${asset.address} ${amount}`)
      assert.deepEqual(words.sort(), unlisted)
    }
  })

  it('and what others may take of it: twenty permissions of five kinds, and each is ended', async () => {
    let ended = 0
    for (const world of worlds) {
      const { node, chain } = world
      const look = (known: Past | undefined, at: number) =>
        lookBack(node, { topics: topicsOf(ME), questions: at ? LATER_ON : FIRST }, known)
      const [past, counts] = await visits(world, look)
      assert.ok(
        counts.every((count, at) => count <= (at ? LATER_ON : FIRST)),
        String(counts),
      )
      const { list } = await standingOf(node, past.logs, ME, NOW, new Set())
      const places = new Set(list.map(({ revoke }) => revoke!.to))
      assert.equal(places.size, 4 + 2 + 1, 'four tokens, two collections, Permit2')
      for (const { revoke } of list) {
        const { status } = await chain.send({ from: ME, ...revoke! })
        assert.equal(status, '0x1')
        ended++
      }
      const after = await look(past, 1)
      assert.deepEqual((await standingOf(node, after.logs, ME, NOW, new Set())).list, [])
    }
    assert.equal(ended, CAPS)
  })

  it('and not what the chain took back: events of blocks that others replaced are gone', async () => {
    const { node, chain, listed } = worlds[0]!
    const to = spender(20)
    const data = encodeCall('approve(address,uint256)', [to, 3n])
    const look = (known?: Past) => lookBack(node, { topics: topicsOf(ME), questions: FIRST }, known)
    const hasIt = ({ logs }: Past) =>
      logs.some(({ topics }) => lower(topics[2] ?? '').endsWith(to.slice(2)))
    const all = await visits(worlds[0]!, look)
    await chain.send({ from: ME, to: listed[0]!.address, data })
    const seen = await look(all[0])
    assert.equal(hasIt(seen), true)
    await chain.rpc.request('anvil_reorg', [1, []])
    assert.equal(hasIt(await look(seen)), false)
    // What stood before it stands again.
    const before = encodeCall('approve(address,uint256)', [to, 8n])
    await chain.send({ from: ME, to: listed[0]!.address, data: before })
    await chain.rpc.request('anvil_mine', ['0x14'])
    const settled = await look(seen)
    await chain.send({
      from: ME,
      to: listed[0]!.address,
      data: encodeCall('approve(address,uint256)', [to, 0n]),
    })
    const revoked = await look(settled)
    await chain.rpc.request('anvil_reorg', [1, []])
    const { list } = await standingOf(node, (await look(revoked)).logs, ME, NOW, new Set())
    assert.deepEqual(
      list.map(({ permission }) => permission.to).filter((one) => lower(one) === to),
      [to],
    )
  })
})
