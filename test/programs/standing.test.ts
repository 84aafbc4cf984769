/** Permissions that stand: found by an account's events, read from the contracts, and ended. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { lookBack, type Past } from '../../src/chain/past/past-logs.js'
import { type Standing, standingOf, topicsOf } from '../../src/chain/past/standing.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { encodeCall } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'

type Hex = `0x${string}`
const ME: Hex = '0x1000000000000000000000000000000000000a11'
const SHOP: Hex = '0x3000000000000000000000000000000000000c33'
const OTHER: Hex = '0x4000000000000000000000000000000000000d44'
const MAX = 2n ** 256n - 1n
const NOW = () => BigInt(Math.floor(Date.now() / 1000))
const LATER = 4_000_000_000n

/** A node that counts what it is asked, and answers for so many blocks at most. */
class Limited extends Rpc {
  asked = 0
  most = Number.POSITIVE_INFINITY

  override async request(method: string, params?: unknown): Promise<unknown> {
    if (method === 'eth_getLogs') {
      this.asked++
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }]
      if (Number(toBlock) - Number(fromBlock) >= this.most) {
        throw new ProviderRpcError(-32005, 'query returned more than 10000 results')
      }
    }
    return super.request(method, params as never)
  }
}

describe('permissions that stand', () => {
  let chain: LocalChain
  let node: Limited
  let token: Hex
  let dollar: Hex
  let art: Hex
  let items: Hex
  const permit2: Hex = '0x000000000022d473030f116ddee9f6b43ac78ba3'
  /** A contract with the same events as Permit2. */
  let other2: Hex

  before(async () => {
    chain = await LocalChain.start()
    node = new Limited(chain.url)
    await chain.fund(ME, 10n ** 20n)
    token = await chain.deploy(ME, 'Token', ['Harbour Dollar', 'HUSD', 6])
    dollar = await chain.deploy(ME, 'Token', ['Sample dollar', 'SUSD', 18])
    art = await chain.deploy(ME, 'Collectible', ['Harbour Art', 'ART'])
    items = await chain.deploy(ME, 'Items')
    const code = await chain.rpc.request('eth_getCode', [
      await chain.deploy(ME, 'Allowances'),
      'latest',
    ])
    await chain.rpc.request('anvil_setCode', [permit2, code])
    other2 = await chain.deploy(ME, 'Allowances')
    await call(art, 'mint(address,uint256)', ME, 1n)
    await call(art, 'mint(address,uint256)', ME, 2n)
    // Given, changed, taken back, and used up.
    await call(token, 'approve(address,uint256)', SHOP, 5n)
    await call(token, 'approve(address,uint256)', SHOP, 100n)
    await call(token, 'approve(address,uint256)', OTHER, 7n)
    await call(token, 'approve(address,uint256)', OTHER, 0n)
    await call(dollar, 'approve(address,uint256)', SHOP, MAX)
    await call(art, 'approve(address,uint256)', SHOP, 1n)
    await call(art, 'approve(address,uint256)', SHOP, 2n)
    await call(art, 'transferFrom(address,address,uint256)', ME, OTHER, 2n)
    await call(items, 'setApprovalForAll(address,bool)', SHOP, true)
    await call(permit2, 'approve(address,address,uint160,uint48)', token, SHOP, 9n, LATER)
    await call(permit2, 'approve(address,address,uint160,uint48)', dollar, SHOP, 9n, 1n)
    await call(other2, 'approve(address,address,uint160,uint48)', dollar, SHOP, 9n, LATER)
  })
  after(() => chain?.stop())

  async function call(to: Hex, signature: string, ...args: unknown[]): Promise<void> {
    const { status } = await chain.send({ from: ME, to, data: encodeCall(signature, args) })
    assert.equal(status, '0x1', signature)
  }
  const look = (known?: Past, questions = 6) =>
    lookBack(node, { topics: topicsOf(ME), questions }, known)
  const standing = async (logs: Past['logs']) =>
    (await standingOf(node, logs, ME, NOW(), new Set())).list
  const inWords = ({ permission, until }: Standing) =>
    [
      permission.kind,
      permission.contract?.toLowerCase(),
      permission.to,
      ...(permission.kind === 'tokens'
        ? [permission.isUnlimited ? 'all' : String(permission.amount)]
        : []),
      ...(until ? [`until ${until}`] : []),
    ].join(' ')

  it('are found with one question, and what is over is not among them', async () => {
    node.asked = 0
    const past = await look()
    assert.deepEqual([node.asked, past.from], [1, 0])
    const lower = (address: Hex) => address.toLowerCase()
    assert.deepEqual(
      (await standing(past.logs)).map(inWords).sort(),
      [
        `collectible ${lower(art)} ${SHOP}`,
        `collection ${lower(items)} ${SHOP}`,
        `tokens ${lower(dollar)} ${SHOP} all`,
        `tokens ${lower(token)} ${SHOP} 100`,
        `tokens ${lower(token)} ${SHOP} 9 until ${LATER}`,
      ].sort(),
    )
  })

  it('come with the furthest first', async () => {
    const kinds = (await standing((await look()).logs)).map(({ permission }) =>
      permission.kind === 'tokens' && permission.isUnlimited ? 'all' : permission.kind,
    )
    assert.deepEqual(kinds.slice(-3), ['tokens', 'tokens', 'collectible'])
    assert.deepEqual(kinds.slice(0, 2).sort(), ['all', 'collection'])
  })

  it('are looked for backwards, where a node answers for a few blocks only, and later on from there', async () => {
    node.most = 4
    node.asked = 0
    let past = await look()
    assert.ok(node.asked <= 6 && past.from > 0, `${node.asked} ${past.from}`)
    for (let times = 0; past.from && times < 20; times++) past = await look(past, 5)
    assert.equal(past.from, 0)
    node.most = Number.POSITIVE_INFINITY
    assert.deepEqual(past.logs, (await look()).logs)
  })

  it('that are new are found from where it ended last', async () => {
    const before = await look()
    await call(token, 'approve(address,uint256)', OTHER, 3n)
    node.asked = 0
    const past = await look(before)
    assert.deepEqual([node.asked, past.from], [1, 0])
    const found = (await standing(past.logs)).map(inWords)
    assert.ok(found.includes(`tokens ${token.toLowerCase()} ${OTHER} 3`))
  })

  it('a node that refuses everything is an error, and one that fails later leaves what was found', async () => {
    node.most = 0
    await assert.rejects(look(), /10000 results/)
    node.most = 4
    const past = await look()
    node.most = 0
    assert.deepEqual((await look(past)).logs, past.logs)
    node.most = Number.POSITIVE_INFINITY
  })

  it('of a token that burns all gas or answers nothing are told by its events, beside all others', async () => {
    const past = await look()
    const hostile = '0x9999999999999999999999999999999999999999'
    await chain.rpc.request('anvil_setCode', [hostile, '0x5b600056'])
    const topics = past.logs[0]!.topics
    const data: Hex = `0x${50n.toString(16).padStart(64, '0')}`
    const found = await standing([...past.logs, { address: hostile, topics, data }])
    const one = found.find((each) => inWords(each) === `tokens ${hostile} ${SHOP} 50`)
    assert.ok(one)
    assert.equal(one.revoke, undefined, 'of a contract that does not answer nothing is called')
    assert.equal(found.length, (await standing(past.logs)).length + 1)
  })

  it('of a collectible whose owner is not told still count', async () => {
    const { logs } = await look()
    const own = (await standing(logs)).map(inWords)
    const mute = '0x7777777777777777777777777777777777777777'
    // Answers `getApproved` with SHOP, and nothing else.
    const code = `0x60003560e01c63081812fc14601357600080fd5b73${SHOP.slice(2)}60005260206000f3`
    await chain.rpc.request('anvil_setCode', [mute, code])
    const hostile = '0x9999999999999999999999999999999999999999'
    const [approval] = logs.filter(({ address }) => address === art.toLowerCase())
    const more = [mute, hostile].map((address) => ({ ...approval!, address }))
    const found = await standing([...logs, ...more])
    assert.deepEqual(
      found
        .filter((one) => !own.includes(inWords(one)))
        .map((one) => [inWords(one), one.revoke?.to]),
      [
        [`collectible ${mute} ${SHOP}`, mute],
        [`collectible ${hostile} ${SHOP}`, undefined],
      ],
    )
  })

  /** A node that answers with more events than there are. */
  const flooded = (made: (real: Past['logs']) => unknown[]) => {
    const flood = new Limited(chain.url)
    const request = flood.request.bind(flood)
    flood.request = async (method, params) => {
      const answer = await request(method, params)
      return method === 'eth_getLogs' ? made(answer as Past['logs']) : answer
    }
    return lookBack(flood, { topics: topicsOf(ME), questions: 6 }, undefined)
  }
  const fakes = (count: number, address: string, real: Past['logs']) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ address, data: `0x${0n.toString(16).padStart(64, '0')}` },
      topics: [...real[0]!.topics.slice(0, 2), `0x${(at + 1).toString(16).padStart(64, '0')}`],
    }))

  it('are not hidden by a contract that makes thousands of events, before or after them', async () => {
    const own = (await standing((await look()).logs)).map(inWords).sort()
    const fake = '0x8888888888888888888888888888888888888888'
    for (const made of [
      (real: Past['logs']) => [...real, ...fakes(3_000, fake, real)],
      (real: Past['logs']) => [...fakes(3_000, fake, real), ...real],
    ]) {
      const past = await flooded(made)
      assert.equal(past.isCut, true)
      assert.deepEqual((await standing(past.logs)).map(inWords).sort(), own)
    }
  })

  it('are not hidden by many contracts that make some events each', async () => {
    const real = (await look()).logs
    const own = (await standing(real)).map(inWords).sort()
    const many = (from: number, code: string) =>
      Promise.all(
        Array.from({ length: 30 }, async (_, at) => {
          const address = `0x${(from + at).toString(16).padStart(40, '8')}`
          await chain.rpc.request('anvil_setCode', [address, code])
          const data: Hex = `0x${'1'.padStart(64, '0')}`
          return fakes(40, address, real).map((one) => ({ ...one, data }))
        }),
      )
    // They tell that nothing is left.
    const silent = (await many(0x100, '0x60206000f3')).flat()
    assert.deepEqual((await standing([...real, ...silent])).map(inWords).sort(), own)
    // They tell that all is left, and so they are shown; but the token that the person has comes first.
    const loud = (await many(0x200, '0x60001960005260206000f3')).flat()
    for (const logs of [
      [...real, ...loud],
      [...loud, ...real],
    ]) {
      const known = new Set([token.toLowerCase()])
      const { list, hasMore } = await standingOf(node, logs, ME, NOW(), known)
      assert.deepEqual([list.length, hasMore], [200, true])
      assert.equal(list.map(inWords).includes(`tokens ${token.toLowerCase()} ${SHOP} 100`), true)
    }
  })

  it('are not hidden by events that are none, or too large', async () => {
    const own = (await standing((await look()).logs)).map(inWords).sort()
    const past = await flooded((real) => [
      ...[null, 7, { address: token }, { ...real[0], topics: ['0x1'] }, { ...real[0], data: 'x' }],
      ...real,
      {
        ...fakes(1, '0x8888888888888888888888888888888888888888', real)[0],
        data: `0x${'00'.repeat(200_000)}`,
      },
    ])
    assert.deepEqual((await standing(past.logs)).map(inWords).sort(), own)
  })

  it('end by the call that each names', async () => {
    const found = await standing((await look()).logs)
    assert.ok(found.length >= 5)
    for (const { revoke } of found) {
      const { status } = await chain.send({ from: ME, ...revoke! })
      assert.equal(status, '0x1')
    }
    assert.deepEqual((await standing((await look()).logs)).map(inWords), [])
  })
})
