/** What an operator does with descriptors of ERC-7730. */
import { visible } from '../../chain/values/text.js'
import { takeRelease } from '../descriptors/folder.js'
import { type Command, print, text } from './options/options.js'

export const DESCRIPTORS: Record<string, Command> = {
  'descriptors take': {
    summary: 'Takes in a release of a registry of ERC-7730 descriptors; says what changed.',
    options: {
      from: { help: "the release's folder", value: 'folder' },
      into: { help: "the operator's folder", value: 'folder', fallback: 'descriptors' },
    },
    async run(given) {
      const taken = await takeRelease(text(given, 'from'), text(given, 'into'))
      const { hash, count, added, changed, gone, unread } = taken
      for (const file of added) line(`new      ${file}`)
      for (const { file, what } of changed) {
        line(`changed  ${file}`)
        for (const one of what) line(`           ${one}`)
      }
      for (const file of gone) line(`gone     ${file}`)
      for (const { file, why } of unread) line(`unread   ${file}: ${why}`)
      print(
        `${count} descriptors: ${added.length} new, ${changed.length} changed, ${gone.length} gone, ${unread.length} unread.`,
      )
      print(`For config.json: "descriptors": "${hash}"`)
    },
  },
}

/** Names are others' words, and a terminal obeys some characters. */
const line = (words: string): void => print(visible(words).replaceAll('\n', ' '))
