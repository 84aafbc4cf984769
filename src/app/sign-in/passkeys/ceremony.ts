/**
 * The browser's passkey dialogue. Only in a top-level window of the wallet: there it needs no permission from a page,
 * and no page can cover it. No server verifies the assertion: the wallet is unlocked by the output of the passkey's PRF
 * extension, which the browser gives to this host only.
 */
import { PRF_SALT } from '../../../keys/passkey.js'
import { WalletError } from '../../../shared/errors.js'
import type { PasskeyOutput } from '../../signer/contract.js'
import { discard } from './discard.js'

/** Milliseconds that the person has; browsers may give less. */
const TIMEOUT = 300_000
/** COSE algorithms: ES256, EdDSA, RS256. Signatures are of no use here, but a passkey must have one. */
const ALGORITHMS = [-7, -8, -257]
/** First byte of a user handle; the second is the kind, the rest is random. */
const HANDLE_VERSION = 1
const KINDS = { account: 1, device: 2 } as const
const RANDOM_SIZE = 16

/** `account`: the account is the passkey's own. `device`: it signs in faster, to an account from elsewhere. */
export type PasskeyKind = keyof typeof KINDS

export interface UsedPasskey extends PasskeyOutput {
  /** Kind of a passkey that this wallet made; else undefined. */
  kind: PasskeyKind | undefined
}

/** Whether the browser has passkeys at all. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window

/**
 * Makes a passkey and reads its secret: at once if the browser can, else by a second prompt.
 *
 * @param name - How the person finds it in their list of passkeys.
 * @throws {WalletError} `PASSKEY_UNAVAILABLE`; `USER_REJECTED` also if the browser gave up waiting.
 */
export async function createPasskey(
  kind: PasskeyKind,
  name: string,
  walletName: string,
): Promise<PasskeyOutput> {
  const id = Uint8Array.of(HANDLE_VERSION, KINDS[kind], ...random(RANDOM_SIZE))
  const credential = await ask((credentials) =>
    credentials.create({
      publicKey: {
        rp: { id: location.hostname, name: walletName },
        user: { id, name, displayName: name },
        challenge: random(32),
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
        timeout: TIMEOUT,
        extensions: { prf: { eval: { first: PRF_SALT } } },
      },
    }),
  )
  const credentialId = new Uint8Array(credential.rawId)
  try {
    const { prf } = credential.getClientExtensionResults()
    if (!prf?.enabled) throw unavailable('The new passkey has no pseudo-random function.')
    const output = bytesOf(prf.results?.first)
    return output ? { credentialId, output } : await usePasskey([credentialId])
  } catch (error) {
    // It has opened nothing yet, and the person would find it in their list.
    await discard(credential.id)
    throw error
  }
}

/**
 * Asks for a passkey assertion.
 *
 * @param allowed - Raw ids; without any, the person chooses among this wallet's.
 * @throws {WalletError} `PASSKEY_UNAVAILABLE`; `USER_REJECTED` also if no passkey exists, as browsers do not tell the
 * two apart.
 */
export async function usePasskey(allowed: Uint8Array[] = []): Promise<UsedPasskey> {
  const credential = await ask((credentials) =>
    credentials.get({
      publicKey: {
        rpId: location.hostname,
        challenge: random(32),
        allowCredentials: allowed.map((id) => ({ type: 'public-key', id: new Uint8Array(id) })),
        userVerification: 'required',
        timeout: TIMEOUT,
        extensions: { prf: { eval: { first: PRF_SALT } } },
      },
    }),
  )
  const output = bytesOf(credential.getClientExtensionResults().prf?.results?.first)
  if (!output) throw unavailable('The passkey has no pseudo-random function.')
  const { userHandle } = credential.response as AuthenticatorAssertionResponse
  return { credentialId: new Uint8Array(credential.rawId), output, kind: kindOf(userHandle) }
}

async function ask(
  start: (credentials: CredentialsContainer) => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  if (!hasPasskeys()) throw unavailable('This browser has no WebAuthn.')
  try {
    const credential = await start(navigator.credentials)
    if (credential) return credential as PublicKeyCredential
  } catch (cause) {
    const { name, message } = cause as DOMException
    if (!['NotAllowedError', 'AbortError'].includes(name)) {
      throw unavailable(`${name}: ${message}`, cause)
    }
  }
  throw new WalletError('USER_REJECTED')
}

function kindOf(handle: ArrayBuffer | null): PasskeyKind | undefined {
  const [version, kind] = new Uint8Array(handle ?? [])
  if (version !== HANDLE_VERSION) return undefined
  return (Object.keys(KINDS) as PasskeyKind[]).find((name) => KINDS[name] === kind)
}

function bytesOf(value: BufferSource | undefined): Uint8Array | undefined {
  if (!value) return undefined
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value)
}

const unavailable = (detail: string, cause?: unknown): WalletError =>
  new WalletError('PASSKEY_UNAVAILABLE', detail, { cause })

const random = (size: number): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(size))
