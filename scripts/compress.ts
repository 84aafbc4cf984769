/** Writes what browsers are sent, beside the files that a build made: brotli and gzip, as small as they get. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Texts that pages load. Fonts and pictures are compressed in themselves; source maps are for developers. */
const TEXT = /\.(css|html|js|json|svg|txt)$/
/** Bytes. A smaller file, such as a page, needs one or two packets with or without compression. */
const LEAST = 2000

const compressors = {
  '.br': (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  '.gz': (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
}

/** Compresses all files below a folder. Running it again changes nothing. */
export async function compressFolder(folder: string): Promise<void> {
  const paths = await readdir(folder, { recursive: true })
  /** The wallet app is there twice, so each file's bytes are compressed only once. */
  const made = new Map<string, Promise<Buffer>>()
  await Promise.all(
    paths
      .filter((path) => TEXT.test(path))
      .map(async (path) => {
        const file = join(folder, path)
        const bytes = await readFile(file)
        if (bytes.length < LEAST) return
        for (const [ending, compress] of Object.entries(compressors)) {
          const key = ending + bytes.toString('latin1')
          const compressed = made.get(key) ?? compress(bytes)
          made.set(key, compressed)
          await writeFile(file + ending, await compressed)
        }
      }),
  )
}
