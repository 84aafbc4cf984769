import { fileURLToPath } from 'node:url'
import type { Plugin, UserConfig } from 'vite'

/** Absolute path of a file in the repository. */
export const fromRoot = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Options of all builds. Browsers from 2022 on run the output without changes. */
export const shared = {
  logLevel: 'warn',
  build: {
    target: 'es2022',
    emptyOutDir: true,
    reportCompressedSize: false,
    sourcemap: true,
    // A slow build is no reason for a warning.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
} satisfies UserConfig

/**
 * package.json names the side effects of the published files. Applied to the sources, that would drop the modules that
 * register elements, and style sheets: so it counts for packages only.
 */
export const keepSideEffects: Plugin = {
  name: 'keep-side-effects',
  transform: {
    filter: { id: { exclude: /\/node_modules\// } },
    handler: () => ({ moduleSideEffects: true }),
  },
}

/** Removes from style sheets what people read them by: line breaks and more, about 1 % of what a page loads first. */
export const compactStyles: Plugin = {
  name: 'compact-styles',
  transform: {
    filter: { id: /\/(src|components)\/.+\.ts$/ },
    handler(code, id) {
      // The page library has texts in files of this name; elsewhere Lit has templates.
      const sheets = id.endsWith('.styles.ts') ? /`[^`]+`/g : /\bcss`[^`]+`/g
      return { code: code.replace(sheets, compact), map: null }
    },
  },
}

const compact = (css: string): string =>
  css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?|(:) /g, '$1$2')
    .replaceAll(';}', '}')
