import { visible } from './text.js'

/** Characters shown of untrusted text that is not signed. */
const MAX = 300

/** The beginning of an untrusted text, with every character visible. */
export function brief(text: string, max = MAX): string {
  // Twice as many units hold that many characters.
  const characters = [...text.slice(0, 2 * max + 2)]
  return characters.length > max ? `${visible(characters.slice(0, max).join(''))}…` : visible(text)
}
