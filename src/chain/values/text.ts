/** Text to sign and untrusted names, in a form that people can read. */

/**
 * Characters that hide or reorder others: controls but line feed and tab, soft hyphen, zero width,
 * direction, fillers that look like space, variation selectors, tags, interlinear annotation. A zero-width
 * joiner, variation selector or tag inside an emoji is part of it.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of these is looked for by itself
  /⟨(?=U\+)|[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/gu
const PLAIN_CONTROLS = new Set(['\n', '\t'])

/** More marks on one letter than any language writes: they would reach into other lines. */
const STACKED = /(\p{M}{3})(\p{M}+)/gu

/** An emoji with all that belongs to it (UTS #51): joined ones, skin tones, flags, keycaps. */
const EMOJI =
  /\p{RI}\p{RI}|[0-9#*]\ufe0f?\u20e3|\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f}|\p{ExtPict}\ufe0f?\p{EMod}?(?:\u200d\p{ExtPict}\ufe0f?\p{EMod}?)*/gu

/** Where words are written with joiners between their letters: Arabic, scripts of India and around it (ISO 15924). */
const JOINED =
  /[\p{sc=Arab}\p{sc=Beng}\p{sc=Deva}\p{sc=Gujr}\p{sc=Guru}\p{sc=Knda}\p{sc=Khmr}\p{sc=Mlym}\p{sc=Mong}\p{sc=Orya}\p{sc=Sinh}\p{sc=Syrc}\p{sc=Taml}\p{sc=Telu}][\u200c\u200d](?=\p{L})/gu

/**
 * The text with every character visible: hidden and reordering characters show as their code point. So does a bracket
 * that would imitate such a code point, so that two texts never look the same.
 */
export function visible(text: string): string {
  let shown = ''
  let from = 0
  for (const { 0: emoji, index } of text.matchAll(EMOJI)) {
    shown += reveal(text.slice(from, index)) + emoji
    from = index + emoji.length
  }
  return shown + reveal(text.slice(from))
}

function reveal(text: string): string {
  const joiners = new Set([...text.matchAll(JOINED)].map(({ index }) => index + 1))
  return text
    .replace(HIDDEN, (char, at: number) =>
      PLAIN_CONTROLS.has(char) || joiners.has(at) ? char : codePoint(char),
    )
    .replace(STACKED, (_, few: string, more: string) => few + more.replace(/./gu, codePoint))
}

const codePoint = (char: string): string =>
  `⟨U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`

/** Whether nothing of it can be seen: it has only spaces and hidden characters. */
export const isBlank = (text: string): boolean => !text.replace(HIDDEN, '').trim()

/** Isolates a foreign text in a sentence: right-to-left letters would reorder the words around it. */
export const apart = (text: string): string => `\u2068${text}\u2069`

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
