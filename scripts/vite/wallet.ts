import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

import { compactStyles, fromRoot, keepSideEffects, shared } from './shared.js'

/** Modules that the frame and the login window load first. */
const BASE = new RegExp(
  [
    '/node_modules/(lit|lit-html|lit-element|@lit|zod)/(?!directives/(live|until)[.]|async-directive)',
    '/src/(shared/(?!did-you|jwe|marks/more)|protocol/(?!login|meeting|files/))',
    '/src/ui/(?!qr|identicon|copy|icons)',
    '/src/chain/rpc/(parse|quantity)[.]',
    '/src/chain/values/text[.]',
    '/src/app/appearance/locale/(?!overlay)',
    '/src/app/appearance/(look|appearance|own-theme)[.]',
    '/src/app/support/(preferences|storage|http|config|in-app-browser)[.]',
    '/src/app/signer/(identity|signer)[.]',
    '/src/app/sign-in/(login-options|authorization|extra-parameters)[.]',
    '/src/app/windows/(mailbox|login-initiator)[.]',
    '/src/app/session/session[.]',
    '/src/app/approval/(rejection-throttle|approval-queue)[.]',
    '/src/app/screens/base/(screen|shell|first-shared-parts|brand-mark|status)[.]',
    '/src/app/screens/sign-in/(sign-in|login-mark)[.]',
  ].join('|'),
)

/** Modules of most screens, loaded after the first screen. */
const PARTS =
  /\/(lit(-html)?\/directives\/live|src\/(chain\/values\/(addresses|brief)|app\/(sign-in\/person|screens\/(base\/(shared-parts|fields)|sign-in\/centred))))[.]/

/** In one chunk, since the first screen has to load the name of every chunk. */
const SESSIONS =
  /\/src\/(protocol\/login-service\/sessions|app\/(shared-session\/ended|support\/login-service))[.]/

/** Characters. Git's own short form is as long as a clone's history and settings make it: builds would differ. */
const COMMIT_LENGTH = 7

/** Writes the version, and the commit if known, into each page, for support. */
const stamp: Plugin = {
  name: 'stamp',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'wallet-build', content: buildName() }, injectTo: 'head' },
  ],
}

function buildName(): string {
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'))
  try {
    const options = { cwd: fromRoot('.'), encoding: 'utf8', stdio: 'pipe' } as const
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], options)
    return `${version} (${commit.slice(0, COMMIT_LENGTH)})`
  } catch {
    // Built from an archive.
    return version
  }
}

/**
 * The wallet app: static pages that run under a policy without inline code. Relative URLs, so that the
 * same files work under `/v/<version>/`.
 */
export const wallet = defineConfig({
  ...shared,
  root: fromRoot('src/app'),
  publicDir: false,
  plugins: [compactStyles, keepSideEffects, stamp],
  base: './',
  worker: { format: 'es', plugins: () => [keepSideEffects] },
  build: {
    ...shared.build,
    outDir: fromRoot('dist/wallet'),
    // A data: URL is inline code to a strict policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page has begun with these.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html'
          ? files
          : files.filter((file) => !/\/(base|rolldown-runtime)-/.test(file)),
    },
    rolldownOptions: {
      ...shared.build.rolldownOptions,
      output: {
        // Every page contains the names of all files that it may load, and hashes do not compress: 42 bits are enough.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // One file for what every page loads first. Small files compress badly, and each lazy screen with a shared
        // module would add one.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'parts', test: PARTS },
            { name: 'sessions', test: SESSIONS },
          ],
        },
      },
      input: ['frame', 'meet', 'begin', 'login', 'confirm', 'index'].map((page) =>
        fromRoot(`src/app/${page}.html`),
      ),
    },
  },
})
