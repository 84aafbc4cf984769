/** What a descriptor of others says, and what it cannot do: hide what takes effect, or pass for the wallet's words. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { type Summary, summarize } from '../../src/app/screens/explanation/summary.js'
import type { Call } from '../../src/chain/clear-signing/calldata.js'
import type { Hex } from '../../src/chain/clear-signing/descriptor.js'
import { readTakenDescriptor } from '../../src/chain/clear-signing/read-descriptor.js'
import { type Describe, type Explanation, explain } from '../../src/chain/explain/explain.js'
import type { Node } from '../../src/chain/reads/contract-reads.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { callData, encodeCall } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'

const ME = '0x1000000000000000000000000000000000000a11'
const THIEF = '0x3333333333333333333333333333333333333334'
const CHAIN_ID = 31_337
const MANY = 2n ** 256n - 1n

let chain: LocalChain
let token: Hex
let claims: Hex
let thief: Hex
before(async () => {
  chain = await LocalChain.start()
  await chain.fund(ME, 10n ** 20n)
  token = await chain.deploy(ME, 'Token', ['Sample', 'SMP', 2])
  claims = await chain.deploy(ME, 'Claims')
  thief = await chain.deploy(ME, 'Claims')
  const mint = (to: Hex, amount: bigint) =>
    chain.send({ from: ME, to: token, data: callData('Token', 'mint', [to, amount]) })
  await mint(ME, 1000n)
  await mint(claims, 1000n)
  await chain.send({ from: ME, to: token, data: callData('Token', 'approve', [thief, MANY]) })
})
after(() => chain?.stop())

type Formats = Record<string, unknown>
interface Given {
  to: Hex
  data: Hex
  formats: Formats
  owner?: string
  reviewedBy?: readonly Hex[]
  node?: Node
}

/** With a descriptor for the contract that is called. */
const describing =
  ({ to, formats, owner, reviewedBy }: Given): Describe =>
  async (chainId, address) =>
    chainId === CHAIN_ID && address.toLowerCase() === to.toLowerCase()
      ? [
          readTakenDescriptor({
            context: { contract: { deployments: [{ chainId, address: to }] } },
            ...(owner && { metadata: { owner } }),
            display: { formats },
            ...(reviewedBy && { reviewedBy }),
          }),
        ]
      : []

async function told(given: Given) {
  const { to, data, node = chain.rpc } = given
  const call: Call = { chainId: CHAIN_ID, from: ME, to, value: 0n, data }
  const explanation = await explain({ calls: [call], ticker: 'ETH' }, node, {
    describe: describing(given),
  })
  return { explanation, ...shown(explanation) }
}

function shown(explanation: Explanation): Summary & { lines: string[]; codes: string[] } {
  const summary = summarize(explanation, { locale: 'en', ticker: 'ETH' })
  const lines = summary.calls[0]!.lines.map(({ label, text }) => `${label}: ${text}`)
  return { ...summary, lines, codes: explanation.risks.map(({ code }) => code) }
}

const CLAIM = 'claim(address token,uint256 amount)'
const UPDATE = 'securityUpdate(address token)'
const ASK = 'ask(address whom,uint256 amount,string words)'
const amountOf = (params: object) => ({
  path: 'amount',
  label: 'Amount',
  format: 'tokenAmount',
  params,
})
const ask = (words = '', whom: Hex = THIEF, amount = 150n) => encodeCall(ASK, [whom, amount, words])
/** A function that the contract lacks: what is shown counts, not what it does. */
const asked = (fields: unknown[], data = ask(), more: object = {}) =>
  told({ to: claims, data, formats: { [ASK]: { intent: 'Ask', fields, ...more } } })

describe('a function that the wallet has no words for', () => {
  it('is told in those of a descriptor, beside what changes', async () => {
    const { calls, lines, changes, codes } = await told({
      to: claims,
      data: callData('Claims', 'claim', [token, 150n]),
      owner: 'The shop',
      formats: {
        [CLAIM]: {
          intent: 'Claim',
          interpolatedIntent: 'Claim {amount} of what is yours',
          fields: [amountOf({ tokenPath: 'token' })],
        },
      },
    })
    assert.equal(calls[0]!.title, 'Claim 1.5 SMP of what is yours')
    assert.ok(calls[0]!.described)
    assert.deepEqual(lines, ['Amount: 1.5 SMP', 'Made by: The shop', 'Contract: Contract'])
    assert.deepEqual(
      changes?.map(({ text }) => text),
      ['+1.5 SMP'],
    )
    assert.ok(codes.includes('unknownFunction'))
  })

  it('says from which amount on there is another word for it, and the amount', async () => {
    const params = { token, threshold: '100', message: 'All' }
    assert.equal((await asked([amountOf(params)])).lines[0], 'Amount: All (1.5 SMP)')
    assert.equal(
      (await asked([amountOf({ ...params, threshold: '151' })])).lines[0],
      'Amount: 1.5 SMP',
    )
  })
})

describe('a review of a descriptor', () => {
  const RUN = 'run(bytes[] calls)'
  const inner = { path: 'calls.[]', label: 'Call', format: 'calldata' }
  const acts = (): Given[] => [
    {
      to: thief,
      data: callData('Claims', 'securityUpdate', [token]),
      formats: { [UPDATE]: { intent: 'Send a greeting' } },
    },
    {
      to: claims,
      data: callData('Claims', 'claim', [token, 150n]),
      formats: { [CLAIM]: { intent: 'Claim', fields: [] } },
    },
    {
      to: claims,
      data: encodeCall(RUN, [[callData('Token', 'approve', [THIEF, MANY])]]),
      formats: {
        [RUN]: { intent: 'Run', fields: [{ ...inner, params: { callee: token } }] },
      },
    },
  ]

  it('is said with who made it, and where there is none, that nobody checked the words', async () => {
    const [given] = acts()
    const note = async (reviewedBy?: Hex[]) =>
      (await told({ ...given!, ...(reviewedBy && { reviewedBy }) })).calls[0]!.described
    const others = 'These words are from a description that others wrote.'
    const unreviewed = { isReviewed: false, note: `${others} The wallet has not checked them.` }
    assert.deepEqual(await note(), unreviewed)
    assert.deepEqual(await note([]), unreviewed)
    const reviewed = await note([THIEF])
    assert.ok(reviewed?.isReviewed)
    assert.equal(
      reviewed.note.replace(/[\u2060\u2066\u2069]/g, ''),
      `${others} Reviewed by 0x3333…3334.`,
    )
  })

  it('takes no risk away, nor lowers one, and neither does a descriptor without it', async () => {
    for (const given of acts()) {
      const [none, unreviewed, reviewed] = await Promise.all(
        [{ ...given, formats: {} }, given, { ...given, reviewedBy: [THIEF] as const }].map(told),
      )
      assert.ok(!none!.calls[0]!.described && unreviewed!.calls[0]!.described)
      const risksOf = ({ explanation }: Awaited<ReturnType<typeof told>>) =>
        explanation.risks.map(({ code, severity }) => `${severity}: ${code}`)
      assert.ok(risksOf(none!).length)
      const missing = risksOf(none!).filter((risk) => !risksOf(unreviewed!).includes(risk))
      assert.deepEqual(missing, [])
      assert.deepEqual(risksOf(reviewed!), risksOf(unreviewed!))
    }
  })
})

describe('a descriptor cannot', () => {
  it('hide what leaves, nor the warning that nothing comes for it', async () => {
    const { calls, changes, codes } = await told({
      to: thief,
      data: callData('Claims', 'securityUpdate', [token]),
      formats: { [UPDATE]: { intent: 'Send a greeting' } },
    })
    assert.equal(calls[0]!.title, 'Send a greeting')
    assert.deepEqual(
      changes?.map(({ text }) => text),
      ['−10 SMP'],
    )
    assert.ok(codes.includes('givesForNothing'))
  })

  it('make readable what nobody could simulate', async () => {
    const node: Node = {
      request: async (method, params) => {
        if (/simulate|trace/.test(method)) throw new ProviderRpcError(-32601, 'Method not found')
        return chain.rpc.request(method, params)
      },
      quantity: (method, params) => chain.rpc.quantity(method, params),
    }
    const { codes } = await told({
      to: thief,
      data: callData('Claims', 'securityUpdate', [token]),
      formats: { [UPDATE]: { intent: 'Send a greeting' } },
      node,
    })
    assert.ok(codes.includes('unreadable'))
  })

  it('take the place of words that the wallet has', async () => {
    const { calls, codes } = await told({
      to: token,
      data: callData('Token', 'approve', [THIEF, MANY]),
      formats: { 'approve(address spender,uint256 amount)': { intent: 'Sign in' } },
    })
    assert.equal(calls[0]!.title, 'Approve a spending cap')
    assert.ok(!calls[0]!.described)
    assert.ok(codes.includes('unlimitedApproval') && codes.includes('spenderIsPerson'))
  })

  it('take away a danger of a call that it has in it, or hide one behind many', async () => {
    const approve = callData('Token', 'approve', [THIEF, MANY])
    const nothing = callData('Token', 'transfer', [ME, 0n])
    const RUN = 'run(bytes[] calls)'
    const inner = {
      path: 'calls.[]',
      label: 'Call',
      format: 'calldata',
      params: { callee: token },
    }
    const run = (calls: Hex[]) => encodeCall(RUN, [calls])
    const formats = { [RUN]: { intent: 'Run', fields: [inner] } }
    const one = await told({ to: claims, data: run([approve]), formats })
    assert.ok(one.codes.includes('unlimitedApproval'))

    // In a call of calls of ours, one by the descriptor that fills all that is read, then another of ours.
    const multicall = (calls: Hex[]) => encodeCall('multicall(bytes[] data)', [calls])
    const crowd = run(Array.from({ length: 100 }, () => nothing))
    const both = await told({
      to: claims,
      data: multicall([crowd, multicall([multicall([encodeApproval()])])]),
      formats,
    })
    assert.ok(both.codes.includes('unlimitedApproval'))
  })

  it("pass a thief's address for the person's own, nor a token for coins", async () => {
    const whom = {
      path: 'whom',
      label: 'Who gets it',
      format: 'addressName',
      params: { senderAddress: [THIEF] },
    }
    const coins = amountOf({ token, nativeCurrencyAddress: [token] })
    const { lines, calls } = await asked([whom, coins])
    assert.deepEqual(lines.slice(0, 2), ['Who gets it: Account', 'Amount: 1.5 SMP'])
    assert.equal(calls[0]!.lines[0]!.address, THIEF)
    // What can be nobody's may stand for who signs.
    const nobody = `0x${'0'.repeat(39)}1` as const
    const own = await asked([{ ...whom, params: { senderAddress: [nobody] } }], ask('', nobody))
    assert.equal(own.calls[0]!.lines[0]!.address, ME)
  })

  it('call any amount unlimited, or by another amount alone', async () => {
    const small = amountOf({ token, threshold: '0' })
    assert.equal((await asked([small])).lines[0], 'Amount: 1.5 SMP')
    const other = amountOf({ token, threshold: '0', message: '0.01 SMP' })
    assert.equal((await asked([other])).lines[0], 'Amount: 0.01 SMP (1.5 SMP)')
    const all = await asked([other], ask('', THIEF, MANY))
    assert.equal(all.lines[0], 'Amount: 0.01 SMP (Unlimited SMP)')
  })

  it('write over lines, hide letters or turn them around, or fill the screen', async () => {
    const stacked = `e${'\u0301'.repeat(40)}`
    const { calls, lines } = await asked(
      [{ path: 'words', label: `A\n\u202eB${stacked}`, format: 'raw' }],
      ask(`C\n\n\u200b${'D'.repeat(5000)}`),
      { intent: `${'E\n'.repeat(1000)}` },
    )
    const [label, text] = [calls[0]!.lines[0]!.label, calls[0]!.lines[0]!.text]
    for (const shownText of [label, text, calls[0]!.title]) {
      assert.doesNotMatch(shownText, /[\n\u202e\u200b]|\p{M}{4}/u)
    }
    assert.match(label, /^A ⟨U\+202E⟩B/)
    assert.match(text, /^C ⟨U\+200B⟩D+…$/)
    assert.ok(text.length < 320 && calls[0]!.title.length < 320, lines.join())
  })

  it('stop an explanation by what it cannot say', async () => {
    for (const field of [
      { path: 'amount', label: 'Until', format: 'date', params: { encoding: 'timestamp' } },
      { path: 'amount', label: 'For', format: 'duration' },
      { path: 'amount', label: 'Size', format: 'unit', params: { decimals: 255, base: 'x' } },
      { path: 'whom.[0:99999999999]', label: 'Part', format: 'raw' },
      { path: 'nothing', label: 'Nothing', format: 'raw' },
    ]) {
      const { calls } = await asked([field], ask('', THIEF, MANY))
      assert.ok(calls[0]!.title === 'Ask' || calls[0]!.title.startsWith('Call function'))
    }
    const SINCE = 'since(int256 when)'
    const { calls } = await told({
      to: claims,
      data: encodeCall(SINCE, [-(2n ** 255n)]),
      formats: { [SINCE]: { intent: 'Since', fields: [{ path: 'when', format: 'date' }] } },
    })
    assert.equal(calls[0]!.title, 'Since')
  })
})

it('is explained without descriptors that do not come', async () => {
  const call: Call = {
    ...{ chainId: CHAIN_ID, from: ME, to: claims, value: 0n },
    data: callData('Claims', 'claim', [token, 150n]),
  }
  const explanation = await explain({ calls: [call], ticker: 'ETH' }, chain.rpc, {
    describe: () => new Promise(() => {}),
  })
  assert.ok(explanation.isWhole)
  assert.deepEqual(
    shown(explanation).changes?.map(({ text }) => text),
    ['+1.5 SMP'],
  )
})

const encodeApproval = (): Hex => callData('Token', 'approve', [THIEF, MANY])
