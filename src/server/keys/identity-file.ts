/** A file with a private Ed25519 key. Others know its owner by the public key. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { readJson } from '../platform/files.js'
import { writeNew } from '../platform/write-file.js'
import { toText } from './share-file.js'

const Identity = z.object({ privateKey: z.string() })

/** Makes the file. @returns The public half. */
export async function makeIdentity(file: string): Promise<string> {
  const privateKey = newKey()
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })
  await writeNew(file, toText({ privateKey: der.toString('base64url') }))
  return publicText(privateKey)
}

/** @throws {WalletError} `INVALID_ARGUMENT` if it holds no such key. */
export async function readPrivateKey(file: string): Promise<KeyObject> {
  const { privateKey } = await readJson(file, Identity)
  const key = privateKeyIn(privateKey)
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new WalletError('INVALID_ARGUMENT', `${file}: no private key.`)
}

/** The public half as base64url, 43 characters. */
export const publicText = (privateKey: KeyObject): string =>
  createPublicKey(privateKey).export({ format: 'jwk' }).x!

/** Retries until the public key does not start with `-`, which a command line would read as an option. */
function newKey(): KeyObject {
  for (;;) {
    const { privateKey } = generateKeyPairSync('ed25519')
    if (!publicText(privateKey).startsWith('-')) return privateKey
  }
}

function privateKeyIn(text: string): KeyObject | undefined {
  try {
    return createPrivateKey({
      key: Buffer.from(text, 'base64url'),
      format: 'der',
      type: 'pkcs8',
    })
  } catch {
    return undefined
  }
}
