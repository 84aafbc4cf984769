/** Imports go one way (docs/architecture.md). The second half shows that the rule can fail. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** Each part, and what it may import besides itself. */
const MAY_IMPORT: Record<string, string[]> = {
  'src/shared': [],
  'src/protocol': ['src/shared'],
  'src/keys': ['src/shared'],
  'src/chain': ['src/shared', 'src/protocol'],
  'src/ui': ['src/shared'],
  'src/client': ['src/shared', 'src/protocol'],
  components: ['src/shared', 'src/protocol', 'src/client', 'src/login-client.ts'],
  'src/wallet.ts': ['src/shared', 'src/protocol', 'src/client', 'components'],
  'src/login-client.ts': ['src/shared', 'src/protocol', 'src/client'],
  'src/index.ts': [
    'src/shared',
    'src/protocol',
    'src/client',
    'components',
    'src/wallet.ts',
    'src/login-client.ts',
  ],
  'src/app': ['src/shared', 'src/protocol', 'src/keys', 'src/chain', 'src/ui', 'locales'],
  'src/dashboard': ['src/shared', 'src/protocol', 'src/ui'],
  'src/server': ['src/shared', 'src/protocol', 'src/keys', 'src/chain'],
}
const PARTS = Object.keys(MAY_IMPORT).sort((a, b) => b.length - a.length)

/** Page code may load these of the protocol; the schemas it may only name as types. */
const PAGE_PARTS = [
  'src/client',
  'components',
  'src/wallet.ts',
  'src/login-client.ts',
  'src/index.ts',
]
const PAGE_PROTOCOL = ['windows.js', 'peer.js', 'meeting.js'].map((file) => `src/protocol/${file}`)
/** What must not come near a page's bundle. */
const NOT_IN_PAGE = /^(zod|@noble|@scure|ox|viem|jose|fastify|qr)(\/|$)/
/** But in one that has wagmi: it brings viem. */
const FOR_WAGMI = 'components/wagmi.ts'

const partOf = (path: string) =>
  PARTS.find((part) => path === part || path.startsWith(`${part}/`)) ?? undefined

/** What is wrong with the imports of one file, in words. */
function violations(path: string, source: string): string[] {
  const part = partOf(path)
  if (!part) return []
  const isPage = PAGE_PARTS.includes(part)
  const found: string[] = []
  const statements = source.matchAll(
    /^\s*(import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm,
  )
  for (const [, , type, staticTarget, dynamicTarget] of statements) {
    const target = (staticTarget ?? dynamicTarget)!
    if (!target.startsWith('.')) {
      const isBrought = path === FOR_WAGMI && target === 'viem'
      if (isPage && !type && !isBrought && NOT_IN_PAGE.test(target)) {
        found.push(`${path} loads ${target}`)
      }
      if (part !== 'src/server' && target.startsWith('node:')) found.push(`${path} loads ${target}`)
      continue
    }
    const resolved = posix.join(posix.dirname(path), target.replace(/\?.*$/, ''))
    const other = partOf(resolved) ?? partOf(resolved.replace(/\.js$/, '.ts'))
    if (!other || other === part) continue
    if (!MAY_IMPORT[part]?.includes(other)) found.push(`${path} imports ${resolved}`)
    else if (isPage && other === 'src/protocol' && !type && !PAGE_PROTOCOL.includes(resolved)) {
      found.push(`${path} loads ${resolved}; the page may import its types only`)
    }
  }
  return found
}

const sources = ['src', 'components'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
)

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

describe('the boundaries between the parts', () => {
  it('are kept by every import', () => {
    assert.ok(sources.length > 30)
    assert.deepEqual(
      sources.flatMap((path) => violations(path, read(path))),
      [],
    )
  })

  it('leave no source file without a part', () => {
    assert.deepEqual(
      sources.filter((path) => !partOf(path)),
      [],
    )
  })

  for (const [path, source, expected] of [
    ['src/shared/a.ts', "import { b } from '../client/b.js'", 'src/client/b.js'],
    ['src/client/a.ts', "import { x } from '../app/x.js'", 'src/app/x.js'],
    ['src/client/a.ts', "import * as z from 'zod/mini'", 'zod/mini'],
    ['src/wallet.ts', "import { REQUESTS } from './protocol/messages.js'", 'types only'],
    ['src/app/a.ts', "const lazy = () => import('../client/frame.js')", 'src/client/frame.js'],
    ['src/server/a.ts', "export * from '../app/x.js'", 'src/app/x.js'],
    ['src/app/a.ts', "import {\n  one,\n  two,\n} from '../wallet.js'", 'src/wallet.js'],
    ['src/keys/a.ts', "import { readFile } from 'node:fs'", 'node:fs'],
  ] as const) {
    it(`would be broken by ${JSON.stringify(source)} in ${path}`, () => {
      assert.match(violations(path, source).join(), new RegExp(expected.replace(/[./]/g, '\\$&')))
    })
  }

  it('allow the page the types of the schemas', () => {
    const source = "import type { WalletState } from './protocol/messages.js'"
    assert.deepEqual(violations('src/wallet.ts', source), [])
  })
})

describe('one place each', () => {
  const uses = (pattern: RegExp) => sources.filter((path) => pattern.test(read(path)))

  it("only src/protocol/windows.ts listens to the window's messages", () => {
    const listeners = uses(
      /(window|globalThis|self)\.(addEventListener\(\s*['"]message['"]|onmessage)/,
    )
    assert.deepEqual(listeners, ['src/protocol/windows.ts'])
  })

  it("nothing is posted to '*'", () => {
    assert.deepEqual(uses(/postMessage\([^)]*['"]\*['"]/), [])
  })

  it('no markup is made from strings', () => {
    assert.deepEqual(
      uses(/\.(innerHTML|outerHTML)\s*=|insertAdjacentHTML|unsafeHTML|document\.write\(/),
      [],
    )
  })
})
