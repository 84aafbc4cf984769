/** Edits the operator's registry atomically, one edit at a time, and leaves everything else in the file as it is. */
import { realpath } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'

import type { Registry } from '../../protocol/registry.js'
import { WalletError } from '../../shared/errors.js'
import { parseText } from '../platform/json-text.js'
import { unreadable } from '../platform/read-file.js'
import { checkReplaceable, locked, replaceFile } from '../platform/write-file.js'
import { addToJson, type Path, removeFromJson, replaceInJson } from './json-edit.js'
import { checkRegistry, readHashed } from './registry.js'

/** `add` appends to the object or list at `path`; the others change the value at `path`. */
export type Edit =
  /** `name` is of the member; without it, it is an item of a list. */
  | { op: 'add'; path: Path; name?: string; value: unknown }
  | { op: 'replace'; path: Path; value: unknown }
  | { op: 'remove'; path: Path }

export interface RegistryText {
  text: string
  registry: Registry
  /** SHA-256 of the file, in hex. */
  version: string
}

/** @param name - Stands in errors in place of the path. */
export async function readRegistryText(file: string, name = file): Promise<RegistryText> {
  const { text, hash } = await readHashed(file, name)
  return { ...checkText(text, name), version: hash }
}

/**
 * Edits a registry's file.
 *
 * @param edits - Makes the edits from the current contents. An error that it throws refuses the change.
 * @param name - Used in errors instead of the path.
 * @returns The registry after the edits.
 * @throws {WalletError} `INVALID_ARGUMENT` if the file is wrong before or after, or if something exists already; the
 * file then stays as it was.
 */
export async function editRegistry(
  file: string,
  edits: (before: RegistryText) => Edit[],
  name = file,
): Promise<RegistryText> {
  // A link stays one.
  const target = await realpath(file).catch(unreadable(name))
  await checkReplaceable(target)
  return locked(target, async () => {
    const before = await readRegistryText(target, name)
    const { text } = editText(before.text, edits(before), name)
    await replaceFile(target, text)
    return readRegistryText(target, name)
  })
}

/** As `editRegistry`, in memory. @throws {WalletError} As `editRegistry`. */
export function editText(
  text: string,
  edits: readonly Edit[],
  file: string,
): Omit<RegistryText, 'version'> {
  let next = text
  const expected = parseText(text, file)
  for (const edit of edits) {
    next =
      edit.op === 'add'
        ? addToJson(next, edit.path, edit.name, edit.value)
        : edit.op === 'replace'
          ? replaceInJson(next, edit.path, edit.value)
          : removeFromJson(next, edit.path)
    apply(expected, edit, file)
  }
  // Checks that the edit changed nothing else in a hand-written file.
  if (!isDeepStrictEqual(JSON.parse(next), expected)) throw new WalletError('INTERNAL')
  return checkText(next, file)
}

const checkText = (text: string, file: string): Omit<RegistryText, 'version'> => ({
  text,
  registry: checkRegistry(parseText(text, file), `${file}: `),
})

/** Applies the edit to the parsed value. */
function apply(root: unknown, edit: Edit, file: string): void {
  const path = edit.op === 'add' ? edit.path : edit.path.slice(0, -1)
  const container = path.reduce((at, step) => (at as Container)[step], root)
  if (edit.op === 'add' && edit.name === undefined) {
    ;(container as unknown[]).push(edit.value)
    return
  }
  const name = edit.op === 'add' ? edit.name! : edit.path.at(-1)!
  const where = [...path, name].join('.')
  // As a member it would change what the object is.
  if (name === '__proto__') {
    const detail = `${file}: ${where}: this name is reserved; choose another.`
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
  if (edit.op === 'add' && Object.hasOwn(container as object, name)) {
    throw new WalletError('INVALID_ARGUMENT', `${file}: ${where} is there already.`)
  }
  if (edit.op !== 'remove') (container as Container)[name] = structuredClone(edit.value)
  else if (Array.isArray(container)) container.splice(Number(name), 1)
  else delete (container as Container)[name]
}

type Container = Record<string | number, unknown>
