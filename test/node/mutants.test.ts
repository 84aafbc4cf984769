import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { mutantsOf } from '../../scripts/mutation/mutants.js'

const changes = (source: string) => mutantsOf(source).map(({ from, to }) => `${from} → ${to}`)

describe('a mutant', () => {
  it('changes one thing, and says where', () => {
    const source = 'const a = 1\nif (a > 2) throw new Error()\n'
    const mutants = mutantsOf(source)
    assert.deepEqual(
      mutants.map(({ line, from, to, text }) => [line, from, to, text.split('\n')[line - 1]]),
      [
        [1, '1', '2', 'const a = 2'],
        [1, '1', '0', 'const a = 0'],
        [2, '>', '>=', 'if (a >= 2) throw new Error()'],
        [2, '2', '3', 'if (a > 3) throw new Error()'],
        [2, '2', '1', 'if (a > 1) throw new Error()'],
        [2, 'if (a > 2) throw new Error()', '', ''],
      ],
    )
  })

  it('is made of operators, numbers and constants', () => {
    assert.deepEqual(changes('a === b && !c'), ['=== → !==', '&& → ||', '! → '])
    assert.deepEqual(changes('x.some(f) ?? true'), ['?? → &&', 'true → false', '.some( → .every('])
    assert.deepEqual(changes('2_000n'), ['2_000 → 2001', '2_000 → 1999'])
    assert.deepEqual(changes('0'), ['0 → 1'])
  })

  it('leaves alone what is no code: texts, comments, imports, patterns, types', () => {
    for (const source of [
      "say('1 > 0 && true')",
      'say(`1 > 0`)',
      '// 1 > 0\n',
      '/** 1\n * 2 > 1 */',
      "import { a1 } from './1.js'\n",
      'test(/^[0-9]{3} > 1$/)',
      'type A = Map<B, C>',
      'a1.b2',
    ]) {
      assert.deepEqual(changes(source), [], source)
    }
  })
})
