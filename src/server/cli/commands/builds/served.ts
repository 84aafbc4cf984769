/** Compares what a wallet's origin serves with the list of builds, byte by byte. */
import * as z from 'zod/mini'

import { KeyNetwork } from '../../../../protocol/service.js'
import { fromJson } from '../../../platform/json-text.js'
import type { Entry } from '../../../wallet-app/builds.js'
import { faultOf, MANIFEST, readManifest, sri } from '../../../wallet-app/integrity.js'
import { type Deadline, type Fetched, fetchBytes, whyNot } from './fetching.js'

/** Bytes: twenty times the largest file of a build. */
const MAX_FILE = 8 * 1024 * 1024
const MAX_MANIFEST = 1024 * 1024
/** Files that are fetched at a time. */
const LANES = 8
/** Headers by which a host could redirect people or add to a page, although all files are right. */
const LEADING = ['refresh', 'link']
/** Required content type by file ending: with a different one, browsers would read the same bytes differently. */
const TYPES: Record<string, RegExp> = {
  html: /^text\/html(; *charset="?utf-8"?)?$/i,
  js: /^(text|application)\/javascript(; *charset="?utf-8"?)?$/i,
  css: /^text\/css(; *charset="?utf-8"?)?$/i,
}
/** Statuses of a version that is not served any more. */
const GONE = [404, 410]
const LATE = 'not everything was compared in time'

/** The part of the operator's configuration that is used. */
const Config = z.object({ keyNetwork: KeyNetwork })

export interface Served {
  /** Version in the root, if it is on the list. */
  root: string | undefined
  /** Further versions from the list that are served. */
  others: string[]
  /** From `config.json`; undefined if it could not be read. */
  network: KeyNetwork | undefined
  /** Differences from the list, in words. */
  faults: string[]
}

export async function compareServed(
  origin: string,
  entries: readonly Entry[],
  deadline: Deadline,
): Promise<Served> {
  const faults = new Set<string>()
  let isLate = false
  const files: { served: string; path: string; hash: string }[] = []
  const current = await manifestAt('/')
  const root = entries.find(({ hash }) => hash === current?.hash)
  if (current && !root) faults.add(`/${MANIFEST} (${current.hash}) is not on the list`)
  if (root) addFiles('/', current!.bytes)
  const others: string[] = []
  // A host that does not answer is not asked for each version.
  if (current) await inLanes(entries, compareVersion)
  const network = root && (await readNetwork())
  await inLanes(files, compareFile)
  others.sort()
  const words = [...(isLate ? [LATE] : []), ...[...faults].sort()]
  return { root: root?.version, others, network, faults: words }

  async function compareVersion(entry: Entry): Promise<void> {
    const base = `/v/${entry.version}/`
    const isOptional = entry.version !== root?.version
    const manifest = await manifestAt(base, isOptional)
    if (!manifest) return
    if (manifest.hash !== entry.hash) {
      faults.add(`${base}${MANIFEST} (${manifest.hash}) is not on the list`)
      return
    }
    if (isOptional) others.push(entry.version)
    addFiles(base, manifest.bytes)
  }

  /** Adds the manifest's files. The manifest can be trusted, since its hash is on the list. */
  function addFiles(base: string, manifest: Buffer): void {
    const listed = Object.entries(readManifest(manifest, base + MANIFEST).files)
    for (const [path, hash] of listed) {
      for (const name of namesOf(path)) files.push({ served: base + name, path, hash })
    }
  }

  async function compareFile({ served, path, hash }: (typeof files)[number]): Promise<void> {
    const answer = await ask(served, MAX_FILE)
    if (!answer) return
    const fault = faultOf(served, answer.bytes, hash)
    if (fault) faults.add(fault)
    const type = answer.headers.get('content-type') ?? 'nothing'
    const expected = TYPES[path.split('.').at(-1)!]
    if (expected && !expected.test(type)) faults.add(`${served} is served as ${type.slice(0, 100)}`)
    for (const name of LEADING) {
      if (answer.headers.has(name)) faults.add(`${served} has the header ${name}`)
    }
  }

  async function manifestAt(base: string, isOptional = false) {
    const answer = await ask(base + MANIFEST, MAX_MANIFEST, isOptional ? GONE : [])
    return answer && { bytes: answer.bytes, hash: sri(answer.bytes) }
  }

  async function readNetwork(): Promise<KeyNetwork | undefined> {
    const answer = await ask('/config.json', MAX_FILE)
    if (!answer) return undefined
    const parsed = Config.safeParse(fromJson(answer.bytes.toString()))
    if (!parsed.success) faults.add('/config.json names no key network')
    return parsed.data?.keyNetwork
  }

  /** Fetches a path; a failure becomes a fault. @param allowed - Statuses that are no fault. */
  async function ask(
    path: string,
    limit: number,
    allowed: readonly number[] = [],
  ): Promise<Fetched | undefined> {
    try {
      const answer = await fetchBytes(origin + path, limit, deadline)
      const { status } = answer
      if (status === 200) return answer
      if (!allowed.includes(status)) faults.add(`${path} answers ${status}`)
    } catch (error) {
      if (deadline.left) faults.add(`${path} ${whyNot(error)}`)
      else isLate = true
    }
    return undefined
  }
}

/** Names under which a file is served: pages also without extension. */
function namesOf(path: string): string[] {
  if (!path.endsWith('.html')) return [path]
  return [path, path.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')]
}

async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values()
  const lane = async () => {
    for (const one of rest) await work(one)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}
