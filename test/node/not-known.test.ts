/** What is not known is never milder than what is known to be bad: each danger, by nodes that are silent, late or lie. */
import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import type { Risk } from '../../src/chain/risks/risk.js'
import { consequencesOf } from '../../src/chain/simulate/consequences.js'
import { type Log, TRANSFER } from '../../src/chain/simulate/logs.js'
import { word } from '../../src/chain/values/words.js'
import { DANGEROUS } from './support/dangerous.js'
import { WETH } from './support/judged.js'
import { LIES, nodeFor, risksBy, SILENCES } from './support/lying-nodes.js'
import { APP, type Hex, ME, WORD } from './support/signed-calls.js'

/** Milliseconds, and steps of them: longer than the wallet waits for all answers together. */
const [STEP, STEPS] = [1_000, 120]

const worst = (risks: readonly Risk[]) => risks[0]?.severity ?? 'nothing'

/** Lies that make a danger milder, and that nothing which the wallet has could tell from the truth. */
const UNSEEN: Record<string, { reason: string; of: string[] }> = {
  'says that every address is a contract': {
    reason: 'only the node knows where code is; a contract may spend, and may be called',
    of: [
      'a cap for a person',
      'a call of a person',
      'a permit for a person',
      'a permit of Permit2 for a person',
      'a permit of a collectible',
      'an allowance of Coinbase’s for a person, in a list',
      'some of many tokens for a person',
      'tokens that are locked, for a person who decides',
    ],
  },
  'says that every account acts by a contract’s code': {
    reason: 'an account with code takes calls; none of these moves anything by itself',
    of: ['a call of a person'],
  },
  'tells no events': {
    reason: 'the call names no token, so that no balance is read: only events tell which moves',
    of: ['a claim that takes'],
  },
}

/** With a clock that is turned on by hand. */
async function inTime<T>(begin: () => Promise<T>): Promise<T> {
  mock.timers.enable({ apis: ['setTimeout'] })
  let isOver = false
  const work = begin().finally(() => {
    isOver = true
  })
  try {
    for (let step = 0; step < STEPS && !isOver; step++) {
      for (let turn = 0; turn < 5 && !isOver; turn++) await setImmediate()
      mock.timers.tick(STEP)
    }
  } finally {
    mock.timers.reset()
  }
  assert.ok(isOver, 'the wallet waits without end')
  return work
}

const WAYS = [
  ...Object.keys(SILENCES).map((way) => [way, undefined, SILENCES[way]] as const),
  ...Object.keys(LIES).map((way) => [way, LIES[way], undefined] as const),
]

describe('a danger by an honest node', () => {
  for (const [what, asked] of DANGEROUS) {
    it(what, async () => {
      const changes = 'changes' in asked ? asked.changes : []
      assert.equal(worst(await risksBy(asked, nodeFor(changes ?? []))), 'danger')
    })
  }
})

for (const [way, lie, carry] of WAYS) {
  describe(`no danger is milder by a node that ${way}`, () => {
    for (const [what, asked] of DANGEROUS) {
      const isUnseen = UNSEEN[way]?.of.includes(what)
      it(what, async () => {
        const changes = ('changes' in asked && asked.changes) || []
        const found = worst(await inTime(() => risksBy(asked, nodeFor(changes, lie, carry))))
        assert.equal(found !== 'danger', !!isUnseen, found)
      })
    }
  })
}

describe('a token that leaves by its events and stays by its balance', () => {
  const log = (...topics: Hex[]): Log => ({ address: WETH, topics, data: `0x${word(5n)}` })
  const leaves = log(TRANSFER, `0x${word(ME)}`, `0x${word(APP)}`)
  const deposited = log(`0x${'d'.repeat(64)}`, `0x${word(ME)}`)
  const played = async (logs: Log[]) => {
    const answers = async (reads: readonly unknown[]) => reads.map((): Hex => WORD)
    const happened = { account: ME, calls: [], ahead: [], logs, tokens: [WETH], touched: [] }
    const stage = {
      maxReads: 400,
      after: async () => [],
      around: async (reads: readonly unknown[]) => ({
        before: await answers(reads),
        after: await answers(reads),
      }),
    }
    const node = nodeFor([])
    return consequencesOf(happened, stage, node)
  }

  it('is unclear', async () => {
    const simulation = await played([leaves])
    assert.ok(simulation.status === 'done' && simulation.isUnclear)
  })

  it('is clear where it was wrapped before', async () => {
    const simulation = await played([deposited, leaves])
    assert.ok(simulation.status === 'done' && !simulation.isUnclear)
  })
})
