/** What others may take is told by what happens, however the call is written. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { summarize } from '../../src/app/screens/explanation/summary.js'
import { explain } from '../../src/chain/explain/explain.js'
import type { Node } from '../../src/chain/reads/contract-reads.js'
import { callData, encodeCall } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'

type Hex = `0x${string}`
const ME: Hex = '0x1000000000000000000000000000000000000a11'
/** A person, who takes everything. */
const THIEF: Hex = '0x2222222222222222222222222222222222222200'
const MAX = 2n ** 256n - 1n

const NAMES = [
  'OldToken',
  'OldCollectible',
  'Rights',
  'Allowances',
  'FeeToken',
  'Claims',
  'Shifty',
] as const
type Places = Record<(typeof NAMES)[number], Hex>

let chain: LocalChain
let at: Places
before(async () => {
  chain = await LocalChain.start()
  await chain.fund(ME, 10n ** 20n)
  const places: Partial<Places> = {}
  for (const name of NAMES) places[name] = await chain.deploy(ME, name)
  at = places as Places
})
after(() => chain?.stop())

interface Asked {
  to: Hex
  data: Hex
}

/** What would change, and the dangers. */
async function read(asked: Asked | Asked[], node: Node = chain.rpc): Promise<string[]> {
  const calls = [asked].flat().map((one) => ({ chainId: 31_337, from: ME, value: 0n, ...one }))
  const explanation = await explain({ calls, ticker: 'ETH' }, node)
  const { changes = [], outcome, risks } = summarize(explanation, { locale: 'en', ticker: 'ETH' })
  const dangers = risks.filter(({ severity }) => severity === 'danger')
  return [
    ...changes.map(({ text, address }) => `${text} ${address}`),
    ...(outcome ? [outcome] : []),
    ...dangers.map(({ text }) => text),
  ]
}

const TAKE_ALL = 'This allows spending all of these tokens that you have, now and later.'
const TAKE_COLLECTION = 'This allows moving every collectible that you have in this collection.'
const CONTROL = 'This gives full control of all that you have in this contract.'
const BORROW = 'This allows borrowing in your name. You have to pay it back.'
const MODULE = 'This lets a contract act as the shared account, with all that it has.'
const OWNER = 'This changes who is in control of a contract.'
const UNREADABLE = 'What this does cannot be read. It may take all that you have.'
const PERSON = 'The spender is a person’s account, not a contract. Scammers ask for this.'

const approve = (amount: bigint) => encodeCall('approve(address,uint256)', [THIEF, amount])
/** Solc 0.4 takes the byte that is missing for a nought. */
const shortApprove = () => approve(MAX - 255n).slice(0, -2) as Hex
/** No bool of a strict decoder's. */
const forAll = (operator: Hex) =>
  `${encodeCall('setApprovalForAll(address,bool)', [operator, true]).slice(0, -1)}2` as Hex

describe('what others may do is told', () => {
  it('where an approval lacks its last byte, and the contract takes it', async () => {
    assert.deepEqual(await read({ to: at.OldToken, data: shortApprove() }), [
      `This person’s account can spend all of your OLD: 0 OLD today. ${THIEF}`,
      TAKE_ALL,
      PERSON,
    ])
  })

  it('where yes is written as 2, and the contract takes it', async () => {
    assert.deepEqual(await read({ to: at.OldCollectible, data: forAll(at.Claims) }), [
      `This contract can move all your Old Apes. ${at.Claims.toLowerCase()}`,
      TAKE_COLLECTION,
    ])
  })

  it('in a batch as in a call of its own', async () => {
    const calls = [
      { to: at.OldCollectible, data: forAll(THIEF) },
      { to: at.OldToken, data: shortApprove() },
    ]
    assert.deepEqual(await read(calls), [
      `This person’s account can move all your Old Apes. ${THIEF}`,
      `This person’s account can spend all of your OLD: 0 OLD today. ${THIEF}`,
      TAKE_COLLECTION,
      PERSON,
      TAKE_ALL,
    ])
  })

  it('by a node that has only traces', async () => {
    const node = chain.without('eth_simulateV1')
    assert.deepEqual(await read({ to: at.OldToken, data: shortApprove() }, node), [
      `This person’s account can spend all of your OLD: 0 OLD today. ${THIEF}`,
      TAKE_ALL,
      PERSON,
    ])
  })

  for (const [method, change, danger] of [
    ['first', 'This contract can do anything with all that you have in RIGHTS.', CONTROL],
    ['second', 'This contract can do anything with all that you have in RIGHTS.', CONTROL],
    ['third', 'This contract can borrow in your name.', BORROW],
    ['fourth', 'This contract gets control over the shared account RIGHTS.', MODULE],
    ['fifth', 'This contract can do anything with all that you have in RIGHTS.', CONTROL],
    ['sixth', 'This contract gets control over the contract RIGHTS.', OWNER],
  ] as const) {
    it(`of a function that nobody knows: ${change}`, async () => {
      const lines = await read({ to: at.Rights, data: callData('Rights', method, [at.Claims]) })
      const named = lines.map((line) => line.replace(/0x[\da-f]{4,6}…[\dA-Fa-f]{4}/, 'RIGHTS'))
      assert.deepEqual(named, [`${change} ${at.Claims.toLowerCase()}`, danger])
    })
  }

  for (const method of ['first', 'second']) {
    it(`of an allowance of Permit2, by its ${method} event`, async () => {
      const data = callData('Allowances', method, [at.FeeToken, THIEF, 2n ** 160n - 1n])
      assert.deepEqual(await read({ to: at.Allowances, data }), [
        `This person’s account can spend all of your FEE. ${THIEF}`,
        TAKE_ALL,
        PERSON,
      ])
    })
  }

  it('of an allowance of Permit2 that was over, and is there again', async () => {
    const args = [at.FeeToken, at.Claims, 2n ** 160n - 1n]
    const over = callData('Allowances', 'over', args)
    await chain.send({ from: ME, to: at.Allowances, data: over })
    assert.deepEqual(await read({ to: at.Allowances, data: over }), [
      'Your balances do not change.',
    ])
    const data = callData('Allowances', 'first', args)
    assert.deepEqual(await read({ to: at.Allowances, data }), [
      `This contract can spend all of your FEE. ${at.Claims.toLowerCase()}`,
      TAKE_ALL,
    ])
  })

  it('in a batch of which another call fails, as it is sent all the same', async () => {
    const failing = { to: at.FeeToken, data: '0x12345678' } as const
    const taking = { to: at.OldToken, data: shortApprove() }
    for (const calls of [
      [taking, failing],
      [failing, taking],
    ]) {
      assert.deepEqual(await read(calls), [
        `This person’s account can spend all of your OLD: 0 OLD today. ${THIEF}`,
        'The contract refuses and gives no reason.',
        'This would fail, and the network fee would be lost.',
        TAKE_ALL,
        PERSON,
      ])
    }
  })

  it('and what they could before is not news', async () => {
    const data = encodeCall('approve(address,uint256)', [at.Claims, 5n])
    await chain.send({ from: ME, to: at.OldToken, data })
    assert.deepEqual(await read({ to: at.OldToken, data }), ['Your balances do not change.'])
    const less = encodeCall('approve(address,uint256)', [at.Claims, 3n])
    assert.deepEqual(await read({ to: at.OldToken, data: less }), ['Your balances do not change.'])
  })

  it('and where there is more than can be shown, that is a danger', async () => {
    const lines = await read({ to: at.Rights, data: callData('Rights', 'many', [THIEF]) })
    assert.ok(lines.includes(UNREADABLE), lines.join('\n'))
  })
})

describe('what does one thing when it is asked and another when it is played', () => {
  it('is told for what it does when nobody asks', async () => {
    const { FeeToken, Shifty } = at
    await chain.send({ from: ME, to: FeeToken, data: callData('FeeToken', 'mint', [ME, 100n]) })
    const data = encodeCall('approve(address,uint256)', [Shifty, MAX])
    await chain.send({ from: ME, to: FeeToken, data })
    const lines = await read({ to: Shifty, data: callData('Shifty', 'securityUpdate', [FeeToken]) })
    assert.deepEqual(lines, [
      `−0.0000000000000001 FEE ${FeeToken}`,
      'You would give something away and get nothing for it.',
    ])
  })
})

describe('what can neither be decoded nor simulated', () => {
  const blind = () => chain.without('eth_simulateV1', 'debug_traceCall')

  it('is a danger, of one call', async () => {
    const lines = await read({ to: at.OldToken, data: shortApprove() }, blind())
    assert.deepEqual(lines, [UNREADABLE])
  })

  it('is a danger, of a batch with something that can be read in it', async () => {
    const calls = [
      { to: at.OldToken, data: encodeCall('approve(address,uint256)', [at.Claims, 5n]) },
      { to: at.OldToken, data: shortApprove() },
    ]
    assert.deepEqual(await read(calls, blind()), [UNREADABLE])
  })

  it('is a danger, in the call of another contract', async () => {
    const data = encodeCall('multicall(bytes[])', [[shortApprove()]])
    assert.ok(
      (
        await read(
          [
            { to: at.OldToken, data },
            { to: at.OldToken, data },
          ],
          blind(),
        )
      ).includes(UNREADABLE),
    )
  })

  it('is none where the wallet knows what is called', async () => {
    const data = encodeCall('approve(address,uint256)', [at.Claims, 5n])
    assert.deepEqual(await read({ to: at.OldToken, data }, blind()), [])
  })
})

describe('an account that acts by a contract’s code', () => {
  it('is said to, with whose code it is', async () => {
    const notes = async () => {
      const call = { chainId: 31_337, from: ME, to: THIEF, value: 1n, data: '0x' } as const
      const { risks } = await explain({ calls: [call], ticker: 'ETH' }, chain.rpc)
      return risks.filter(({ code }) => code === 'ownCode')
    }
    assert.deepEqual(await notes(), [])
    await chain.rpc.request('anvil_setCode', [ME, `0xef0100${at.Claims.slice(2)}`])
    assert.deepEqual(await notes(), [
      { code: 'ownCode', severity: 'note', address: at.Claims.toLowerCase() },
    ])
    await chain.rpc.request('anvil_setCode', [ME, '0x'])
  })
})
