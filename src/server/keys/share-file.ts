/** A share on a disk, encrypted under the operator's passphrase. In clear only `dev-shares` makes them. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

import * as z from 'zod/mini'

import { publicKeyOf } from '../../keys/oprf.js'
import { Share } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { parse, readJson } from '../platform/files.js'
import { readText } from '../platform/read-file.js'
import { GENERATION, generationOf, Network } from './generation.js'

const derive = promisify(
  (text: string, salt: Buffer, cost: Cost, done: (error: Error | null, key: Buffer) => void) =>
    // Node's own bound is for smaller costs: scrypt takes 128 * N * r bytes.
    scrypt(text, salt, 32, { ...cost, maxmem: 256 * cost.N * cost.r }, done),
)

/** 128 MB and about half a second (OWASP Password Storage Cheat Sheet). */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const
/** Bounds the cost that a file can ask for: 1 GB of memory. */
const MAX_N = 2 ** 20
/** Characters: a passphrase of six words, or 32 random bytes in any encoding. */
const MIN_KEY = 16

const base64Url = z.string().check(z.regex(/^[\w-]+$/))
const Cost = z.object({
  N: z.int().check(z.gte(2 ** 14), z.lte(MAX_N)),
  r: z.literal(8),
  p: z.literal(1),
})
/** The cost of trying a key, as the file states it. */
export type Cost = z.infer<typeof Cost>

/** A file under a key: AES-256-GCM with a key from scrypt. Everything but `data` is authenticated, too. */
const Sealed = z.object({
  format: z.literal('wallet-embed/sealed/v1'),
  /** Says in clear what the file contains. */
  what: z.string().check(z.maxLength(100)),
  scrypt: Cost,
  salt: base64Url,
  iv: base64Url,
  /** Ciphertext, then a tag of 16 bytes. */
  data: base64Url,
})

/** @param of - The key's purpose. @throws {WalletError} `INVALID_ARGUMENT` if it is too short. */
export function checkKey(key: string, of?: string): void {
  if (key.length >= MIN_KEY) return
  const which = of ? `The ${of} key` : 'The key'
  throw new WalletError('INVALID_ARGUMENT', `${which} needs at least ${MIN_KEY} characters.`)
}

/** Encrypts a value. @param key - The operator's passphrase, at least 16 characters. */
async function sealJson(
  value: unknown,
  what: string,
  key: string,
  cost: Cost = COST,
): Promise<string> {
  checkKey(key)
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const head = {
    format: 'wallet-embed/sealed/v1' as const,
    what,
    scrypt: cost,
    salt: salt.toString('base64url'),
    iv: iv.toString('base64url'),
  }
  const cipher = createCipheriv('aes-256-gcm', await derive(key, salt, cost), iv)
  cipher.setAAD(authenticated(head))
  const data = [cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()]
  return toText({ ...head, data: Buffer.concat(data).toString('base64url') })
}

/**
 * Reads a file that may be encrypted.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the file, if the key is missing or wrong, or the contents don't
 *   match the schema.
 */
export async function openJson<S extends z.ZodMiniType>(
  file: string,
  schema: S,
  key: string | undefined,
): Promise<{ value: z.output<S>; isSealed: boolean; what: string }> {
  const found = await readJson(file, z.unknown())
  const sealed = Sealed.safeParse(found)
  if (!sealed.success) {
    const value = parse(schema, found, 'INVALID_ARGUMENT', `${file}: `)
    return { value, isSealed: false, what: '' }
  }
  if (key === undefined) throw new WalletError('INVALID_ARGUMENT', `${file} is encrypted: no key.`)
  const value = JSON.parse(await unseal(sealed.data, key, file))
  const { what } = sealed.data
  return { value: parse(schema, value, 'INVALID_ARGUMENT', `${file}: `), isSealed: true, what }
}

async function unseal(sealed: z.infer<typeof Sealed>, key: string, file: string): Promise<string> {
  const [salt, iv, data] = [sealed.salt, sealed.iv, sealed.data].map((text) =>
    Buffer.from(text, 'base64url'),
  ) as [Buffer, Buffer, Buffer]
  const derived = await derive(key, salt, sealed.scrypt)
  try {
    const decipher = createDecipheriv('aes-256-gcm', derived, iv, { authTagLength: 16 })
    decipher.setAAD(authenticated(sealed))
    decipher.setAuthTag(data.subarray(-16))
    return decipher.update(data.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    const detail = `${file}: cannot be opened with this key, or was changed.`
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
}

/**
 * Reads a node's share.
 *
 * @returns With the name of its generation, if its file has that: one in clear never does.
 * @throws {WalletError} As `openJson`, and if its halves do not belong together.
 */
export async function openShare(
  file: string,
  key: string | undefined,
): Promise<{ share: Share; isSealed: boolean; generation: string | undefined }> {
  const { value: share, isSealed, what } = await openJson(file, Share, key)
  checkShare(share, `${file}: `)
  return { share, isSealed, generation: GENERATION.exec(what)?.[0] }
}

/** @throws {WalletError} `INVALID_ARGUMENT` if the public half is not that of the secret. */
export function checkShare({ index, secret, publicKey }: Share, prefix = ''): void {
  let found: string | undefined
  try {
    found = publicKeyOf(Uint8Array.from(Buffer.from(secret, 'hex')))
  } catch {
    // Not a valid scalar; reported below.
  }
  if (found === publicKey) return
  const detail = `${prefix}Share ${index}: publicKey is not of this secret.`
  throw new WalletError('INVALID_ARGUMENT', detail)
}

/** The text of a share's file. @param generation - Its name, where it is known: it can be read without the key. */
export const shareText = (
  share: Share,
  key: string,
  generation?: string,
  cost?: Cost,
): Promise<string> => sealJson(share, titled(`share ${share.index}`, generation), key, cost)

/** A copy of a share, with the network that it is a share of. */
export const Backup = z.object({ share: Share, network: Network })
export type Backup = z.infer<typeof Backup>

/** The text of a backup's file. */
export const backupText = (backup: Backup, key: string, cost?: Cost): Promise<string> =>
  sealJson(
    backup,
    titled(`backup of share ${backup.share.index}`, generationOf(backup.network)),
    key,
    cost,
  )

const titled = (what: string, generation: string | undefined): string =>
  generation ? `${what} of ${generation}` : what

/** @throws {WalletError} `INVALID_ARGUMENT` if the share is not of that network. */
export function checkMember(share: Share, network: Network, prefix = ''): void {
  const node = network.nodes.find(({ index }) => index === share.index)
  if (node?.publicKey === share.publicKey && network.groupKey === share.groupKey) return
  const which = network.groupKey === share.groupKey ? 'this generation' : 'this network'
  const detail = `${prefix}Share ${share.index} is not of ${which}, ${generationOf(network)}.`
  throw new WalletError('INVALID_ARGUMENT', detail)
}

/**
 * The operator's key: the first line of a file, else the environment's.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the file.
 */
export async function readKey(
  file: string | undefined,
  variable: string,
): Promise<string | undefined> {
  if (!file) return process.env[variable] || undefined
  const line = (await readText(file)).split(/\r?\n/)[0]!
  if (!/\p{Cc}/u.test(line)) return line
  throw new WalletError('INVALID_ARGUMENT', `${file}: its first line is no text.`)
}

const authenticated = ({
  format,
  what,
  scrypt: { N },
  salt,
  iv,
}: Omit<z.infer<typeof Sealed>, 'data'>) => Buffer.from(JSON.stringify([format, what, N, salt, iv]))

export const toText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
