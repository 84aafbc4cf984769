/** A right is as bad in whatever struct it stands: random names of types, orders of fields, and fields beside it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { Risk } from '../../src/chain/risks/risk.js'
import { randomData, randomOf, type Types } from '../support/any-typed-data.js'
import { TYPES } from './support/published-types.js'
import { ALL, APP, type Hex, ME, type Signed, SOON, TOKEN } from './support/signed-calls.js'
import { PERSON, POISONED, typedDataRisks, UNKNOWN } from './support/ways.js'

const ROUNDS = 400
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const SEVERITIES = ['nothing', 'note', 'warning', 'danger']
const AMOUNTS = [0n, 5n, 2n ** 128n, 2n ** 160n - 1n, ALL]
const SPENDERS = [APP, PERSON, UNKNOWN, POISONED]
/** What the wallet reads: a right must not hide among its fields, or behind its name. */
const KNOWN = Object.entries(TYPES).filter(([name]) => !name.includes(':'))

const worst = (risks: readonly Risk[]) => SEVERITIES.indexOf(risks[0]?.severity ?? 'nothing')

type Random = ReturnType<typeof randomOf>
const shuffled = <T>(items: readonly T[], { next }: Random): T[] => {
  const left = [...items]
  return items.map(() => left.splice(next(left.length), 1)[0]!)
}
const oneOf = <T>(items: readonly T[], { next }: Random): T => items[next(items.length)]!

/** A value of an elementary type, empty as often as not. */
function sampleOf(type: string, { next, hex }: Random): unknown {
  if (type.endsWith(']')) return []
  if (type === 'address') return next(2) ? `0x${'0'.repeat(40)}` : hex(20)
  if (type === 'bytes') return next(2) ? '0x' : hex(next(80))
  if (type.startsWith('bytes')) return hex(Number(type.slice(5)))
  if (type === 'bool') return next(2) === 1
  return type === 'string' ? 'text' : next(200)
}

/** The fields of a permission among those of something else that the wallet knows. */
function hidden(right: { name: string; type: string; value: unknown }[], random: Random) {
  const { next } = random
  const names = new Set(right.map(({ name }) => name))
  const [name, shape] = oneOf(KNOWN, random)
  const beside = next(3) ? shape : []
  const extra = beside
    .filter(({ name, type }) => !names.has(name) && !/^[A-Z]/.test(type))
    .map((field) => ({ ...field, value: sampleOf(field.type, random) }))
  const any = randomData(random, {})
  const [deep] = next(2) ? [{ name: 'deep', type: any.primaryType, value: any.message }] : []
  const all = [...right, ...(deep ? [deep] : [])]
  // In the order of what it passes for, or in any.
  const list = next(2) ? [...extra, ...shuffled(all, random)] : shuffled([...extra, ...all], random)
  const type = next(3) ? name : `Type${next(1e6)}`
  const types: Types = { ...any.types, [type]: list.map(({ name, type }) => ({ name, type })) }
  const message = Object.fromEntries(list.map(({ name, value }) => [name, value]))
  return { signed: { type, contract: TOKEN, message } satisfies Signed, types }
}

describe(`a permission in any struct (seed ${SEED})`, () => {
  it('is never told in milder words than in the form of its standard', () => {
    const random = randomOf(SEED)
    for (let round = 0; round < ROUNDS; round++) {
      const spender: Hex = oneOf(SPENDERS, random)
      const value = oneOf(AMOUNTS, random).toString()
      const right = [
        { name: 'owner', type: 'address', value: ME },
        { name: 'spender', type: 'address', value: spender },
        { name: random.next(2) ? 'value' : 'amount', type: 'uint256', value },
      ]
      const canonical = { owner: ME, spender, value, nonce: 0, deadline: SOON }
      const expected = worst(
        typedDataRisks({ type: 'Permit', contract: TOKEN, message: canonical }),
      )
      const { signed, types } = hidden(right, random)
      const found = typedDataRisks(signed, { types })
      const asked = `round ${round}: ${JSON.stringify({ ...signed, types })}`
      assert.ok(worst(found) >= expected, `${asked} ${found.map(({ code }) => code)}`)
    }
  })
})
