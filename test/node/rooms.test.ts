/** The rooms of each part (docs/architecture.md), lowest first: imports go down. The last part shows that the rules can fail. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix, relative } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Source files at the root of a room. */
const MOST = 12

/** A file imports from its own room and from those before it. A folder that is not named is part of the one around it. */
const ROOMS: Record<string, string[]> = {
  'src/client': ['', 'provider', 'login', 'frame'],
  'src/chain': [
    'rpc',
    'values',
    'networks',
    'requests',
    'clear-signing',
    'decode',
    'reads',
    'costs',
    'parties',
    'simulate',
    'past',
    'risks',
    'explain',
  ],
  'src/app': [
    'support',
    'operator-files',
    'appearance',
    'windows',
    'signer',
    'sites',
    'session',
    'stores',
    'sync',
    'approval',
    'activity',
    'sign-in',
    'shared-session',
    'provider',
    'wallet',
    'wallet/watch',
    'wallet/assets',
    'approval-window',
    'screens/base',
    'screens/explanation',
    'screens/assets',
    'screens/approve',
    'screens/approve/sign',
    'screens/approve/transactions',
    'screens/sign-in',
    'screens/session',
    'screens/recovery',
    'screens/activity',
    'screens/settings',
    'screens/home',
    'screens/send',
    'screens',
    'login-window',
    '',
  ],
  'src/server': [
    'store',
    'trace',
    'platform',
    'registry',
    'tokens',
    'sync',
    'login',
    'keys',
    'ceremonies',
    'descriptors',
    'wallet-app',
    'dashboard',
    'cli/options',
    'cli/run',
    'cli',
    '',
  ],
}

interface Room {
  part: string
  name: string
  level: number
}

/** The innermost that a file lies in. */
function roomOf(path: string): Room | undefined {
  const part = Object.keys(ROOMS).find((name) => path.startsWith(`${name}/`))
  if (!part) return undefined
  const rooms = ROOMS[part]!.map((name, level) => ({ part, name, level }))
  const found = rooms.filter(({ name }) => name && path.startsWith(`${part}/${name}/`))
  const inner = found.sort((one, other) => other.name.length - one.name.length)[0]
  return inner ?? (path.split('/').length === 3 ? rooms.find(({ name }) => !name) : undefined)
}

/** Every source that a file names, as a path from the root: also as a type, and what it loads later. */
function importsOf(path: string, text: string): string[] {
  const named = text.matchAll(
    /^\s*(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+?\sfrom\s+)?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)/gm,
  )
  return [...named].map(([, first, later]) =>
    posix.join(posix.dirname(path), (first ?? later)!.replace(/\?.*$/, '')).replace(/\.js$/, '.ts'),
  )
}

/** Imports that go upward, in words. */
const upward = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts].flatMap(([path, text]) => {
    const room = roomOf(path)
    return importsOf(path, text)
      .filter((target) => {
        const other = roomOf(target)
        return room && other && other.part === room.part && other.level > room.level
      })
      .map((target) => `${path} imports ${target}`)
  })

/** Files that import each other, by however many others: each circle once. */
function circles(texts: ReadonlyMap<string, string>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (path: string, way: string[]): void => {
    const at = way.indexOf(path)
    if (at >= 0) {
      found.push(way.slice(at))
      return
    }
    const text = texts.get(path)
    if (text === undefined || done.has(path)) return
    for (const target of importsOf(path, text)) visit(target, [...way, path])
    done.add(path)
  }
  for (const path of texts.keys()) visit(path, [])
  return found
}

const sources = ['src', 'components'].flatMap((folder) =>
  readdirSync(ROOT + folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, posix.join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
)
const texts = new Map(sources.map((path) => [path, readFileSync(ROOT + path, 'utf8')]))

describe('the rooms', () => {
  it('are imported from above only', () => {
    assert.deepEqual(upward(texts), [])
  })

  it('have no circle of files, nor has any other part', () => {
    assert.deepEqual(circles(texts), [])
  })

  it('hold every file of their parts', () => {
    const parts = Object.keys(ROOMS).map((part) => `${part}/`)
    const inParts = sources.filter((path) => parts.some((part) => path.startsWith(part)))
    assert.ok(inParts.length > 300)
    assert.deepEqual(
      inParts.filter((path) => !roomOf(path)),
      [],
    )
  })

  it(`have at most ${MOST} sources in one folder`, () => {
    const counts = new Map<string, number>()
    for (const path of sources) {
      const folder = posix.dirname(path)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    assert.deepEqual(
      [...counts].filter(([, count]) => count > MOST),
      [],
    )
  })

  it('share a wallet with at most 30 members', () => {
    const text = texts.get('src/app/wallet/wallet-app.ts')!
    const named = /^ {2}(?:readonly |async |get )?(?!constructor)[a-z]\w*(?=[:(<]| =)/gm
    const members = [...text.matchAll(named)].map(([member]) => member)
    assert.ok(members.includes('  async login'))
    assert.deepEqual(members.slice(30), [])
  })

  for (const [part, rooms] of Object.entries(ROOMS)) {
    it(`of ${part} say what they know`, () => {
      const missing = rooms
        .map((room) => posix.join(part, room, 'README.md'))
        .filter((path) => !existsSync(ROOT + path))
      assert.deepEqual(missing, [])
    })
  }
})

describe('the rules of the rooms', () => {
  const of = (files: Record<string, string>) => new Map(Object.entries(files))

  for (const [path, text] of [
    ['src/app/session/a.ts', "import { b } from '../wallet/b.js'"],
    ['src/app/session/a.ts', "import type { B } from '../wallet/b.js'"],
    ['src/app/sign-in/a.ts', "import '../screens/base/b.js'"],
    ['src/app/sign-in/passkeys/a.ts', "const b = () => import('../../login-window/b.js')"],
    ['src/app/screens/base/a.ts', "export { b } from '../b.js'"],
    ['src/server/store/a.ts', "import {\n  b,\n} from '../platform/b.js'"],
    ['src/chain/rpc/a.ts', "import { b } from '../explain/b.js'"],
    ['src/client/a.ts', "import { b } from './login/b.js'"],
  ] as const) {
    it(`would be broken by ${JSON.stringify(text)} in ${path}`, () => {
      assert.equal(upward(of({ [path]: text })).length, 1)
    })
  }

  it('allow what lies lower', () => {
    const text = "import { b } from '../support/b.js'"
    assert.deepEqual(upward(of({ 'src/app/session/a.ts': text })), [])
  })

  it('would be broken by a circle', () => {
    const files = of({
      'src/ui/a.ts': "import { b } from './b.js'",
      'src/ui/b.ts': "import type { C } from './c.js'",
      'src/ui/c.ts': "const a = () => import('./a.js')",
    })
    assert.deepEqual(circles(files), [['src/ui/a.ts', 'src/ui/b.ts', 'src/ui/c.ts']])
  })

  it('would be broken by a file without a room', () => {
    assert.equal(roomOf('src/app/somewhere/a.ts'), undefined)
    assert.equal(roomOf('src/chain/a.ts'), undefined)
  })
})
