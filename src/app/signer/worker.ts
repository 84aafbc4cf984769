/**
 * The signer: a worker that holds the wallet secret during a session. Only this file and its imports handle keys; the
 * drawing code cannot access them.
 */
import { checksum, validate } from 'ox/Address'
import { fromHex } from 'ox/Bytes'

import { account, addressOf, appKey, recoveryPhrase, walletSecret } from '../../keys/derive.js'
import { passkeySecret, unwrapSecret, wrapSecret } from '../../keys/passkey.js'
import type { LoginResult } from '../../protocol/login.js'
import { type Endpoint, Peer } from '../../protocol/peer.js'
import { fromBase64Url, randomId, toBase64Url, toHex, utf8 } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import {
  decrypt as decryptJwe,
  encrypt,
  exportPublicKey,
  generateKeyPair,
  thumbprint,
} from '../../shared/jwe.js'
import type { SignerContract, Unlocked, WireContract } from './contract.js'
import { decrypt, encryptionPublicKey } from './decrypt.js'
import { evaluate } from './evaluate.js'
import { readIdentity } from './identity.js'
import {
  type Identity,
  requestApplicationGrant,
  requestIdentity,
  requestIdToken,
} from './identity-grant.js'
import { deleteKey, getKey, putKey } from './key-store.js'
import { recover, signMessage, signTransaction, signTypedData, signTypedDataV1 } from './sign.js'
import { openBlob, requestTicket, sealBlob, signForget, syncLocator } from './sync-blob.js'
import { warmUp } from './warm-up.js'

/** Milliseconds to keep the keys of a login that left the page. */
const KEPT = 3_600_000
/** Bytes. */
const SECRET_SIZE = 32

const prepared = new Map<string, CryptoKeyPair>()
/** A secret, and the keys derived from it so far, by index. */
interface Opened {
  secret: Uint8Array
  accounts: Map<number, Account>
  identity?: Identity
  ticket?: Ticket
  /** How many logins have opened it. */
  logins: number
}
/** One for each person, the newest first. Others stay, since a login may be given up after it has opened its own. */
let opened: Opened[] = []
/** How often it was locked: what was asked for before, and comes after, stays closed. */
let locks = 0

type Account = ReturnType<typeof account>
/** Requested after the login, which does not wait for it. */
type Ticket = Promise<string | undefined>
/** Whose key a request needs. */
interface Meant {
  /** Index of the account. */
  account: number
  /** The first address of the secret; absent: of the newest. */
  first?: string | undefined
}
type Handlers = {
  [M in keyof SignerContract]: (
    params: SignerContract[M]['params'],
    meant: Meant,
  ) => SignerContract[M]['result'] | Promise<SignerContract[M]['result']>
}

const handlers: Handlers = {
  async prepare({ keep }) {
    const pair = await generateKeyPair()
    const key = await exportPublicKey(pair.publicKey)
    const id = randomId()
    if (keep) await putKey(id, { key: pair, expires: Date.now() + KEPT })
    else prepared.set(id, pair)
    return { id, key, nonce: await thumbprint(key) }
  },

  warmUp: (network) => warmUp(network),

  async login({ id, idToken, source, network, loginService, hasSync }) {
    const pair = await takePrepared(id)
    const key = await exportPublicKey(pair.publicKey)
    const userInfo = readIdentity(idToken, source)
    const { verifier, verifierId, aggregateVerifier } = userInfo
    const { privateKey } = pair
    const realm = aggregateVerifier || verifier
    const input = { idToken, verifier, realm, verifierId, key, privateKey }
    const asked = { verifier, idToken, key }
    const ticket = hasSync ? requestTicket(loginService, asked, privateKey) : undefined
    const [output, identity] = await Promise.all([
      evaluate(network, input),
      requestIdentity(loginService, asked, privateKey),
    ])
    return { ...open(walletSecret(output), identity, ticket), userInfo }
  },

  async openPasskey({ output, credentialId, wrapped }) {
    const secret = wrapped
      ? await unwrapSecret(wrapped, output, credentialId)
      : passkeySecret(output)
    output.fill(0)
    return open(secret)
  },

  async wrap({ output, credentialId }, meant) {
    const wrapped = await wrapSecret(current(meant).secret, output, credentialId)
    output.fill(0)
    return wrapped
  },

  give({ key }, meant) {
    const { secret, identity } = current(meant)
    const parts = [secret, ...(identity ? [utf8(JSON.stringify(identity))] : [])]
    return encrypt(parts.map(toBase64Url).join('.'), key)
  },

  async take({ id, jwe }) {
    const { privateKey } = await takePrepared(id)
    const parts = (await decryptJwe(jwe, privateKey)).split('.').map(fromBase64Url)
    const [secret, identity] = parts
    if (secret?.length !== SECRET_SIZE) throw new WalletError('TOKEN_MALFORMED')
    return open(secret, identity && toIdentity(identity))
  },

  async seal({ expires }, meant) {
    const { secret, identity } = current(meant)
    const name = { name: 'AES-GCM', length: 256 }
    const key = await crypto.subtle.generateKey(name, false, ['encrypt', 'decrypt'])
    const sealed = await sealUnder(key, secret)
    const more = identity && (await sealUnder(key, utf8(JSON.stringify(identity))))
    const keyId = randomId()
    try {
      await putKey(keyId, { key, expires })
    } catch {
      return null
    }
    return { keyId, ...sealed, ...(more && { identity: `${more.iv}.${more.data}` }) }
  },

  async unlock({ keyId, iv, data, identity: sealed }) {
    const before = locks
    // A storage that gives no answer may give one later: that is no end of the session.
    const key = (await getKey(keyId)) as CryptoKey
    try {
      const secret = await openUnder(key, iv, data)
      const [moreIv = '', more = ''] = sealed?.split('.') ?? []
      const identity = more ? toIdentity(await openUnder(key, moreIv, more)) : undefined
      if (locks === before) return open(secret, identity)
      secret.fill(0)
    } catch (cause) {
      throw new WalletError('SESSION_EXPIRED', 'Its key is gone.', { cause })
    }
    throw new WalletError('NOT_LOGGED_IN', 'It was locked meanwhile.')
  },

  async lock({ keyId, others }, { first }) {
    if (first === undefined || others) locks++
    const isMeant = (one: Opened) => {
      if (first === undefined) return true
      return derived(one, 0).address === first ? !others && --one.logins === 0 : others
    }
    const gone = opened.filter(isMeant)
    opened = opened.filter((one) => !gone.includes(one))
    for (const { secret, accounts } of gone) {
      secret.fill(0)
      for (const { privateKey } of accounts.values()) privateKey.fill(0)
    }
    if (keyId) await deleteKey(keyId)
    return null
  },

  addresses: ({ count }, meant) => ({
    addresses: Array.from({ length: count }, (_, at) => derived(current(meant), at).address),
  }),
  signMessage: ({ message }, meant) => signMessage(message, keyOf(meant)),
  signTypedData: (value, meant) => signTypedData(value, keyOf(meant)),
  signTypedDataV1: (fields, meant) => signTypedDataV1(fields, keyOf(meant)),
  encryptionPublicKey: (_, meant) => encryptionPublicKey(keyOf(meant)),
  decrypt: (encrypted, meant) => decrypt(encrypted, keyOf(meant)),
  signTransaction: (transaction, meant) => signTransaction(transaction, keyOf(meant)),
  privateKey: (_, meant) => `0x${toHex(keyOf(meant))}`,
  phrase: (_, meant) => recoveryPhrase(current(meant).secret),

  async appResult({ clientId, key, userInfo, isWalletKey, loginService }, meant) {
    const { secret, identity } = current(meant)
    const privKey = isWalletKey ? toHex(keyOf({ ...meant, account: 0 })) : appKey(secret, clientId)
    const privateKey = fromHex(`0x${privKey}`)
    const named = { address: addressOf(privateKey), privateKey }
    const grant =
      identity && (await requestApplicationGrant(loginService, identity, clientId, key, named))
    const result: LoginResult = { privKey, isWalletKey, userInfo, ...(grant && { grant }) }
    return encrypt(JSON.stringify(result), key)
  },

  async idToken({ loginService, ...asked }, meant) {
    const from = current(meant)
    const { identity } = from
    if (!identity) throw new WalletError('NO_IDENTITY', 'Sign in by a provider or by e-mail.')
    return requestIdToken(loginService, identity, asked, derived(from, meant.account))
  },

  syncLocator(_, meant) {
    const from = current(meant)
    return { locator: syncLocator(from.secret), first: derived(from, 0).address }
  },
  async syncSeal(asked, meant) {
    const { secret, ticket: coming } = current(meant)
    const write = await sealBlob(secret, asked)
    const ticket = asked.base === 0 ? await coming : undefined
    return write && { ...write, ...(ticket && { ticket }) }
  },
  syncOpen: (asked, meant) => openBlob(current(meant).secret, asked),
  syncForget: ({ version }, meant) => signForget(current(meant).secret, version),

  recover({ message, signature }) {
    try {
      return recover(message, signature)
    } catch {
      return null
    }
  },

  // A mixed-case address has a checksum to be held to.
  checksum: (text) =>
    validate(text, { strict: !/^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(text) })
      ? checksum(text as `0x${string}`)
      : null,
}

/** A login without an identity or a ticket leaves those of an earlier login, since it is the same person. */
function open(secret: Uint8Array, identity?: Identity, ticket?: Ticket): Unlocked {
  const accounts = new Map([[0, account(secret, 0)]])
  const { address } = accounts.get(0)!
  const before = opened.find((one) => derived(one, 0).address === address)
  const more = { ...(identity && { identity }), ...(ticket && { ticket }) }
  const newest = { ...before, secret, accounts, logins: (before?.logins ?? 0) + 1, ...more }
  opened = [newest, ...opened.filter((one) => one !== before)]
  return { addresses: [address] }
}

async function sealUnder(key: CryptoKey, bytes: Uint8Array): Promise<{ iv: string; data: string }> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(bytes))
  return { iv: toBase64Url(iv), data: toBase64Url(new Uint8Array(data)) }
}

async function openUnder(key: CryptoKey, iv: string, data: string): Promise<Uint8Array> {
  const name = { name: 'AES-GCM', iv: fromBase64Url(iv) }
  return new Uint8Array(await crypto.subtle.decrypt(name, key, fromBase64Url(data)))
}

const toIdentity = (bytes: Uint8Array): Identity => JSON.parse(new TextDecoder().decode(bytes))

function derived({ secret, accounts }: Opened, at: number): Account {
  const known = accounts.get(at) ?? account(secret, at)
  accounts.set(at, known)
  return known
}

const keyOf = (meant: Meant): Uint8Array => derived(current(meant), meant.account).privateKey

/** @throws {WalletError} `NOT_LOGGED_IN` */
function current({ first }: Meant): Opened {
  const found = opened.find((one) => first === undefined || derived(one, 0).address === first)
  if (!found) throw new WalletError('NOT_LOGGED_IN')
  return found
}

/** Once only: so a recorded answer cannot be replayed in a later login. */
async function takePrepared(id: string): Promise<CryptoKeyPair> {
  const pair = prepared.get(id) ?? ((await getKey(id)) as CryptoKeyPair | undefined)
  prepared.delete(id)
  await deleteKey(id)
  if (!pair) throw new WalletError('STATE_MISMATCH', 'This login was started elsewhere.')
  return pair
}

new Peer(self as unknown as Endpoint, {
  onRequest: (method, request) => {
    const { params, ...meant } = request as WireContract[keyof WireContract]['params']
    const handler = handlers[method as keyof Handlers] as (params: unknown, meant: Meant) => unknown
    return handler(params, meant)
  },
})
