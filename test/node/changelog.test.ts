import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import { nextVersion, released } from '../../scripts/changelog.js'
import { fromRoot } from '../../scripts/vite/shared.js'

const OLD = '## [0.1.0] - 2026-01-01\n\n### Added\n\n- One.\n'
const text = (changes: string) => `# Changelog\n\n## [Unreleased]\n\n${changes}\n${OLD}`

describe('CHANGELOG.md', () => {
  it('can be released', () => {
    const changelog = readFileSync(fromRoot('CHANGELOG.md'), 'utf8')
    const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'))
    const { section } = released(changelog, nextVersion(version, 'major'), '2026-01-31')
    assert.match(section, /^### (Added|Changed|Deprecated|Removed|Fixed|Security)$/m)
  })
})

describe('a release', () => {
  it('dates what is unreleased, and leaves an empty section for what comes', () => {
    const after = released(text('### Fixed\n\n- Two.\n'), '0.1.1', '2026-01-31')
    const section = '## [0.1.1] - 2026-01-31\n\n### Fixed\n\n- Two.\n'
    assert.equal(after.section, section)
    assert.equal(after.text, `# Changelog\n\n## [Unreleased]\n\n${section}\n${OLD}`)
  })

  it('is refused where nothing changed, of a version that is there, and without a section', () => {
    assert.throws(() => released(text(''), '0.1.1', '2026-01-31'), /nothing is unreleased/)
    assert.throws(() => released(text('- Two.\n'), '0.1.0', '2026-01-31'), /0\.1\.0 is there/)
    assert.throws(() => released(OLD, '0.1.1', '2026-01-31'), /Unreleased/)
  })

  it('counts one part up, and those behind it from 0', () => {
    assert.equal(nextVersion('1.2.3', 'major'), '2.0.0')
    assert.equal(nextVersion('1.2.3', 'minor'), '1.3.0')
    assert.equal(nextVersion('1.2.3', 'patch'), '1.2.4')
    for (const [version, part] of [
      ['1.2.3', ''],
      ['1.2.3', 'huge'],
      ['1.2', 'minor'],
      ['1.2.x', 'minor'],
    ] as const) {
      assert.throws(() => nextVersion(version, part), /^Error: Expected major, minor or patch/)
    }
  })
})
