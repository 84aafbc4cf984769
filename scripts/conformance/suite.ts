/** A test suite by third parties, and its results with this wallet. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface Suite {
  /** Name on the command line. */
  name: string
  title: string
  /** Where the suite comes from, as Markdown. */
  from: string
  /** The code under test, as Markdown. */
  drives: string
  /** Folder in the repository or in `node_modules`. Without it, the suite runs only if a path is given. */
  folder?: string
  run(files: Files): Outcome[] | Promise<Outcome[]>
}

/** Outcome of one case. It passed if there is neither `miss` nor `apart`. */
export interface Outcome {
  /** Why it failed. */
  miss?: string
  /** Why it does not count: it tests a feature that this wallet does not have. */
  apart?: string
  /** A remark on a case that is counted. */
  note?: string
}

const passed: Outcome = {}

/** Reads a suite's files, and hashes what was read. */
export class Files {
  readonly root: string
  readonly #hash = createHash('sha256')

  constructor(root: string) {
    this.root = root
  }

  /** @param names - Possible paths; the first that exists is read. The suite's own path may be the file itself. */
  json(...names: string[]): unknown {
    const paths = names.map((name) => join(this.root, name))
    const path = statSync(this.root).isFile() ? this.root : paths.find(existsSync)
    if (!path) throw new Error(`There is no ${names.join(' or ')} in ${this.root}.`)
    const bytes = readFileSync(path)
    this.#hash.update(bytes)
    return JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())
  }

  /** Hash of the contents in the order of reading. */
  get digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 16)
  }
}

/** Runs a case. It failed if it returns a text or throws: the text or the error's message is the reason. */
export async function outcome(run: () => unknown): Promise<Outcome> {
  try {
    const miss = await run()
    return typeof miss === 'string' ? { miss } : passed
  } catch (error) {
    return { miss: error instanceof Error ? error.message : String(error) }
  }
}
