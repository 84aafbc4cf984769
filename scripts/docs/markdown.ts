/** How the site changes the Markdown files: anchors, links to sources, and tables. */
import { dirname, posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

const ELSEWHERE = /^([a-z]+:|#|\/)/i
const ON_SITE =
  /^(docs\/(?!decisions\/).+\.(md|json|png)|(CHANGELOG|CONTRIBUTING|README|SECURITY)\.md)(#.*)?$/

/** The anchor of a heading, as GitHub makes it: links lead to the same place here and there. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

/** @returns Where a link of a page leads on the site; undefined: to a source file, if `sources` is not given. */
export function targetOf(href: string, page: string, sources?: string): string | undefined {
  if (ELSEWHERE.test(href)) return href
  const path = posix.join(dirname(page), href)
  if (ON_SITE.test(path)) return href
  return sources && new URL(path, sources.replace(/\/?$/, '/')).href
}

/** Points links to sources at `sources`; without it, keeps only their text. */
export function linkSources(md: MarkdownRenderer, sources?: string): void {
  md.core.ruler.push('link-sources', ({ tokens, env }) => {
    const { relativePath } = env as { relativePath: string }
    const page = relativePath === 'index.md' ? 'README.md' : relativePath
    for (const { children } of tokens) {
      const kept: boolean[] = []
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = targetOf(token.attrGet('href') ?? '', page, sources)
          kept.push(href !== undefined)
          if (href !== undefined) token.attrSet('href', href)
          else hide(token)
        } else if (token.type === 'link_close' && !kept.pop()) hide(token)
      }
    }
  })
}

/** A column without a name gets cells in place of headers: a screen reader would read out an empty header. */
export function omitEmptyHeaders(md: MarkdownRenderer): void {
  md.core.ruler.push('omit-empty-headers', ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[at + 1]?.content) continue
      token.tag = 'td'
      tokens[at + 2]!.tag = 'td'
    }
  })
}

function hide(token: { type: string; tag: string; attrs: unknown }): void {
  Object.assign(token, { type: 'text', tag: '', attrs: null, content: '' })
}
