/** RFC 9497: the function from which a person's key is derived. */
import { combine, evaluate, evaluateElement, verifyElement } from '../../src/keys/oprf.js'
import { type Outcome, outcome, type Suite } from './suite.js'

interface Vector {
  Batch: number
  BlindedElement: string
  EvaluationElement: string
  Input: string
  Output: string
}
interface Group {
  identifier: string
  mode: number
  skSm: string
  pkSm?: string
  vectors: Vector[]
}

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const VERIFIABLE = 1

export const oprf: Suite = {
  name: 'rfc9497',
  title: 'RFC 9497, the oblivious pseudorandom function',
  from: '[RFC 9497, appendix A](https://www.rfc-editor.org/rfc/rfc9497#appendix-A), as JSON',
  drives:
    'the evaluation and proof of key nodes, and what the browser makes of them (`src/keys/oprf.ts`)',
  folder: 'test/fixtures',
  async run(files) {
    const groups = files.json('rfc9497.json') as Group[]
    const outcomes = groups.flatMap((group) =>
      group.vectors.flatMap((vector): Promise<Outcome>[] => {
        const column = (key: keyof Omit<Vector, 'Batch'>) => vector[key].split(',')
        return column('Input').map(async (_, at) => {
          if (group.identifier !== 'ristretto255-SHA512')
            return { apart: `group ${group.identifier}` }
          if (group.mode !== VERIFIABLE) return { apart: 'modes other than the verifiable one' }
          const [secret, key] = [bytes(group.skSm), group.pkSm!]
          return outcome(() => {
            const blinded = bytes(column('BlindedElement')[at]!)
            const answer = evaluateElement(blinded, secret, key)
            if (answer.element !== column('EvaluationElement')[at]) return 'another element'
            if (!verifyElement(blinded, key, answer)) return 'the proof does not hold'
            const input = bytes(column('Input')[at]!)
            const output = combine(input, [{ index: 1, ...evaluate(input, secret, key) }])
            return Buffer.from(output).toString('hex') === column('Output')[at] || 'another output'
          })
        })
      }),
    )
    return Promise.all(outcomes)
  },
}
