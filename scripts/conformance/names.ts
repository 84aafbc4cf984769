/** ENSIP-15: how names are normalized, and which are refused. */
import { encode } from 'ox/AbiParameters'

import { resolveName } from '../../src/chain/reads/ens.js'
import { outcome, type Suite } from './suite.js'

interface Case {
  name: string
  /** The normalized form; absent if `name` is normalized. */
  norm?: string
  error?: boolean
}

const ADDRESS = `0x${'11'.repeat(20)}` as const
/** A node at which every name has an address. */
const node = {
  request: async () =>
    encode(
      [{ type: 'bytes' }, { type: 'address' }],
      [encode([{ type: 'address' }], [ADDRESS]), ADDRESS],
    ),
}

const sizeOf = (name: string) =>
  `its longest label has ${Math.max(...name.split('.').map((label) => Buffer.byteLength(label)))} bytes`

export const names: Suite = {
  name: 'ensip15',
  title: 'ENSIP-15, names',
  from: '[adraffy/ens-normalize.js](https://github.com/adraffy/ens-normalize.js), `validate/tests.json`',
  drives: 'the name that a person types as a recipient (`src/chain/reads/ens.ts`)',
  run: (files) =>
    Promise.all(
      (files.json('validate/tests.json') as Case[])
        .filter(({ name }) => name !== undefined)
        .map(async ({ name, norm = name, error }) => {
          if (!name) return { apart: 'the empty name' }
          return outcome(async () => {
            const answer = await resolveName(node, name)
            if ('problem' in answer) return error || `refused: ${answer.problem}, ${sizeOf(name)}`
            if (error) return 'accepted'
            return answer.name === norm || 'another normal form'
          })
        }),
    ),
}
