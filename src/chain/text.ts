/** What a person is asked to sign, as they can read it. */

/** Characters that hide or reorder others: controls but line feed and tab, zero width, direction. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** The text with every character visible: what is hidden or reorders others shows as its code point. */
export const visible = (text: string): string =>
  text.replace(
    HIDDEN,
    (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )

/** The bytes as text if they are UTF-8, else `undefined`. */
export function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** @param text - An even number of hex digits. */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
