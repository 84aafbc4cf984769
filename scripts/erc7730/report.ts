/** Runs the registry's tests and collects the results. */
import { parseTransaction } from 'viem'

import { type Call, decodeCalldata } from '../../src/chain/clear-signing/calldata.js'
import type { ClearText, Descriptor, Hex } from '../../src/chain/clear-signing/descriptor.js'
import { clarifyTypedData } from '../../src/chain/clear-signing/typed-data.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import type { Expected, Registry, Test, TestFile } from './registry.js'
import { rendered, type Setting } from './texts.js'

/** Tests without a signer do not show one. */
const NOBODY = `0x${'0'.repeat(40)}` as const

type Kind = 'contract' | 'typed data'
export interface Outcome {
  kind: Kind
  name: string
  /** `different`: not explained, or without a part. `wrong`: it says something else. */
  verdict: 'equal' | 'different' | 'wrong'
  reason: string
  detail: string
  /** Whether the wallet has a built-in description of the call, which comes first. */
  hasOwnWords: boolean
}

export function outcomesOf(registry: Registry): Outcome[] {
  const all = [...registry.descriptors().values()]
  const readable = all.filter((one) => typeof one !== 'string')
  return registry
    .tests()
    .flatMap((file) => file.tests.map((test) => outcomeOf(test, file, readable)))
}

/** @param isDetailed - With each test that is not equal. */
export function report(registry: Registry, isDetailed: boolean): string {
  const all = [...registry.descriptors().values()]
  const readable = all.filter((one) => typeof one !== 'string')
  const outcomes = outcomesOf(registry)
  const lines = (['contract', 'typed data'] as const).map((kind) => figures(kind, outcomes))
  const unequal = outcomes.filter(({ verdict }) => verdict !== 'equal')
  return [
    `descriptors: ${readable.length} of ${all.length} can be read`,
    ...lines,
    ...grouped(unequal),
    ...(isDetailed
      ? unequal.map(({ name, reason, detail }) => `${name}: ${reason}\n${detail}`)
      : []),
  ].join('\n')
}

function figures(kind: Kind, outcomes: readonly Outcome[]): string {
  const own = outcomes.filter((one) => one.kind === kind)
  const count = (verdict: Outcome['verdict']) => own.filter((one) => one.verdict === verdict).length
  const equal = count('equal')
  const share = ((100 * equal) / Math.max(own.length, 1)).toFixed(1)
  const rest = `${count('different')} not equal, ${count('wrong')} with wrong texts`
  return `${kind} tests: ${equal} of ${own.length} equal (${share} %), ${rest}`
}

function grouped(unequal: readonly Outcome[]): string[] {
  const groups = new Map<string, number>()
  for (const { reason } of unequal) groups.set(reason, (groups.get(reason) ?? 0) + 1)
  return [...groups].sort(([, one], [, other]) => other - one).map(([why, n]) => `${n} × ${why}`)
}

function outcomeOf(test: Test, file: TestFile, descriptors: readonly Descriptor[]): Outcome {
  const kind = test.rawTx === undefined ? 'typed data' : 'contract'
  const name = `${file.name}: ${test.description}`
  const unread = { kind, name, detail: '', hasOwnWords: false } as const
  if (typeof file.descriptor === 'string') {
    const reason = `the descriptor cannot be read: ${file.descriptor}`
    return { ...unread, verdict: 'different', reason }
  }
  try {
    const outcome = { ...unread, hasOwnWords: hasOwnWords(test) }
    const { clear, setting } = clarified(test, file.descriptor, { ...file, descriptors })
    if (!clear) return { ...outcome, verdict: 'different', reason: 'not explained' }
    const shown = rendered(clear, setting)
    const [difference] = differences(test.expected, shown)
    if (!difference) return { ...outcome, verdict: 'equal', reason: '' }
    const detail = `${JSON.stringify(test.expected)}\n${JSON.stringify(shown)}`
    return { ...outcome, ...difference, detail }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { ...unread, verdict: 'different', reason: `the test cannot be read: ${text}` }
  }
}

function clarified(
  { rawTx, from, data }: Test,
  descriptor: Descriptor,
  { known, descriptors }: Pick<Setting, 'known' | 'descriptors'>,
): { clear: ClearText | undefined; setting: Setting } {
  if (rawTx === undefined) {
    const { chainId = 1 } = (data as { domain: { chainId?: number | string } }).domain
    const read = parseTypedData([NOBODY, data], NOBODY, Number(chainId))
    const clear = clarifyTypedData(read, from as Hex | undefined, [descriptor])
    return { clear, setting: { chainId: Number(chainId), to: NOBODY, known, descriptors } }
  }
  const call = callOf(rawTx, from)
  const { chainId, to = NOBODY } = call
  const clear = decodeCalldata(call, undefined, [descriptor])?.clear
  return { clear, setting: { chainId, to, known, descriptors } }
}

const hasOwnWords = ({ rawTx, from }: Test): boolean =>
  rawTx !== undefined && decodeCalldata(callOf(rawTx, from)) !== undefined

function callOf(rawTx: string, from = NOBODY as string): Call {
  const { chainId = 1, value = 0n, data = '0x', to } = parseTransaction(rawTx as Hex)
  return { chainId, from: from as Hex, to: to ?? undefined, value, data }
}

/** The first difference is the reason; wrong texts come before missing ones. */
function differences(
  expected: Expected,
  shown: Expected,
): { verdict: 'different' | 'wrong'; reason: string }[] {
  const wrong = (what: string, one = '', other = '') =>
    one === other ? [] : [{ verdict: 'wrong', reason: `${what}: ${shape(one, other)}` } as const]
  const all = [
    ...wrong('intent', expected.intent, shown.intent),
    ...wrong('owner', expected.owner, shown.owner),
    ...wrong('sentence', expected.interpolatedIntent, shown.interpolatedIntent),
  ]
  if (expected.fields.length !== shown.fields.length) {
    const counts = `${shown.fields.length} fields and not ${expected.fields.length}`
    return [...all, { verdict: 'different', reason: counts }]
  }
  return [
    ...all,
    ...expected.fields.flatMap((field, at) => {
      const { label, value } = shown.fields[at]!
      const labels = wrong('label', field.label, label)
      if (typeof value === 'object' && typeof field.value === 'object') {
        return [...labels, ...differences(field.value, value)]
      }
      const [one, other] = [field.value, value].map((text) =>
        typeof text === 'string' ? text : JSON.stringify(text),
      )
      return [...labels, ...wrong('value', one, other)]
    }),
  ]
}

/** Enough to group by: digits and addresses differ from test to test. */
const shape = (expected: string, shown: string): string =>
  [expected, shown]
    .map(
      (text) =>
        `“${text
          .replace(/0x[0-9a-fA-F]+/g, '0x…')
          .replace(/\d+/g, 'N')
          .slice(0, 60)}”`,
    )
    .join(' and not ')
