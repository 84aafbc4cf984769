/** Bytes as unpadded base64url (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** @throws {DOMException} `InvalidCharacterError` if the text is not base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (char) => char.charCodeAt(0))
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Text as UTF-8 bytes. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** The SHA-256 of a text, as base64url. */
export async function sha256Of(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))))
}

/** `size` random bytes as base64url; 16 bytes are beyond guessing. */
export const randomId = (size = 16): string =>
  toBase64Url(crypto.getRandomValues(new Uint8Array(size)))
