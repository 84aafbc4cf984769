/** A suite that others wrote, and what came of running it against this wallet. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface Suite {
  /** As the command line names it. */
  name: string
  title: string
  /** Its source, as Markdown. */
  from: string
  /** The code under test, as Markdown. */
  drives: string
  /** Its folder in the repository or in `node_modules`. Without one the suite runs where a path is given. */
  folder?: string
  run(files: Files): Outcome[] | Promise<Outcome[]>
}

/** Of one case, which passed if there is neither `miss` nor `apart`. */
export interface Outcome {
  /** Why it failed. */
  miss?: string
  /** Why it does not count: it tests a feature that this wallet does not have. */
  apart?: string
  /** A remark on a case that counts. */
  note?: string
}

const passed: Outcome = {}

/** The suite's files, and the hash of those that were read. */
export class Files {
  readonly root: string
  readonly #hash = createHash('sha256')

  constructor(root: string) {
    this.root = root
  }

  /** @param names - Where it may lie below the path; the first that exists is read. The path may be the file itself. */
  json(...names: string[]): unknown {
    const paths = names.map((name) => join(this.root, name))
    const path = statSync(this.root).isFile() ? this.root : paths.find(existsSync)
    if (!path) throw new Error(`There is no ${names.join(' or ')} in ${this.root}.`)
    const bytes = readFileSync(path)
    this.#hash.update(bytes)
    return JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())
  }

  /** Of the files' contents, in the order in which they were read. */
  get digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 16)
  }
}

/** Runs a case. A text that it returns, or the message of what it throws, is the reason why it failed. */
export async function outcome(run: () => unknown): Promise<Outcome> {
  try {
    const miss = await run()
    return typeof miss === 'string' ? { miss } : passed
  } catch (error) {
    return { miss: error instanceof Error ? error.message : String(error) }
  }
}
