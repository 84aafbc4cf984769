/**
 * The documentation as a site: `npm run docs`. Its pages are the Markdown files of the repository, as they are.
 *
 * - `DOCS_BASE`: the path that the site is served under, `/` by default.
 * - `DOCS_OUT`: where it is written, `dist/docs` by default.
 * - `DOCS_SOURCES`: URL of the repository's files, for links to sources. Without it these are plain text.
 */
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vitepress'

import { writeLlms } from '../../scripts/docs/llms.js'
import { linkSources, omitEmptyHeaders, slugOf } from '../../scripts/docs/markdown.js'
import { SIDEBAR } from '../../scripts/docs/sidebar.js'
import { STYLE } from '../../scripts/docs/style.js'

const description = 'An embedded Ethereum wallet for any site, open and self-hosted.'

export default defineConfig({
  title: 'wallet-embed',
  description,
  lang: 'en',
  head: [['style', {}, STYLE]],
  base: process.env.DOCS_BASE ?? '/',
  srcDir: '..',
  // From the folder where npm runs, as npm start reads it; else it counts from this page's folder.
  outDir: process.env.DOCS_OUT ? resolve(process.env.DOCS_OUT) : '../dist/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  // Notes beside the code are for those who read the code, and decisions for those who change it.
  srcExclude: [
    '{src,components,demo,test,scripts,deploy,dist,bench,locales}/**',
    'docs/decisions/**',
  ],
  rewrites: { 'README.md': 'index.md' },
  // What `npm start` serves.
  ignoreDeadLinks: 'localhostLinks',
  // Without this it takes the demo's.
  vite: { configFile: false },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.includes('-') } } },
  markdown: {
    anchor: { level: [1, 2, 3, 4], slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      linkSources(md, process.env.DOCS_SOURCES)
      omitEmptyHeaders(md)
    },
  },
  themeConfig: {
    sidebar: SIDEBAR,
    outline: [2, 3],
    search: { provider: 'local' },
    notFound: {
      title: 'There is no such page',
      quote: 'Search for it, or begin at the first page.',
      linkText: 'First page',
    },
  },
  buildEnd(config) {
    writeLlms(config, description)
    cpSync(join(config.srcDir, 'docs/openapi.json'), join(config.outDir, 'docs/openapi.json'))
  },
})
