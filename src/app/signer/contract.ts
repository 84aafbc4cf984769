/**
 * Requests to the signer, the only worker that uses keys. No answer contains a key, except for the screens that show a
 * secret. Signing uses the account given beside the parameters.
 */
import type * as z from 'zod/mini'

import type { Encrypted } from '../../chain/requests/encryption.js'
import type { Transaction } from '../../chain/requests/transaction.js'
import type { TypedDataValue } from '../../chain/requests/typed-data.js'
import type { TypedDataV1Field } from '../../chain/requests/typed-data-v1.js'
import type { Wrapped } from '../../keys/passkey.js'
import type { SyncForget, SyncWrite } from '../../protocol/login-service/sync.js'
import type { KeyNetwork } from '../../protocol/service.js'
import type { PublicJwk } from '../../shared/jwe.js'
import type { LoginUserInfo } from '../../shared/options.js'
import type { IdentitySource } from './identity.js'

/** A key pair for one login, whose private half stays in the signer. */
interface Prepared {
  /** Names the pair to the signer. */
  id: string
  key: PublicJwk
  /** Thumbprint of `key`. */
  nonce: string
}

/** A passkey's PRF output, for a single use. */
export interface PasskeyOutput {
  /** Its raw id. */
  credentialId: Uint8Array
  /** 32 bytes, of its pseudo-random function. A secret. */
  output: Uint8Array
}

/** A wallet secret as ciphertext, for storage. */
export interface Sealed {
  /** Names the key in the browser's key store. */
  keyId: string
  /** base64url. */
  iv: string
  /** base64url. */
  data: string
  /** Identity grant of the login service, if any, encrypted with the same key. */
  identity?: string | undefined
}

export interface Unlocked {
  /** Checksummed. */
  addresses: `0x${string}`[]
}

/** The contract as it crosses to the worker. */
export type WireContract = {
  [M in keyof SignerContract]: {
    params: {
      params: SignerContract[M]['params']
      account: number
      first?: `0x${string}` | undefined
    }
    result: SignerContract[M]['result']
  }
}

export type SignerContract = {
  /** `keep`: the key pair outlives the page, for a login that leaves it. */
  prepare: { params: { keep: boolean }; result: Prepared }
  /** Opens the ways to the key nodes. */
  warmUp: { params: KeyNetwork; result: null }
  /** Asks the key nodes, and unlocks. Uses the prepared key up. `sealed` is null where storage is denied. */
  login: {
    params: {
      id: string
      idToken: string
      source: IdentitySource
      network: KeyNetwork
      loginService: string
      /** The login service keeps names, tokens and contacts for other devices. */
      hasSync: boolean | undefined
    }
    result: Unlocked & { userInfo: LoginUserInfo }
  }
  /** Unlocks the account that a passkey wraps; without `wrapped`, the passkey's own account. */
  openPasskey: { params: PasskeyOutput & { wrapped: Wrapped | null }; result: Unlocked }
  /** The unlocked secret, wrapped so that only this passkey opens it. */
  wrap: { params: PasskeyOutput; result: Wrapped }
  /** The unlocked secret, as a JWE for the prepared key of a second signer of the wallet's. */
  give: { params: { key: PublicJwk }; result: string }
  /** Unlocks the secret that a different signer gave. Uses the prepared key up. */
  take: { params: { id: string; jwe: string }; result: Unlocked }
  /** The unlocked secret, as ciphertext; null where the browser denies storage. */
  seal: { params: { expires: number }; result: Sealed | null }
  unlock: { params: Sealed; result: Unlocked }
  /**
   * Forgets all secrets and, given it, the key of a ciphertext. Given a first address, it takes back what one login opened:
   * that secret is forgotten unless a different login has opened it too. With `others`, it keeps this secret alone.
   */
  lock: { params: { keyId?: string | undefined; others?: boolean }; result: null }
  /** The first accounts of the secret, by their index. */
  addresses: { params: { count: number }; result: Unlocked }
  /** EIP-191. */
  signMessage: { params: { message: Uint8Array }; result: `0x${string}` }
  /** EIP-712. */
  signTypedData: { params: TypedDataValue; result: `0x${string}` }
  /** The form before EIP-712. */
  signTypedDataV1: { params: TypedDataV1Field[]; result: `0x${string}` }
  /** The signer of an EIP-191 message, in lower case; null for an invalid signature. Takes no key. */
  recover: {
    params: { message: Uint8Array; signature: `0x${string}` }
    result: `0x${string}` | null
  }
  /** Base64. */
  encryptionPublicKey: { params: null; result: string }
  /** The text; null if it was encrypted for a different account, or is not text. */
  decrypt: { params: Encrypted; result: string | null }
  /** The signed transaction, ready for the node. */
  signTransaction: { params: Transaction; result: `0x${string}` }
  /** The account's key, as 0x and 64 hex digits: only for the screen that shows it. */
  privateKey: { params: null; result: `0x${string}` }
  /** 24 words: only for the screen that shows them. */
  phrase: { params: null; result: string }
  /**
   * A `LoginResult` with the application's key, as a JWE for the application's page; with the wallet's own
   * (`isWalletKey`) only if the person said so.
   */
  appResult: {
    params: {
      clientId: string
      key: PublicJwk
      userInfo: LoginUserInfo
      isWalletKey: boolean
      loginService: string
    }
    result: string
  }
  /**
   * A token for the server of a site, which names the account. Rejects with `NO_IDENTITY` where the login service did
   * not see the person sign in.
   */
  idToken: {
    params: { loginService: string; audience: string; nonce?: string | undefined }
    result: string
  }
  /** The name under which the login service keeps data for other devices, and the owner's first address. */
  syncLocator: { params: null; result: { locator: string; first: `0x${string}` } }
  /** Seals a new version to replace `base`; null if the text is too large. */
  syncSeal: {
    params: { text: string; base: number; version: number }
    result: z.infer<typeof SyncWrite> | null
  }
  /** Decrypts the text; null if this secret did not seal it as that version. */
  syncOpen: { params: { blob: string; version: number }; result: string | null }
  syncForget: { params: { version: number }; result: z.infer<typeof SyncForget> }
  /** EIP-55; null if the text is not an address or has a wrong checksum. */
  checksum: { params: string; result: `0x${string}` | null }
}
