/** Faults that are planted in a copy of the sources: a test of the runs notices each of them. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'

interface Fault {
  file: string
  from: string
  to: string
  test: string
  /** The title of a case that fails. */
  notices: string
  /** Whether the test is a browser's own, or loads what was built. */
  kind: 'node' | 'browser' | 'built'
}

const FAULTS: Record<string, Fault> = {
  'a node accepts a token for a different application': {
    file: 'src/server/tokens/token-check.ts',
    from: "if (!audiences.includes(clientId)) throw new WalletError('TOKEN_AUDIENCE')",
    to: '',
    test: 'test/node/server-tokens.test.ts',
    notices: 'our client id as a part of the audience',
    kind: 'node',
  },
  'a button’s text is cut off': {
    file: 'src/ui/controls.ts',
    from: 'max-inline-size: 100%;\n    overflow-wrap: break-word;',
    to: 'max-inline-size: 100%; overflow: hidden; white-space: nowrap;',
    test: 'test/browser/states.test.ts',
    notices: 'shows its whole text',
    kind: 'browser',
  },
  'an approval counts under a cover': {
    file: 'src/app/approval/approval-guard.ts',
    from: 'isVisible === true && intersectionRatio >= WHOLE',
    to: 'isVisible !== undefined && intersectionRatio >= WHOLE',
    test: 'test/e2e/guard.test.ts',
    notices: 'where the panel is covered from the beginning',
    kind: 'built',
  },
}

describe('a planted fault', () => {
  const copy = mkdtempSync(join(tmpdir(), 'planted-'))
  // With this, Node takes a test file that it starts for a part of this one.
  const { NODE_TEST_CONTEXT: _, RESULTS_FILE: __, ...environment } = process.env
  const inCopy = (file: string) => join(copy, file)
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, {
      cwd: copy,
      encoding: 'utf8',
      env: { ...environment, LANGUAGES: 'de', BUILT_CLI: inCopy('dist/programs/cli.js') },
    })
  const runs: Record<Fault['kind'], (fault: Fault) => ReturnType<typeof run>> = {
    node: ({ test, notices }) =>
      run('--import', 'tsx', '--test-reporter=spec', `--test-name-pattern=${notices}`, test),
    browser: ({ test }) => run('node_modules/@web/test-runner/dist/bin.js', '--files', test),
    built: (fault) => {
      const { status, stderr } = run('--import', 'tsx', 'scripts/build.ts')
      assert.equal(status, 0, stderr)
      return runs.node(fault)
    },
  }

  before(() => {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: fromRoot('.'), encoding: 'utf8' })
    for (const file of files.split('\0').filter(Boolean)) cpSync(fromRoot(file), inCopy(file))
    symlinkSync(fromRoot('node_modules'), inCopy('node_modules'))
  })
  after(() => rmSync(copy, { recursive: true }))

  for (const [what, fault] of Object.entries(FAULTS)) {
    it(`is noticed: ${what}`, () => {
      const { file, from, to, notices, kind } = fault
      const source = readFileSync(inCopy(file), 'utf8')
      assert.equal(source.split(from).length, 2, `${file} holds this once: ${from}`)
      writeFileSync(
        inCopy(file),
        source.replace(from, () => to),
      )
      const { status, stdout, stderr } = runs[kind](fault)
      writeFileSync(inCopy(file), source)
      const said = `${stdout}${stderr}`
      assert.equal(status, 1, said.slice(-5_000))
      const failed = said.split('\n').filter((line) => /✖|” failed/.test(line))
      assert.equal(
        failed.some((line) => line.includes(notices)),
        true,
        failed.join('\n'),
      )
    })
  }
})
