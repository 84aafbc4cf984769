import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { indexOf } from '../../scripts/decision-index.js'
import { fromRoot } from '../../scripts/vite/shared.js'

describe('docs/decisions/README.md', () => {
  it('is what the decisions give', () => {
    const folder = fromRoot('docs/decisions')
    assert.equal(readFileSync(join(folder, 'README.md'), 'utf8'), indexOf(folder))
  })
})

describe('the index of decisions', () => {
  let folder: string

  const decision = (number: number, status: string, subject = 'Approvals') =>
    `# ${number}. A title\n\n- Date: 2026-01-31\n- Status: ${status}\n- Subject: ${subject}\n\n` +
    '## Context\n\nWhy.\n\n## Decision\n\nWhat.\n\n## Consequences\n\nWhat of it.\n'
  const put = (file: string, text: string) => writeFileSync(join(folder, file), text)

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'decisions-'))
  })

  after(() => rmSync(folder, { recursive: true }))

  it('lists number, title, status and date in order, below the subject', () => {
    put('0010-b.md', decision(10, 'accepted'))
    put('0009-a.md', decision(9, 'superseded by [10](0010-b.md)'))
    put('0011-c.md', decision(11, 'accepted', 'Element and panel'))
    assert.deepEqual(indexOf(folder).split('\n').slice(-13), [
      '## Element and panel',
      '',
      '| | decision | status | date |',
      '|---|---|---|---|',
      '| 11 | [A title](0011-c.md) | accepted | 2026-01-31 |',
      '',
      '## Approvals',
      '',
      '| | decision | status | date |',
      '|---|---|---|---|',
      '| 9 | [A title](0009-a.md) | superseded by [10](0010-b.md) | 2026-01-31 |',
      '| 10 | [A title](0010-b.md) | accepted | 2026-01-31 |',
      '',
    ])
  })

  for (const [what, text] of Object.entries({
    'no date': decision(9, 'accepted').replace('- Date: 2026-01-31\n', ''),
    'no number of its own': decision(8, 'accepted'),
    'no status that we know': decision(9, 'proposed'),
    'a status without the other decision': decision(9, 'superseded by 10'),
    'a status that names an earlier decision': decision(9, 'amended by [9](0009-a.md)'),
    'a status that names no file': decision(9, 'amended by [10](0010-d.md)'),
    'no subject': decision(9, 'accepted').replace('- Subject: Approvals\n', ''),
    'a subject that the index does not have': decision(9, 'accepted', 'Approval'),
    'no consequences': decision(9, 'accepted').replace('## Consequences', 'Consequences:'),
    'a heading of its own': decision(9, 'accepted').replace('## Decision', '## Why\n\n## Decision'),
  })) {
    it(`refuses a decision with ${what}`, () => {
      put('0009-a.md', text)
      assert.throws(() => indexOf(folder), /^Error: 0009-a\.md: /)
    })
  }
})
