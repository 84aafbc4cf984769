/** The typed reference: elements from custom-elements.json, classes and types from the declarations of a build. */
import { readFileSync } from 'node:fs'

import { fromRoot } from '../vite/shared.js'

interface Named {
  name: string
  kind?: string
  type?: { text: string } | undefined
  default?: string
  description?: string
  privacy?: string
  static?: boolean
}
interface Declaration extends Named {
  tagName?: string
  summary?: string
  attributes?: Named[]
  members?: (Named & { parameters?: Named[]; return?: { type: { text: string } } })[]
  events?: Named[]
  slots?: Named[]
  cssParts?: Named[]
  cssProperties?: Named[]
  cssStates?: Named[]
}

/** Declarations of the package's exports, by subject. */
const TYPES: Record<string, string[]> = {
  Wallet: ['src/wallet', 'components/wallet-embed/login-window', 'src/client/frame/connection'],
  LoginClient: ['src/login-client'],
  Options: ['src/shared/options'],
  'The provider': ['src/client/provider/provider', 'src/client/provider/announce'],
  Requests: ['src/client/provider/request'],
  'The state': ['src/client/frame/snapshot'],
  Errors: ['src/shared/errors'],
  'Events of the elements': ['components/events'],
  React: ['components/react/use-wallet', 'components/react/use-login'],
  wagmi: ['components/wagmi'],
  'Older programs': ['components/legacy'],
}

/** @returns Markdown by the name of its page. */
export const reference = (): Record<string, string> => ({
  elements: elements(),
  types: types(),
})

function elements(): string {
  const { modules } = JSON.parse(readFileSync(fromRoot('custom-elements.json'), 'utf8')) as {
    modules: { declarations?: Declaration[] }[]
  }
  const all = modules.flatMap(({ declarations = [] }) => declarations).filter((one) => one.tagName)
  return `# Elements\n\nMade from \`custom-elements.json\`, which is in the package.\n\n${all.map(element).join('\n')}`
}

function element(of: Declaration): string {
  const { attributes, events, slots, cssParts, cssProperties, cssStates, members = [] } = of
  const open = members.filter((one) => !one.privacy && !one.static)
  const methods = open.filter(({ kind }) => kind === 'method')
  const signatures = methods.map(({ name, parameters = [], return: result, description = '' }) => {
    const typed = parameters.map((one) => `${one.name}: ${one.type?.text ?? 'unknown'}`)
    return { name: `${name}(${typed.join(', ')})`, description, type: result?.type }
  })
  const properties = open.filter(({ kind }) => kind === 'field')
  return [
    `## \`<${of.tagName}>\`\n\n${of.description ?? of.summary ?? ''}\n`,
    list('Attributes', attributes),
    list('Properties', properties),
    list('Methods', signatures),
    list('Events', events),
    list('Slots', slots),
    list('Parts', cssParts),
    list('Custom properties', cssProperties),
    list('States', cssStates),
  ].join('\n')
}

/** A table that leaves out empty columns. */
function list(title: string, rows: readonly Named[] = []): string {
  if (!rows.length) return ''
  const columns = [
    ['name', rows.map(({ name }) => code(name || 'default'))],
    ['type', rows.map(({ type }) => code(type?.text))],
    ['default', rows.map((row) => code(row.default))],
    ['', rows.map(({ description }) => cell(description))],
  ] as const
  const shown = columns.filter(([, cells]) => cells.some(Boolean))
  const lines = [
    shown.map(([name]) => name),
    shown.map(() => '---'),
    ...rows.map((_, at) => shown.map(([, cells]) => cells[at])),
  ]
  return `### ${title}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

const cell = (text = '') => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')
const code = (text = '') => (text ? `\`${text.replace(/\s+/g, ' ').replaceAll('|', '\\|')}\`` : '')

function types(): string {
  const sections = Object.entries(TYPES).map(([title, paths]) => {
    const texts = paths.map((path) =>
      shown(readFileSync(fromRoot(`dist/types/${path}.d.ts`), 'utf8')),
    )
    return `## ${title}\n\n\`\`\`ts\n${texts.join('\n\n')}\n\`\`\`\n`
  })
  return `# Classes and types\n\nThe declarations of the package, with their comments.\n\n${sections.join('\n')}`
}

/** Drops imports and private members from the declarations. */
const shown = (declarations: string) =>
  declarations
    .replace(/^import [^;]*;\n/gm, '')
    .replace(/^ *#?private;?\n/gm, '')
    .replace(/^\/\/# .*\n?/gm, '')
    .replace(/^export \{\};\n?/gm, '')
    .trim()
