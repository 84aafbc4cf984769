/** Builds the small pages of test/fixtures/frameworks, each as its framework's own tools would. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { compile } from 'svelte/compiler'
import { compileScript, parse } from 'vue/compiler-sfc'

import { fromRoot } from '../../scripts/vite/shared.js'

export const FRAMEWORKS = ['react', 'preact', 'solid', 'vue', 'svelte', 'angular'] as const
/** Frameworks whose pages are rendered on a server first, and then hydrated. */
export const SERVED = ['react', 'vue', 'svelte'] as const
export type Framework = (typeof FRAMEWORKS)[number]

/** Entry file of each fixture, and the source of its JSX. */
const ENTRIES: Record<Framework, { entry: string; jsxImportSource?: string }> = {
  react: { entry: 'main.tsx', jsxImportSource: 'react' },
  preact: { entry: 'main.tsx', jsxImportSource: 'preact' },
  solid: { entry: 'main.ts' },
  vue: { entry: 'main.ts' },
  svelte: { entry: 'main.ts' },
  angular: { entry: 'main.ts' },
}

const vue: Plugin = {
  name: 'vue',
  setup({ onLoad }) {
    onLoad({ filter: /\.vue$/ }, async ({ path }) => {
      const compilerOptions = { isCustomElement: (tag: string) => tag.includes('-') }
      const { descriptor } = parse(await readFile(path, 'utf8'), {
        filename: path,
        templateParseOptions: compilerOptions,
      })
      const { content } = compileScript(descriptor, {
        id: 'app',
        inlineTemplate: true,
        templateOptions: { compilerOptions },
      })
      return { contents: content, loader: 'ts' }
    })
  },
}

const svelte = (generate: 'client' | 'server'): Plugin => ({
  name: 'svelte',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { js } = compile(await readFile(path, 'utf8'), { filename: path, generate })
      return { contents: js.code, loader: 'js' }
    })
  },
})

/** The page's script, with the wallet where the sources have `https://wallet.example`. */
export async function bundleFramework(
  name: Framework,
  walletUrl: string,
  isServed = false,
): Promise<string> {
  const { jsxImportSource, ...first } = ENTRIES[name]
  const entry = isServed ? first.entry.replace('main', 'hydrate') : first.entry
  const { outputFiles } = await build({
    entryPoints: [fromRoot(`test/fixtures/frameworks/${name}/${entry}`)],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    logLevel: 'warning',
    jsx: 'automatic',
    ...(jsxImportSource && { jsxImportSource }),
    define: {
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [vue, svelte('client')],
  })
  return outputFiles[0]!.text.replaceAll('https://wallet.example', walletUrl)
}

/** Renders the page on the server: runs the fixture in Node, with the installed package. */
export async function renderFramework(name: Framework, walletUrl: string): Promise<string> {
  const { entry, jsxImportSource } = ENTRIES[name]
  const { outputFiles } = await build({
    entryPoints: [fromRoot(`test/fixtures/frameworks/${name}/${entry.replace('main', 'server')}`)],
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    write: false,
    plugins: [vue, svelte('server')],
    jsx: 'automatic',
    ...(jsxImportSource && { jsxImportSource }),
  })
  // Inside of the repository, where Node finds the packages.
  const file = fromRoot(`test/.output/${name}-${process.pid}.mjs`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, outputFiles[0]!.text.replaceAll('https://wallet.example', walletUrl))
  try {
    const { html } = (await import(file)) as { html: string }
    return html
  } finally {
    await rm(file)
  }
}
