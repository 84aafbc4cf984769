/** The registry's files: descriptors and their tests. */
import { realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import * as z from 'zod/mini'

import type { Descriptor } from '../../src/chain/clear-signing/descriptor.js'
import { Release } from '../../src/server/descriptors/release.js'

/** What a wallet should show. A nested value of this type is a call inside the call. */
export interface Expected {
  intent: string
  interpolatedIntent?: string | undefined
  owner?: string | undefined
  fields: { label: string; value: string | Expected }[]
}

const Expected: z.ZodMiniType<Expected> = z.object({
  intent: z.string(),
  interpolatedIntent: z.optional(z.string()),
  owner: z.optional(z.string()),
  fields: z.array(
    z.object({
      label: z.string(),
      get value() {
        return z.union([z.string(), Expected])
      },
    }),
  ),
})

/** Some files write addresses with capitals. */
const keyed = <T extends z.ZodMiniType>(value: T) =>
  z.prefault(
    z.pipe(
      z.record(z.string(), value),
      z.transform(
        (record) => new Map(Object.entries(record).map(([key, one]) => [key.toLowerCase(), one])),
      ),
    ),
    {},
  )
const Known = z.object({
  tokens: keyed(z.object({ symbol: z.string(), decimals: z.int(), name: z.string() })),
  addressNames: keyed(z.string()),
  ensNames: keyed(z.string()),
  nftCollectionNames: keyed(z.string()),
  blockTimestamps: keyed(z.int()),
})
/** Facts about tokens and addresses for the test; keys in lower case. */
export type Known = z.output<typeof Known>

const Test = z.object({
  description: z.string(),
  rawTx: z.optional(z.string()),
  from: z.optional(z.string()),
  data: z.optional(z.unknown()),
  expected: Expected,
})
export type Test = z.output<typeof Test>

const Tests = z.object({
  descriptor: z.string(),
  dataProvider: z.prefault(Known, {}),
  tests: z.array(Test),
})

export interface TestFile {
  name: string
  /** A text says why the descriptor cannot be read. */
  descriptor: Descriptor | string
  known: Known
  tests: Test[]
}

export class Registry {
  readonly #root: string
  readonly #release: Release

  constructor(folder: string) {
    this.#root = realpathSync(folder)
    this.#release = new Release(folder)
  }

  /** Descriptors by file name; a text says why one cannot be read. */
  descriptors(): Map<string, Descriptor | string> {
    return this.#release.descriptors()
  }

  tests(): TestFile[] {
    const files = this.#release.files.filter((file) => file.split(sep).includes('testsv2'))
    return files.map((name) => {
      const path = join(this.#root, name)
      const { descriptor, dataProvider, tests } = Tests.parse(this.#release.json(name))
      const at = relative(this.#root, resolve(dirname(path), descriptor))
      return { name, descriptor: this.#release.descriptor(at), known: dataProvider, tests }
    })
  }
}
