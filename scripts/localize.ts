/**
 * `npm run localize`: collects the wallet's texts from the sources into locales/*.xlf, for translators,
 * and makes what the wallet app loads from the translations there.
 *
 * Besides, it lists the texts for `customTranslations`: those that a page may put its own words over, and
 * those by which a person decides, which it may not.
 */
import { writeFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { readConfigFileAndWriteSchema } from '@lit/localize-tools/lib/config.js'
import type { ProgramMessage } from '@lit/localize-tools/lib/messages.js'
import { RuntimeLitLocalizer } from '@lit/localize-tools/lib/modes/runtime.js'
import { extractMessagesFromProgram } from '@lit/localize-tools/lib/program-analysis.js'

import { fromRoot } from './vite/shared.js'

export interface Catalogue {
  /** English texts that a page may override; `{0}` is a placeholder. */
  changeable: string[]
  /** Texts by which people decide about their keys and their money. */
  fixed: string[]
}

/** Reads the sources, once. */
export class Localizer extends RuntimeLitLocalizer {
  constructor() {
    const config = readConfigFileAndWriteSchema(fromRoot('lit-localize.json'))
    super(config as ConstructorParameters<typeof RuntimeLitLocalizer>[0])
  }

  catalogue(): Catalogue {
    const { program } = this
    const files = new Map(program.getSourceFiles().map((file) => [file.fileName, file]))
    const texts = new Map([...files].map(([name, { text }]) => [name, text]))
    const sources = decisionFiles(texts).map((name) => files.get(name))
    // The extractor lists each text only once, so the files for decisions are extracted separately.
    const decisions = Object.create(program, { getSourceFiles: { value: () => sources } })
    const fixed = keysOf(extractMessagesFromProgram(decisions).messages)
    const all = keysOf(this.extractSourceMessages().messages)
    return { fixed, changeable: all.filter((key) => !fixed.includes(key)) }
  }
}

/** Questions, the recovery phrase and passkeys, by path, since their classes differ. */
const DECISION =
  /\/src\/app\/(.*\/)?((confirm|approval-guard|recovery)[\w-]*|screens\/(sign-in\/passkey|settings\/passkeys))\.ts$/
/** Shared by all screens, also by those on which nothing is decided. */
const COMMON = /\/screens\/base\/(screen|first-shared-parts)\.ts$/

/**
 * Confirmations, by any class between, and every part of their screens: a risk's texts come from a separate file. And
 * the screens of the recovery phrase and of passkeys.
 *
 * @param texts - Of all source files, by absolute path.
 */
export function decisionFiles(texts: ReadonlyMap<string, string>): string[] {
  const classes = new Set(['Confirmation'])
  const found = new Set([...texts.keys()].filter((name) => DECISION.test(name)))
  const take = (name: string, text: string) => {
    for (const [, own, parent] of text.matchAll(/class (\w+)(?:<[^{]*?>)? extends (\w+)/g)) {
      if (!classes.has(parent!)) continue
      classes.add(own!)
      found.add(name)
    }
    if (!found.has(name) || !name.includes('/src/app/screens/')) return
    for (const [, path] of text.matchAll(/from '(\.{1,2}\/[^']+)\.js'/g)) {
      const piece = posix.join(posix.dirname(name), `${path}.ts`)
      if (
        /\/src\/app\/(screens\/|session\/account-name\.)/.test(piece) &&
        texts.has(piece) &&
        !COMMON.test(piece)
      )
        found.add(piece)
    }
  }
  for (let size = -1; size !== found.size + classes.size; ) {
    size = found.size + classes.size
    for (const [name, text] of texts) take(name, text)
  }
  return [...found]
}

/** `Continue with {0}` */
export function keyOf({ contents }: Pick<ProgramMessage, 'contents'>): string {
  let index = 0
  return contents.map((part) => (typeof part === 'string' ? part : `{${index++}}`)).join('')
}

const keysOf = (messages: ProgramMessage[]): string[] => [...new Set(messages.map(keyOf))].sort()

async function run(): Promise<void> {
  const localizer = new Localizer()
  const { errors } = localizer.extractSourceMessages()
  if (errors.length) throw new Error(`${errors.length} calls of msg() cannot be read.`)
  await localizer.writeInterchangeFiles()
  await localizer.build()
  const { changeable, fixed } = localizer.catalogue()
  const list = (name: string, comment: string, keys: string[]) =>
    `/** ${comment} */\nexport const ${name}: readonly string[] = ${JSON.stringify(keys, null, 2)}\n`
  const lists = [
    '// Made by `npm run localize`.\n',
    list('CHANGEABLE', 'Texts that a page may put its own over.', changeable),
    list('FIXED', 'Texts by which people decide.', fixed),
  ]
  await writeFile(fromRoot('locales/generated/catalogue.ts'), lists.join('\n'))
  console.log(`${changeable.length + fixed.length} texts, ${fixed.length} of them fixed.`)
}

if (process.argv[1] === fromRoot('scripts/localize.ts')) await run()
