import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isTranslated } from '../../src/app/screens/explanation/words.js'
import type { Call } from '../../src/chain/clear-signing/calldata.js'
import { CALLS } from '../../src/chain/clear-signing/descriptors/calls.js'
import { gasAfter } from '../../src/chain/costs/prepare-calls.js'
import { isDear, speedsOf } from '../../src/chain/costs/speeds.js'
import { type Explanation, explain } from '../../src/chain/explain/explain.js'
import type { Node } from '../../src/chain/reads/contract-reads.js'
import { simulate } from '../../src/chain/simulate/simulate.js'
import { WalletError } from '../../src/shared/errors.js'
import { callData } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'

const ME = '0x1000000000000000000000000000000000000a11'
const YOU = '0x2222222222222222222222222222222222222222'
const ETHER = 10n ** 18n
const GWEI = 10n ** 9n

let chain: LocalChain
let token: `0x${string}`
let failing: `0x${string}`
let frugal: `0x${string}`
let feeWise: `0x${string}`
before(async () => {
  chain = await LocalChain.start()
  await chain.fund(ME, 100n * ETHER)
  token = await chain.deploy(ME, 'Token', ['Sample', 'SMP', 18])
  failing = await chain.deploy(ME, 'Failing')
  frugal = await chain.deploy(ME, 'Frugal')
  feeWise = await chain.deploy(ME, 'FeeWise')
  await chain.send({ from: ME, to: token, data: callData('Token', 'mint', [ME, 10n]) })
})
after(() => chain?.stop())

const callOf = (to: `0x${string}`, data: `0x${string}` = '0x', value = 0n): Call => {
  return { chainId: 31_337, from: ME, to, value, data }
}
/** What the account has of the token from the beginning. */
const held = () => new Map([[token.toLowerCase(), 10n]])
const down: Node = {
  request: async () => {
    throw new WalletError('CHAIN_DISCONNECTED')
  },
  quantity: async () => {
    throw new WalletError('CHAIN_DISCONNECTED')
  },
}

/** What was played, where the account may be asked for what it has. */
const done = (changes: object[], more: object = {}) => ({
  ...{ status: 'done', changes, permissions: [], held: held() },
  ...more,
})

describe('a node that', () => {
  const send = () => callOf(token, callData('Token', 'transfer', [YOU, 4n]))

  it('plays a block tells what changes', async () => {
    assert.deepEqual(
      await simulate(chain.rpc, [send(), callOf(YOU, '0x', ETHER)]),
      done([
        { kind: 'coin', change: -ETHER },
        { kind: 'token', token: token.toLowerCase(), change: -4n },
      ]),
    )
  })

  it('is asked once for the code of an address, and again where it gave no answer', async () => {
    const approve = callOf(token, callData('Token', 'approve', [YOU, 4n]))
    const countWhere = async (fails: number, of: string = YOU) => {
      let asked = 0
      const request: Node['request'] = async (method, params) => {
        if (
          method === 'eth_getCode' &&
          (params as string[])[0]?.toLowerCase() === of.toLowerCase()
        ) {
          asked++
          if (asked <= fails) throw new WalletError('CHAIN_DISCONNECTED')
        }
        return chain.rpc.request(method, params)
      }
      const node: Node = { request, quantity: (...all) => chain.rpc.quantity(...all) }
      const { parties } = await explain({ calls: [approve], ticker: 'ETH' }, node)
      return [asked, parties.get(YOU)?.kind]
    }
    assert.deepEqual(await countWhere(0), [1, 'person'])
    assert.deepEqual(await countWhere(1), [2, 'person'])
    // The simulation looks for addresses in the code of what is called.
    assert.deepEqual(await countWhere(0, token), [1, 'person'])
  })

  it('has only traces tells what their events say', async () => {
    const node = chain.without('eth_simulateV1')
    assert.deepEqual(
      await simulate(node, [send()]),
      done([{ kind: 'token', token: token.toLowerCase(), change: -4n }]),
    )
    assert.deepEqual(await simulate(node, [callOf(YOU, '0x', ETHER)]), {
      status: 'done',
      changes: [{ kind: 'coin', change: -ETHER }],
      permissions: [],
    })
    const failed = await simulate(node, [callOf(failing, callData('Failing', 'withReason'))])
    assert.deepEqual(failed, {
      status: 'failed',
      index: 0,
      reason: { kind: 'text', text: 'The shop is closed' },
    })
  })

  it('has neither tells whether it would work', async () => {
    const node = chain.without('eth_simulateV1', 'debug_traceCall')
    assert.deepEqual(await simulate(node, [send()]), { status: 'unseen' })
    const failed = await simulate(node, [callOf(failing, callData('Failing', 'withPanic', [0n]))])
    assert.deepEqual(failed, { status: 'failed', index: 0, reason: { kind: 'panic', code: 0x12 } })
  })

  it('cannot play a batch says so, and does not play its calls apart', async () => {
    const node = chain.without('eth_simulateV1')
    assert.deepEqual(await simulate(node, [send(), send()]), { status: 'unavailable' })
    const plays = node.asked.filter((method) => method !== 'eth_createAccessList')
    assert.deepEqual(plays, ['eth_simulateV1'])
  })

  it('is down makes nobody wait: what could not be found out is said', async () => {
    const steps: Explanation[] = []
    const subject = { calls: [send()], ticker: 'ETH' }
    const last = await explain(subject, down, { onProgress: (step) => steps.push(step) })
    assert.equal(steps[0]?.isWhole, false)
    assert.equal(steps[0]?.calls[0]?.known?.name, 'transfer')
    assert.equal(last.isWhole, true)
    assert.deepEqual(last.simulation, { status: 'unavailable' })
    assert.deepEqual(
      last.risks.map(({ code }) => code),
      ['unseen', 'firstPerson'],
    )
  })
})

describe('the speeds', () => {
  const history = (tips: bigint[]) => ({
    baseFeePerGas: [`0x${GWEI.toString(16)}`],
    reward: [tips.map((tip) => `0x${tip.toString(16)}`)],
  })
  const node = (answer: unknown): Node => ({ ...down, request: async () => answer })

  it('are what others paid of late, with room for the base fee to rise', async () => {
    assert.deepEqual(await speedsOf(node(history([GWEI, 2n * GWEI, 3n * GWEI]))), {
      slow: { type: 'eip1559', maxFeePerGas: (9n * GWEI) / 4n, maxPriorityFeePerGas: GWEI },
      normal: { type: 'eip1559', maxFeePerGas: 4n * GWEI, maxPriorityFeePerGas: 2n * GWEI },
      fast: { type: 'eip1559', maxFeePerGas: (11n * GWEI) / 2n, maxPriorityFeePerGas: 3n * GWEI },
    })
  })

  it('are not offered where the node has no history', async () => {
    assert.equal(await speedsOf(down), undefined)
    assert.equal(await speedsOf(node({})), undefined)
  })

  it('show when a site asks for far more than the network takes', async () => {
    const speeds = (await speedsOf(node(history([GWEI, GWEI, GWEI]))))!
    const asked = (maxPriorityFeePerGas: bigint) =>
      ({ type: 'eip1559', maxFeePerGas: 99n * GWEI, maxPriorityFeePerGas }) as const
    assert.equal(isDear(asked(4n * GWEI), speeds), true)
    assert.equal(isDear(asked(3n * GWEI), speeds), false)
    assert.equal(isDear(undefined, speeds), false)
  })
})

describe('the words of the descriptors', () => {
  it('are all in the person’s language', () => {
    const texts = new Set<string>()
    const collect = (value: unknown, key = ''): void => {
      if (['intent', 'label'].includes(key)) texts.add(value as string)
      else if (value && typeof value === 'object') {
        for (const [name, inner] of Object.entries(value)) collect(inner, name)
      }
    }
    for (const { metadata, display } of CALLS) {
      collect(display)
      for (const words of Object.values(metadata?.enums ?? {})) {
        for (const word of Object.values(words)) texts.add(word)
      }
    }
    assert.ok(texts.size > 40)
    assert.deepEqual(
      [...texts].filter((text) => !isTranslated(text)),
      [],
    )
  })
})

describe('a contract that acts otherwise where it has less gas', () => {
  const update = () => callOf(frugal, callData('Frugal', 'update', [token]))
  const taken = { kind: 'token', token: '', change: -3n }

  before(async () => {
    taken.token = token.toLowerCase()
    const approve = callData('Token', 'approve', [frugal, 100n])
    await chain.send({ from: ME, to: token, data: approve })
  })

  for (const [how, node] of [
    ['whole blocks', () => chain.rpc],
    ['traces', () => chain.without('eth_simulateV1')],
  ] as const) {
    it(`is played with the gas that it is sent with, in ${how}`, async () => {
      const changesWith = async (gas?: bigint) => {
        const played = await simulate(node(), [{ ...update(), gas }])
        assert.equal(played.status, 'done')
        return played.changes
      }
      assert.deepEqual(await changesWith(), [])
      assert.deepEqual(await changesWith(1_000_000n), [])
      assert.deepEqual(await changesWith(200_000n), [taken])
    })
  }

  it('is explained by what it does then, once it is known how much that is', async () => {
    const plan = Promise.resolve({ limits: [200_000n], ahead: [] })
    const { simulation } = await explain({ calls: [update()], ticker: 'ETH' }, chain.rpc, {
      plan,
    })
    assert.deepEqual(simulation, done([taken]))
  })
})

describe('a contract that answers its name with a single byte', () => {
  it('cannot hide what the transaction was seen to take', async () => {
    const odd = '0x5000000000000000000000000000000000000e55'
    const transfer = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const topic = (address: string) => `73${address.slice(2)}`
    // Without call data an event of a transfer; else one byte.
    const event = `6001600052${topic(YOU)}${topic(ME)}7f${transfer}60206000a300`
    const code = `0x36605a57${event}5b60016000f3`
    await chain.rpc.request('anvil_setCode', [odd, code])
    const calls = [callOf(token, callData('Token', 'transfer', [YOU, 4n])), callOf(odd)]
    const { simulation } = await explain({ calls, ticker: 'ETH' }, chain.rpc)
    assert.equal(simulation?.status, 'done')
    const [lost] = simulation.changes.filter((one) => 'token' in one && one.token !== odd)
    assert.deepEqual(lost, { kind: 'token', token: token.toLowerCase(), change: -4n })
    assert.ok(simulation.changes.some((one) => 'token' in one && one.token === odd))
  })
})

describe('a contract that acts otherwise where gas costs nothing', () => {
  const price = { gas: 2n * GWEI, base: GWEI }
  const played = (node: Node, method: string, { value = 0n, args = [token] as unknown[] } = {}) => {
    const gas = 200_000n
    const call = { ...callOf(feeWise, callData('FeeWise', method, args), value), gas }
    return simulate(node, [call], [token], [], price)
  }

  before(async () => {
    for (const [method, args] of [
      ['approve', [feeWise, 3n]],
      ['mint', [feeWise, 100n]],
    ] as const) {
      await chain.send({ from: ME, to: token, data: callData('Token', method, [...args]) })
    }
  })

  for (const [how, node] of [
    ['whole blocks', () => chain.rpc],
    ['traces', () => chain.without('eth_simulateV1')],
  ] as const) {
    it(`is unclear, and does what it does for the fees that are signed, in ${how}`, async () => {
      assert.deepEqual(
        await played(node(), 'buy', { value: ETHER }),
        done([{ kind: 'coin', change: -ETHER }], { isUnclear: true }),
      )
      assert.deepEqual(
        await played(node(), 'update'),
        done([{ kind: 'token', token: token.toLowerCase(), change: -3n }], { isUnclear: true }),
      )
    })

    it(`fails, or is unclear, where only one of both works, in ${how}`, async () => {
      assert.deepEqual(await played(node(), 'worksForNothing', { args: [] }), {
        status: 'failed',
        index: 0,
        reason: { kind: 'text', text: 'Not for this price' },
      })
      const paid = await played(node(), 'worksForMoney', { args: [] })
      assert.equal(paid.status === 'done' && paid.isUnclear, true)
    })

    it(`is no other one: fees are no change and need no second look, in ${how}`, async () => {
      const send = { ...callOf(token, callData('Token', 'transfer', [YOU, 1n])), gas: 100_000n }
      assert.deepEqual(
        await simulate(node(), [send], [], [], price),
        done([{ kind: 'token', token: token.toLowerCase(), change: -1n }]),
      )
    })

    it(`is unclear where it cannot be played for money, in ${how}`, async () => {
      const send = { ...callOf(YOU, '0x', 1n), gas: 100_000n }
      const dear = await simulate(node(), [send], [], [], { gas: ETHER })
      const changes = [{ kind: 'coin', change: -1n }]
      assert.deepEqual(dear, { status: 'done', changes, permissions: [], isUnclear: true })
    })
  }

  it('is played for money where a node only calls', async () => {
    const node = chain.without('eth_simulateV1', 'debug_traceCall')
    assert.equal((await played(node, 'worksForNothing', { args: [] })).status, 'failed')
    assert.equal((await played(node, 'worksForMoney', { args: [] })).status, 'unseen')
  })

  it('is a danger in words, once it is known what gas costs', async () => {
    const call = callOf(feeWise, callData('FeeWise', 'buy', [token]), ETHER)
    const plan = Promise.resolve({ limits: [200_000n], ahead: [], price })
    const { risks } = await explain({ calls: [call], ticker: 'ETH' }, chain.rpc, { plan })
    assert.deepEqual([risks[0]?.code, risks[0]?.severity], ['unreadable', 'danger'])
    assert.ok(risks.some(({ code }) => code === 'givesForNothing'))
  })
})

describe('what waits for the chain', () => {
  const approve = (amount: bigint) => {
    const data = callData('Token', 'approve', [ME, amount])
    return { chainId: 31_337, from: ME, to: token, value: 0n, data, gas: 100_000n } as const
  }
  const take = (amount: bigint) =>
    callOf(token, callData('Token', 'transferFrom', [ME, YOU, amount]))
  const change = { kind: 'token', change: -2n }

  it('is played before what comes after it, and is no change of that', async () => {
    const alone = await simulate(chain.rpc, [take(2n)])
    assert.equal(alone.status, 'failed')
    const after = await simulate(chain.rpc, [take(2n)], [], [approve(2n)])
    assert.deepEqual(after, done([{ ...change, token: token.toLowerCase() }]))
    const tooMuch = await simulate(chain.rpc, [take(3n)], [], [approve(2n)])
    assert.equal(tooMuch.status === 'failed' && tooMuch.index, 0)
  })

  it('counts for the gas as well, of which the site may have named a limit', async () => {
    const { from, value, data } = take(2n)
    const request = { from, to: token, value, data, fees: undefined }
    const { failure, likely, limit } = await gasAfter(chain.rpc, [approve(2n)], request)
    assert.equal(failure, undefined)
    assert.ok(limit > likely && likely > 21_000n)
    const less = await gasAfter(chain.rpc, [approve(2n)], { ...request, gas: likely - 1n })
    assert.deepEqual([less.limit, less.estimate], [likely - 1n, likely])
    assert.ok((await gasAfter(chain.rpc, [], request)).failure)
  })
})
