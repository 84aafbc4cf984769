/** What others may do is told where no event tells it: the contracts themselves are asked, before and after. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { type Explanation, explain, type Plan } from '../../src/chain/explain/explain.js'
import type { Node } from '../../src/chain/reads/contract-reads.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { encodeCall } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'

type Hex = `0x${string}`
const ME: Hex = '0x1000000000000000000000000000000000000a11'
const THIEF: Hex = '0x3333333333333333333333333333333333333300'
const ALL = 2n ** 256n - 1n

let chain: LocalChain
let silent: Hex
let owned: Hex
let passage: Hex
let watchful: Hex
let liar: Hex
before(async () => {
  chain = await LocalChain.start()
  await chain.fund(ME, 10n ** 20n)
  silent = await chain.deploy(ME, 'Silent')
  owned = await chain.deploy(ME, 'SilentOwned')
  passage = await chain.deploy(ME, 'Passage', [silent])
  watchful = await chain.deploy(ME, 'Watchful')
  liar = await chain.deploy(ME, 'Liar')
})
after(() => chain?.stop())

/** What nodes have that cannot simulate. */
const NODES: Record<string, () => Node> = {
  'a node that simulates': () => chain.rpc,
  'a node that simulates and lists no access': () => chain.without('eth_createAccessList'),
  'a node that traces': () => chain.without('eth_simulateV1'),
}

/** How much of it there is; for what has no amount, 1. */
async function held(to: Hex, signature: string, args: unknown[]): Promise<bigint> {
  const call = { to, data: encodeCall(signature, args) }
  return BigInt((await chain.rpc.request('eth_call', [call, 'latest'])) as Hex)
}

const ask = (node: Node, to: Hex, data: Hex): Promise<Explanation> =>
  explain({ calls: [{ chainId: 31_337, from: ME, to, value: 0n, data }], ticker: 'ETH' }, node)

/** What is named, as `kind to contract`, with the amount of tokens. */
const named = ({ simulation }: Explanation): string[] =>
  simulation?.status === 'done'
    ? simulation.permissions.map((one) => {
        const much = one.kind === 'tokens' ? ` ${one.amount}` : ''
        return `${one.kind} ${one.to} ${one.contract}${much}`
      })
    : []
const dangers = ({ risks }: Explanation): string[] =>
  risks.flatMap(({ severity, code }) => (severity === 'danger' ? [code] : []))

/** Names it, with a danger; then does it, and the right is there. Then all is as it was. */
async function isTold(
  node: Node,
  to: Hex,
  data: Hex,
  expected: string[],
  question: [signature: string, args: unknown[]],
  contract = to,
): Promise<void> {
  const before = await held(contract, ...question)
  const explanation = await ask(node, to, data)
  const snapshot = await chain.rpc.request('evm_snapshot', [])
  await chain.send({ from: ME, to, data })
  const gained = (await held(contract, ...question)) !== before
  await chain.rpc.request('evm_revert', [snapshot])
  assert.ok(gained, 'It is no attack: nothing is given.')
  assert.deepEqual(named(explanation), expected)
  assert.notDeepEqual(dangers(explanation), [])
}

const SILENT: [method: string, kind: string, question: string, isTurned?: boolean][] = [
  ['allowed', 'tokens', 'allowance(address,address)'],
  ['nameless', 'tokens', 'allowance(address,address)'],
  ['approved', 'collection', 'isApprovedForAll(address,address)'],
  ['operated', 'operator', 'isOperator(address,address)'],
  ['operatedFor', 'operator', 'isOperatorFor(address,address)', true],
  ['authorized', 'operator', 'isAuthorized(address,address)'],
  ['managed', 'operator', 'isAllowed(address,address)'],
  ['hoped', 'operator', 'can(address,address)'],
  ['borrowed', 'borrowing', 'borrowAllowance(address,address)'],
]

for (const [name, node] of Object.entries(NODES)) {
  describe(`with ${name}, a right without an event is named`, () => {
    for (const [method, kind, question, isTurned] of SILENT) {
      it(method, async () => {
        const much = kind === 'tokens' ? ` ${ALL}` : ''
        const pair = isTurned ? [THIEF, ME] : [ME, THIEF]
        const data = encodeCall(`${method}(address)`, [THIEF])
        await isTold(node(), silent, data, [`${kind} ${THIEF} ${silent}${much}`], [question, pair])
      })
    }

    it('of a shared account', async () => {
      const data = encodeCall('enabled(address)', [THIEF])
      const question: [string, unknown[]] = ['isModuleEnabled(address)', [THIEF]]
      await isTold(node(), silent, data, [`module ${THIEF} ${silent}`], question)
    })

    it('to somebody who is packed in the data', async () => {
      const data: Hex = `0x12345678aabbcc${THIEF.slice(2)}dd`
      const question: [string, unknown[]] = ['allowance(address,address)', [ME, THIEF]]
      await isTold(node(), silent, data, [`tokens ${THIEF} ${silent} ${ALL}`], question)
    })

    it('to somebody who is in the code', async () => {
      const question: [string, unknown[]] = ['allowance(address,address)', [ME, THIEF]]
      const said = [`tokens ${THIEF} ${silent} ${ALL}`]
      await isTold(node(), silent, encodeCall('literal()', []), said, question)
    })

    it('of ownership', async () => {
      const said = [`ownership ${THIEF} ${owned}`]
      await isTold(node(), owned, encodeCall('give()', []), said, ['owner()', []])
    })

    it('where the event tells of less', async () => {
      const question: [string, unknown[]] = ['allowance(address,address)', [ME, THIEF]]
      const data = encodeCall('join(address)', [THIEF])
      await isTold(node(), liar, data, [`tokens ${THIEF} ${liar} ${ALL}`], question)
    })

    it('of a part of what has many parts', async () => {
      const question: [string, unknown[]] = ['allowance(address,address,uint256)', [ME, THIEF, 7n]]
      const data = encodeCall('part(uint256,address)', [7n, THIEF])
      const said = named(await ask(node(), owned, data))
      assert.deepEqual(said, [`collectible ${THIEF} ${owned}`])
      assert.equal(await held(owned, ...question), 0n)
    })

    it('of one collectible', async () => {
      const said = named(await ask(node(), owned, encodeCall('lend(uint256)', [7n])))
      assert.deepEqual(said, [`collectible ${THIEF} ${owned}`])
      // Of somebody else's it is no business of ours.
      const others = named(await ask(node(), owned, encodeCall('lend(uint256)', [8n])))
      assert.deepEqual(others, [])
    })
  })
}

describe('with a list of what is read', () => {
  for (const name of ['a node that simulates', 'a node that traces']) {
    it(`a right that another contract gives is named: ${name}`, async () => {
      const question: [string, unknown[]] = ['allowance(address,address)', [ME, THIEF]]
      const said = [`tokens ${THIEF} ${silent} ${ALL}`]
      const data = encodeCall('begin(address)', [THIEF])
      await isTold(NODES[name]!(), passage, data, said, question, silent)
    })
  }

  it('one for somebody who is in the storage', async () => {
    const question: [string, unknown[]] = ['allowance(address,address)', [ME, THIEF]]
    const said = [`tokens ${THIEF} ${silent} ${ALL}`]
    await isTold(chain.rpc, silent, encodeCall('stored()', []), said, question)
  })
})

describe('a node that leaves the contract out of its list', () => {
  const leavingOut = (request: Node['request']): Node => ({
    quantity: (method, params) => chain.rpc.quantity(method, params),
    request: async (method, params) =>
      method === 'eth_createAccessList'
        ? { accessList: [{ address: passage, storageKeys: [] }] }
        : request(method, params),
  })
  const withCodeOf = (refused?: Hex) =>
    leavingOut(async (method, params) => {
      const isRefused =
        method === 'eth_getCode' && refused && JSON.stringify(params).includes(refused)
      if (isRefused) throw new ProviderRpcError(-32000, 'no state')
      return chain.rpc.request(method, params)
    })
  /** The data names the contract beside the address. */
  const data = () => encodeCall('begin(address)', [THIEF]) + silent.slice(2).padStart(64, '0')

  for (const name of ['and tells its code', 'and does not tell its code']) {
    it(`${name}: the right is named`, async () => {
      const node = withCodeOf(name.includes('not') ? silent : undefined)
      const found = named(await ask(node, passage, data() as Hex))
      assert.deepEqual(found, [`tokens ${THIEF} ${silent} ${ALL}`])
    })
  }

  it('a plain account is asked nothing', async () => {
    const asked: string[] = []
    const node = leavingOut((method, params) => {
      if (method === 'eth_simulateV1') asked.push(JSON.stringify(params))
      return chain.rpc.request(method, params)
    })
    await ask(node, passage, data() as Hex)
    const isAsked = (to: Hex) => asked.some((one) => one.includes(`"to":"${to}"`))
    assert.equal(isAsked(silent), true)
    assert.equal(isAsked(THIEF), false)
  })
})

describe('in a batch', () => {
  const batch = (
    calls: [to: Hex, data: Hex][],
    { node = chain.rpc, plan }: { node?: Node; plan?: Promise<Plan> } = {},
  ) =>
    explain(
      {
        calls: calls.map(([to, data]) => ({ chainId: 31_337, from: ME, to, value: 0n, data })),
        ticker: 'ETH',
      },
      node,
      { plan },
    )

  it('a permission for an address that only the last call names, packed, is named', async () => {
    const calls: [Hex, Hex][] = []
    for (let at = 1; at < 10; at += 1) {
      const spender = `0x${String(at).padStart(40, '2')}`
      const data = encodeCall('approve(address,uint256)', [spender, 2n ** 200n])
      calls.push([await chain.deploy(ME, 'OldToken'), data])
    }
    const found = named(await batch([...calls, [silent, `0x12345678aabbcc${THIEF.slice(2)}dd`]]))
    assert.ok(found.includes(`tokens ${THIEF} ${silent} ${ALL}`), found.join('\n'))
  })

  /** One call leaves the address where the other fetches it. */
  const fetched = async (drawer: Hex, method = 'take()') => {
    const fetching = await chain.deploy(ME, 'Fetching', [drawer])
    const calls: [Hex, Hex][] = [
      [drawer, encodeCall('keep(address)', [THIEF])],
      [fetching, encodeCall(method, [])],
    ]
    const arming = { from: ME, to: fetching, value: 0n, data: encodeCall('arm()', []) }
    return { calls, arming, said: [`tokens ${THIEF} ${fetching} ${ALL}`] }
  }

  it('one for an address that a different call names is named', async () => {
    const { calls, arming, said } = await fetched(await chain.deploy(ME, 'Drawer'))
    await chain.send(arming)
    assert.deepEqual(named(await batch(calls)), said)
  })

  /** A node whose lists say less than those of others. */
  const listing = (isListed: (address: string) => boolean): Node => ({
    ...chain.without(),
    request: async (method, params) => {
      const answer = await chain.rpc.request(method, params)
      if (method !== 'eth_createAccessList') return answer
      const { accessList } = answer as { accessList: { address: string }[] }
      return { accessList: accessList.filter(({ address }) => isListed(address)) }
    },
  })

  it('also where the calls meet only by their events', async () => {
    const { calls, arming, said } = await fetched(await chain.deploy(ME, 'Drawer'), 'takeOpenly()')
    await chain.send(arming)
    assert.deepEqual(named(await batch(calls, { node: listing(() => false) })), said)
  })

  it('also where a transaction before them makes them meet', async () => {
    const { calls, arming, said } = await fetched(await chain.deploy(ME, 'Drawer'))
    const ahead = [{ ...arming, gas: 100_000n }]
    const plan = Promise.resolve({ limits: [100_000n, 100_000n], ahead })
    assert.deepEqual(named(await batch(calls, { plan })), said)
  })

  it("also where they meet in the account's own code", async () => {
    const code = await chain.deploy(ME, 'Drawer')
    await chain.rpc.request('anvil_setCode', [ME, `0xef0100${code.slice(2)}`])
    const { calls, arming, said } = await fetched(ME)
    await chain.send(arming)
    const node = listing((address) => address.toLowerCase() !== ME)
    assert.deepEqual(named(await batch(calls, { node })), said)
    await chain.rpc.request('anvil_setCode', [ME, '0x'])
  })
})

describe('a contract that is asked first, and takes that for a play', () => {
  for (const method of ['refusing', 'lessening']) {
    it(`is told for what it does when nobody asks: ${method}`, async () => {
      const question: [string, unknown[]] = ['allowance(address,address)', [ME, THIEF]]
      const data = encodeCall(`${method}(address)`, [THIEF])
      const said = [`tokens ${THIEF} ${watchful} ${ALL}`]
      await isTold(chain.rpc, watchful, data, said, question)
    })
  }
})

describe('after what was approved before it and is not in a block yet', () => {
  const asked = async (node: Node) => {
    const armed = await chain.deploy(ME, 'Armed')
    const data = encodeCall('join(address)', [THIEF])
    const first = { from: ME, to: armed, value: 0n, data: encodeCall('arm()', []), gas: 100_000n }
    const plan = Promise.resolve({ limits: [100_000n], ahead: [first] })
    const calls = [{ chainId: 31_337, from: ME, to: armed, value: 0n, data }]
    return { armed, explanation: await explain({ calls, ticker: 'ETH' }, node, { plan }) }
  }

  it('a right is named', async () => {
    const { armed, explanation } = await asked(chain.rpc)
    assert.deepEqual(named(explanation), [`tokens ${THIEF} ${armed} ${ALL}`])
  })

  it('it is unreadable where a node knows only the latest block', async () => {
    const { explanation } = await asked(chain.without('eth_simulateV1'))
    assert.deepEqual(dangers(explanation), ['unreadable'])
  })
})

describe('where a node plays it, and cannot be asked what is allowed then', () => {
  const blind = () =>
    ({
      ...chain.rpc,
      quantity: chain.rpc.quantity.bind(chain.rpc),
      request: async (method: string, params: readonly unknown[]) => {
        const isDiff = JSON.stringify(params).includes('prestateTracer')
        if (method === 'eth_simulateV1' || isDiff) {
          throw new ProviderRpcError(-32601, 'Method not found')
        }
        return chain.rpc.request(method, params)
      },
    }) as Node

  it('what cannot be decoded is unreadable', async () => {
    const data = encodeCall('allowed(address)', [THIEF])
    assert.ok(dangers(await ask(blind(), silent, data)).includes('unreadable'))
  })

  it('what can be is not', async () => {
    const data = encodeCall('approve(address,uint256)', [owned, 5n])
    assert.deepEqual(dangers(await ask(blind(), silent, data)), [])
  })
})
