/** Changes of a registry that give people other wallets: refused without a word for it, with how many they are. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { registryFor } from '../node/support/issuer.js'
import { inTemporaryFolder } from '../node/support/services.js'
import { runCli } from './support/cli.js'

const registry = registryFor('http://localhost:1')
const { google, github } = registry.verifiers

/** Two people of GitHub's, one of them twice, and a login that failed. */
const AUDIT = [
  { verifier: 'github', outcome: 'ok', who: 'a' },
  { verifier: 'github', outcome: 'ok', who: 'b' },
  { verifier: 'github', outcome: 'ok', who: 'a' },
  { verifier: 'github', outcome: 'LOGIN_FAILED', who: 'c' },
  { verifier: 'google', outcome: 'ok', who: 'd' },
]

const inFolder = (
  work: (
    file: (name: string) => string,
    run: (...args: string[]) => Promise<Said>,
  ) => Promise<void>,
) =>
  inTemporaryFolder(async (dir) => {
    const file = (name: string) => join(dir, name)
    await writeFile(file('before.json'), JSON.stringify(registry))
    await writeFile(
      file('audit.log'),
      `${AUDIT.map((line) => JSON.stringify(line)).join('\n')}\nno JSON\n`,
    )
    await work(file, async (...args) => {
      const { code, stdout, stderr } = await runCli(['registry', ...args]).ended
      return { code, stdout, stderr }
    })
  })

interface Said {
  code: number | null
  stdout: string
  stderr: string
}

describe('a change that moves addresses', () => {
  it('is refused by registry check, which says of how many people', async () => {
    await inFolder(async (file, run) => {
      for (const [changes, expected] of [
        [
          { verifierIdField: 'email' },
          /github: its people get other addresses \(.*\), 2 in the audit log/,
        ],
        [
          { issuer: 'http://localhost:2' },
          /github: whomever http:\/\/localhost:2 names gets the accounts of .*, 2 in the audit log/,
        ],
      ] as const) {
        const next = { ...registry, verifiers: { google, github: { ...github, ...changes } } }
        await writeFile(file('next.json'), JSON.stringify(next))
        const args = [
          'check',
          '--registry',
          file('next.json'),
          '--before',
          file('before.json'),
          '--audit',
          file('audit.log'),
        ]
        const { code, stderr } = await run(...args)
        assert.equal(code, 1)
        assert.match(stderr, expected)
        assert.match(
          stderr,
          /^wallet-embed: [^\n]*--accept moved-addresses, and SIGHUP to the services\.\n$/,
        )
        // The provider is not there, so the check itself still fails.
        const accepted = await run(...args, '--accept', 'moved-addresses')
        assert.match(accepted.stderr, /^wallet-embed: Wrong: \d+\.\n$/)
        assert.match(accepted.stdout, expected)
      }
    })
  })
})

it('a word that nobody asked for is refused', async () => {
  await inFolder(async (file, run) => {
    const before = await readFile(file('before.json'), 'utf8')
    const { code, stderr } = await run(
      'check',
      '--registry',
      file('before.json'),
      '--before',
      file('before.json'),
      '--accept',
      'all',
    )
    assert.deepEqual(
      [code, stderr],
      [1, 'wallet-embed: --accept: knows moved-addresses, got "all".\n'],
    )
    assert.equal(await readFile(file('before.json'), 'utf8'), before)
  })
})
