/** `llms.txt` (llmstxt.org): every page of the site by section, with its title and its first sentence. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteConfig } from 'vitepress'

import { SIDEBAR } from './sidebar.js'

export function writeLlms({ site, srcDir, outDir }: SiteConfig, description: string): void {
  const sections = SIDEBAR.map(({ text, items }) => {
    const lines = items.map(({ link }) => {
      const file = link === '/' ? 'README.md' : `${link}.md`
      const address = link === '/' ? '' : `${link.slice(1)}.html`
      return lineOf(readFileSync(join(srcDir, file), 'utf8'), site.base + address)
    })
    return `## ${text}\n\n${lines.join('\n')}\n`
  })
  const text = `# ${site.title}\n\n> ${description}\n\n${sections.join('\n')}`
  writeFileSync(join(outDir, 'llms.txt'), text)
}

function lineOf(markdown: string, url: string): string {
  const title = /^# (.*)$/m.exec(markdown)?.[1] ?? ''
  // The first paragraph, unless a table, a heading, a list or code comes first.
  const paragraph = /^# .*\n+((?![#|<!-]|```).+(\n(?!\n).+)*)/m.exec(markdown)?.[1] ?? ''
  const sentence = plain(paragraph).split(/(?<=[.:]) /)[0]!
  return `- [${plain(title)}](${url})${sentence && `: ${sentence.replace(/:$/, '.')}`}`
}

const plain = (markdown: string) =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
