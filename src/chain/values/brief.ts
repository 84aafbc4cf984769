import { visible } from './text.js'

/** Characters of what nobody signs, and anybody may have made as long as they like. */
const MAX = 300

/** The beginning of somebody else's words, with every character visible. */
export function brief(text: string, max = MAX): string {
  // Twice as many units hold that many characters.
  const characters = [...text.slice(0, 2 * max + 2)]
  return characters.length > max ? `${visible(characters.slice(0, max).join(''))}…` : visible(text)
}
