/** Keeps people's changes to a stack's settings when the stack starts again. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import type { Registry } from '../../src/protocol/registry.js'
import { checkRegistry } from '../../src/server/registry/registry.js'
import type { WalletError } from '../../src/shared/errors.js'
import { StartError } from './ports.js'
import { type Secrets, writeSecret } from './secrets.js'

/**
 * Keeps a person's edits in a file that is rewritten at each start: their additions and changes stay, their removals
 * stay removed, and the rest is written anew.
 *
 * @param written - The entries written at the last start; absent: none of the found entries is a person's.
 * @param found - The entries in the file now.
 * @param next - The entries to write without any edits.
 */
export function keepEdits<T>(
  written: Record<string, T> | undefined,
  found: Record<string, T>,
  next: Record<string, T>,
): Record<string, T> {
  if (!written) return next
  const isTheirs = (name: string) => !isDeepStrictEqual(found[name], written[name])
  const theirs = Object.entries(found).filter(([name]) => isTheirs(name))
  const ours = Object.entries(next).filter(([name]) => name in found || !(name in written))
  return Object.fromEntries([...ours, ...theirs])
}

/** The files that people change, by hand or by the command line. */
export interface Edited {
  registry: Registry
  clientSecrets: Secrets['clientSecrets']
}

/**
 * @param next - The files as they would be without any edits.
 * @returns The files to write.
 * @throws {StartError} If a person's edits are invalid.
 */
export async function withEdits(dir: string, next: Edited): Promise<Edited> {
  const record = join(dir, 'written.json')
  const written = await readJson<Edited>(record)
  const registry = await readJson<Registry>(join(dir, 'registry.json'))
  const secrets = await readJson<Edited['clientSecrets']>(join(dir, 'client-secrets.json'))
  await writeSecret(record, next)
  if (!written || !registry || !secrets) return next
  const part = (name: 'applications' | 'verifiers' | 'aggregates') =>
    keepEdits<unknown>(
      written.registry[name] ?? {},
      registry[name] ?? {},
      next.registry[name] ?? {},
    )
  const embedders = keepEdits(
    byOrigin(written.registry),
    byOrigin(registry),
    byOrigin(next.registry),
  )
  const merged = {
    ...next.registry,
    embedders: Object.values(embedders),
    applications: part('applications'),
    verifiers: part('verifiers'),
    aggregates: part('aggregates'),
  }
  const clientSecrets = keepEdits<unknown>(written.clientSecrets, secrets, next.clientSecrets)
  return { registry: checked(merged, dir), clientSecrets: clientSecrets as Edited['clientSecrets'] }
}

const byOrigin = ({ embedders }: Registry): Record<string, Registry['embedders'][number]> =>
  Object.fromEntries(embedders.map((one) => [typeof one === 'string' ? one : one.origin, one]))

function checked(registry: unknown, dir: string): Registry {
  try {
    return checkRegistry(registry, `${join(dir, 'registry.json')}: `)
  } catch (error) {
    throw new StartError((error as WalletError).detail ?? (error as Error).message)
  }
}

/** @throws {StartError} If it is no JSON: a person wrote it. */
async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StartError(`${file}: ${(error as Error).message}`)
  }
}
