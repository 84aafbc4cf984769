/** Compressed copies that the build puts next to its files. Browsers get the copies: most of a first visit's bytes. */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'

/** By file ending. */
const DECOMPRESS = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) }

const COMPRESSED = /\.(br|gz)$/

/** Options of `@fastify/static`. */
export const SERVE_COMPRESSED = { preCompressed: true } as const

/** `Vary` for all answers whose encoding depends on the browser. */
export const VARY = 'accept-encoding'

export const isCompressed = (path: string): boolean => COMPRESSED.test(path)

/** Path without the compression ending. */
export const plainPath = (path: string): string => path.replace(COMPRESSED, '')

/** The decompressed copies of a file, by ending; undefined for a broken copy. */
export async function heldBeside(path: string): Promise<Map<string, Buffer | undefined>> {
  const held = new Map<string, Buffer | undefined>()
  for (const [ending, decompress] of Object.entries(DECOMPRESS)) {
    const bytes = await readFile(path + ending).catch(() => undefined)
    if (bytes) held.set(ending, await decompress(bytes).catch(() => undefined))
  }
  return held
}
