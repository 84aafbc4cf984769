/** Two builds of one commit have the same bytes. The builds are made here. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'

import { fromRoot } from '../../scripts/vite/shared.js'

const run = promisify(execFile)

/** All that the two parts are built of. */
const SOURCES = [
  ...['components', 'locales', 'scripts', 'src'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
]
const PARTS = ['wallet', 'cdn']

/** A machine of a person. */
interface Machine {
  /** As deep as the other: both have this checkout's packages by a link, and source maps say how far away those are. */
  folder: string
  umask: string
  /** As `core.abbrev` of git: how long its short names of commits are. */
  abbreviation: string
  env: Record<string, string>
}
const MACHINES: Machine[] = [
  { folder: 'one', umask: '022', abbreviation: '7', env: { TZ: 'Asia/Tokyo', LC_ALL: 'C' } },
  {
    folder: 'the second',
    umask: '077',
    abbreviation: '20',
    env: { TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8', HOME: tmpdir() },
  },
]
/** The same commit wherever it is made. */
const COMMIT = ['NAME', 'EMAIL', 'DATE'].flatMap((what) =>
  ['AUTHOR', 'COMMITTER'].map((who) => [
    `GIT_${who}_${what}`,
    what === 'DATE' ? '2026-01-31T00:00:00Z' : 'builder@example.test',
  ]),
)

let root: string
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'wallet-embed-builds-'))
})
after(() => rm(root, { recursive: true }))

async function builtBy({ folder, umask, abbreviation, env }: Machine): Promise<string> {
  const dir = join(root, folder)
  await mkdir(dir, { recursive: true })
  for (const path of SOURCES) await cp(fromRoot(path), join(dir, path), { recursive: true })
  await symlink(fromRoot('node_modules'), join(dir, 'node_modules'))
  const own = { GIT_DIR: join(dir, '.git'), GIT_CONFIG_GLOBAL: devNull }
  const options = {
    cwd: dir,
    env: { ...process.env, ...Object.fromEntries(COMMIT), ...own, ...env },
  }
  const git = ['init --quiet', `config core.abbrev ${abbreviation}`, 'commit -q --allow-empty -m 1']
  for (const args of git) await run('git', args.split(' '), options).catch(unlessLacking)
  const build = [process.execPath, '--import', 'tsx', 'scripts/build.ts', ...PARTS]
  await run('sh', ['-c', `umask ${umask} && exec "$0" "$@"`, ...build], options)
  return join(dir, 'dist')
}

/** Without git a build has no commit. */
function unlessLacking(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** The hash of each file, by its path. */
async function hashesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const hashes = files.map(async (file) => [
    relative(folder, file),
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ])
  return Object.fromEntries(await Promise.all(hashes))
}

describe('one commit', () => {
  it('gives the same files in any folder, time zone, language, umask and clone', async () => {
    const [one, two] = await Promise.all(
      MACHINES.map(async (machine) => hashesIn(await builtBy(machine))),
    )
    const names = Object.keys(one!)
    for (const name of [
      'wallet/integrity.txt',
      'wallet/integrity.json.br',
      'cdn/wallet-embed.js',
    ]) {
      assert.ok(names.includes(name), name)
    }
    assert.ok(names.length > 100)
    const differ = Object.keys({ ...one, ...two }).filter((name) => one![name] !== two![name])
    assert.deepEqual(differ, [])
  })
})
