/** A release of an ERC-7730 registry: a folder written by third parties. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

import type { Descriptor, Hex } from '../../chain/clear-signing/descriptor.js'
import { readDescriptor, withIncludes } from '../../chain/clear-signing/read-descriptor.js'
import { MAX_DESCRIPTOR } from '../../protocol/files/descriptors.js'
import { WalletError } from '../../shared/errors.js'
import { unreadable } from '../platform/read-file.js'
import { attestedHash } from './attestation.js'

/** File names of descriptors in such registries. */
const DESCRIPTOR = /^(calldata|eip712)-.*\.json$/
/** Folder next to a descriptor, with its attestations. */
const ATTESTATIONS = 'sigs'
/** Folders with files other than descriptors. */
const NOT_DESCRIPTORS = new Set(['tests', 'testsv2', ATTESTATIONS])

export class Release {
  readonly #root: string
  /** All JSON files, by their paths in the release. */
  readonly files: readonly string[]

  /** @throws {WalletError} `INVALID_ARGUMENT` */
  constructor(folder: string) {
    try {
      this.#root = realpathSync(folder)
      this.files = readdirSync(this.#root, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json'))
        .sort()
    } catch (error) {
      throw unreadable(folder)(error as NodeJS.ErrnoException)
    }
  }

  /** Descriptors by path; a text says why one cannot be read. */
  descriptors(): Map<string, Descriptor | string> {
    const files = this.files.filter(
      (file) =>
        DESCRIPTOR.test(basename(file)) &&
        !file.split(sep).some((folder) => NOT_DESCRIPTORS.has(folder)),
    )
    return new Map(files.map((file) => [file.replaceAll(sep, '/'), this.descriptor(file)]))
  }

  /** @param file - Its path in the release. */
  descriptor(file: string): Descriptor | string {
    try {
      return readDescriptor(this.json(file), this.#including(file))
    } catch (error) {
      return reasonOf(error)
    }
  }

  /** The path of an account's attestation of a descriptor, where there is one. */
  attestationOf(file: string, reviewer: Hex): string | undefined {
    const name = `${basename(file, '.json')}.eip155-1-${reviewer}.json`
    const path = join(dirname(file), ATTESTATIONS, name).toLowerCase()
    return this.files.find((one) => one.toLowerCase() === path)
  }

  /** Hashes by which an attestation may name a descriptor. @throws {WalletError} `INVALID_ARGUMENT` */
  hashesOf(file: string): { whole: Hex; file: Hex } {
    const json = this.json(file)
    const whole = withIncludes(json, this.#including(file))
    return { whole: attestedHash(whole), file: attestedHash(json) }
  }

  /** Reads a file only inside the release, also through symbolic links: descriptors name files. */
  json(file: string): unknown {
    const path = resolve(this.#root, file)
    this.#checkInside(path)
    const real = realpathSync(path)
    this.#checkInside(real)
    if (statSync(real).size > MAX_DESCRIPTOR) {
      throw new WalletError('INVALID_ARGUMENT', `expected at most ${MAX_DESCRIPTOR} bytes.`)
    }
    return JSON.parse(readFileSync(real, 'utf8'))
  }

  #including = (file: string) => (included: string) =>
    this.json(resolve(this.#root, dirname(file), included))

  #checkInside(path: string): void {
    const inside = relative(this.#root, path)
    if (inside.split(sep)[0] === '..' || isAbsolute(inside)) {
      throw new WalletError('INVALID_ARGUMENT', `${inside} is outside.`)
    }
  }
}

/** The error in one line, for operators. */
export function reasonOf(error: unknown): string {
  if (WalletError.is(error)) return error.detail ?? error.message
  return error instanceof Error ? error.message : String(error)
}
