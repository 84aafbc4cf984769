/** BIP-39: from entropy to words. The seeds of these vectors need a passphrase, which the wallet does not have. */
import { recoveryPhrase } from '../../src/keys/derive.js'
import { outcome, type Suite } from './suite.js'

type Vector = [entropy: string, words: string, seed: string, key: string]

export const words: Suite = {
  name: 'trezor',
  title: 'BIP-39, Trezor',
  from: '[trezor/python-mnemonic](https://github.com/trezor/python-mnemonic), `vectors.json`, English',
  drives:
    'the recovery phrase (`src/keys/derive.ts`); the seeds, which need a passphrase, are not compared',
  run: (files) =>
    Promise.all(
      (files.json('vectors.json') as { english: Vector[] }).english.map(([entropy, words]) =>
        outcome(
          () =>
            recoveryPhrase(new Uint8Array(Buffer.from(entropy, 'hex'))) === words || 'other words',
        ),
      ),
    ),
}
