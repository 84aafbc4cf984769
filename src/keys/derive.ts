/** From the function's output to everything a person has: the phrase, the accounts, the applications' keys. */
import { mapHashToField } from '@noble/curves/abstract/modular.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { checksum } from 'ox/Address'

import { toHex, utf8 } from '../shared/encoding.js'

const WALLET_SECRET = utf8('wallet-embed/wallet-secret/v1')
const APP_KEY = 'wallet-embed/app-key/v1'
/** 128 bits more than the field's order, so that the reduction has no bias worth naming (FIPS 186-5, A.3.1). */
const WIDE = 48

/** The wallet's one secret: 32 bytes. @param output - 64 bytes of `combine`. */
export const walletSecret = (output: Uint8Array): Uint8Array =>
  hkdf(sha256, output, undefined, WALLET_SECRET, 32)

/** The secret as 24 English words (BIP-39): any other wallet has the same accounts under them. */
export const recoveryPhrase = (secret: Uint8Array): string => entropyToMnemonic(secret, wordlist)

export interface Account {
  /** With the checksum of EIP-55. */
  address: `0x${string}`
  /** 32 bytes. */
  privateKey: Uint8Array
}

/** The account at m/44'/60'/0'/0/`index` (BIP-44). */
export function account(secret: Uint8Array, index: number): Account {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(recoveryPhrase(secret)))
  const privateKey = root.derive(`m/44'/60'/0'/0/${index}`).privateKey!
  return { address: addressOf(privateKey), privateKey }
}

/** @param privateKey - 32 bytes. */
export function addressOf(privateKey: Uint8Array): `0x${string}` {
  const publicKey = secp256k1.getPublicKey(privateKey, false).subarray(1)
  return checksum(`0x${toHex(keccak_256(publicKey).subarray(-20))}`)
}

/**
 * The key that one application gets: its own, always the same, and no way back to the wallet's.
 *
 * @returns 64 hex digits: a secret scalar of secp256k1.
 */
export function appKey(secret: Uint8Array, clientId: string): string {
  const wide = hkdf(sha256, secret, undefined, utf8(`${APP_KEY}\0${clientId}`), WIDE)
  return toHex(mapHashToField(wide, secp256k1.Point.Fn.ORDER))
}
