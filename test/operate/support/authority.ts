/** A certificate authority of the test's own, for all names of its network. */

import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-sha256']

export interface Authority {
  /** Its own certificate, the one for the names, and the key of that: PEM. */
  root: string
  chain: string
  key: string
  /** SHA-256 of that key's public half, as Chromium is told of it. */
  pin: string
}

/** @param dir - For its files. */
export async function makeAuthority(dir: string, names: string[]): Promise<Authority> {
  const file = (name: string) => join(dir, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const made = ['-keyout', file('root.key'), '-out', file('root.pem'), '-days', '2']
  openssl('req', '-x509', ...KEY, ...made, '-subj', '/CN=Authority of a test')
  openssl('req', ...KEY, '-keyout', file('key.pem'), '-out', file('csr.pem'), '-subj', '/CN=names')
  const alternatives = names.map((name) => `DNS:${name}`).join()
  await writeFile(file('names.cnf'), `subjectAltName=${alternatives}\n`)
  const by = ['-CA', file('root.pem'), '-CAkey', file('root.key'), '-CAcreateserial', '-days', '2']
  const signed = ['-extfile', file('names.cnf'), '-out', file('chain.pem')]
  openssl('x509', '-req', '-in', file('csr.pem'), ...by, ...signed)
  const read = (name: string) => readFile(file(name), 'utf8')
  const chain = await read('chain.pem')
  const half = new X509Certificate(chain).publicKey.export({ type: 'spki', format: 'der' })
  const pin = createHash('sha256').update(half).digest('base64')
  return { root: await read('root.pem'), chain, key: await read('key.pem'), pin }
}
