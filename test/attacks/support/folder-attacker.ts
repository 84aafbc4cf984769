/** Whoever controls the folder of a ceremony: reads all that is in it, and chooses what each participant reads. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

import { type CryptoKey, exportJWK, generateKeyPair } from 'jose'

import { open } from '../../../src/server/ceremonies/dkg-messages.js'
import { FolderChannel } from '../../../src/server/ceremonies/folder-channel.js'

interface Letter {
  round: number
  from: number
  text: string
}

/** What a participant is to read in the place of a letter; undefined: nothing. */
export type Swap = (letter: Letter, attacker: FolderAttacker) => string | undefined

export class FolderAttacker {
  /** Everything that ever was in the folder. */
  readonly seen: Letter[] = []
  readonly #own: KeyObject = generateKeyPairSync('ed25519').privateKey
  readonly #opens: CryptoKey
  readonly #key: object

  private constructor(opens: CryptoKey, key: object) {
    this.#opens = opens
    this.#key = key
  }

  static async begin(): Promise<FolderAttacker> {
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' })
    return new FolderAttacker(privateKey, await exportJWK(publicKey))
  }

  /** The channel of a participant: what others put there in `round` comes as `swap` makes it. */
  channel(dir: string, index: number, round: number, swap: Swap): FolderChannel {
    return new AttackedChannel(dir, index, this, (letter) =>
      letter.round === round ? swap(letter, this) : letter.text,
    )
  }

  /** The letter with the attacker's key in the place of the sender's, so that answers are for the attacker. */
  withOwnKey({ text }: Letter): { body: string; signature?: string } {
    const { body, ...rest } = JSON.parse(text)
    const said = JSON.parse(body)
    const changed = 'key' in said ? { ...said, key: this.#key } : { ...said, nonce: '0'.repeat(64) }
    return { body: JSON.stringify(changed), ...rest }
  }

  signed(body: string): string {
    return JSON.stringify({
      body,
      signature: sign(null, Buffer.from(body), this.#own).toString('base64url'),
    })
  }

  /** How many of the secret values that were shown the attacker can open. */
  async opened(): Promise<number> {
    const sealed = this.seen.flatMap(
      ({ text }) => text.match(/eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+/g) ?? [],
    )
    const values = await Promise.all([...new Set(sealed)].map((jwe) => open(jwe, this.#opens)))
    return values.filter(({ length }) => length > 0).length
  }
}

class AttackedChannel extends FolderChannel {
  readonly #attacker: FolderAttacker
  readonly #change: (letter: Letter) => string | undefined

  constructor(
    dir: string,
    index: number,
    attacker: FolderAttacker,
    change: (letter: Letter) => string | undefined,
  ) {
    super(dir, index)
    this.#attacker = attacker
    this.#change = change
  }

  override async get(round: number, from: number): Promise<string | undefined> {
    const text = await super.get(round, from)
    if (text === undefined) return undefined
    const letter = { round, from, text }
    this.#attacker.seen.push(letter)
    return this.#change(letter)
  }
}
