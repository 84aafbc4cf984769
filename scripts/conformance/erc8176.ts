/** ERC-8176: attestations in a registry of ERC-7730 descriptors. */
import { basename, dirname, join } from 'node:path'

import type { Hex } from '../../src/chain/clear-signing/descriptor.js'
import { Release, reasonOf } from '../../src/server/descriptors/release.js'
import { extentOf } from '../../src/server/descriptors/reviews.js'
import type { Outcome, Suite } from './suite.js'

/** A name such as `calldata-shop.eip155-1-0x….json`: the descriptor and the reviewer. */
const NAME = /^(.*)\.eip155-1-(0x[0-9a-fA-F]{40})\.json$/

export const erc8176: Suite = {
  name: 'erc7730-attestations',
  title: 'ERC-8176, attestations of descriptors',
  from: '[ethereum/clear-signing-erc7730-registry](https://github.com/ethereum/clear-signing-erc7730-registry), `sigs`',
  drives:
    'what `descriptors take --reviewed-by` counts (`src/server/descriptors`): schema, uid, signer and the hash that is attested',
  run(files) {
    const release = new Release(files.root)
    const attestations = release.files.filter((file) => basename(dirname(file)) === 'sigs')
    return attestations.map((attestation) => {
      files.json(attestation)
      return outcomeOf(release, attestation)
    })
  },
}

function outcomeOf(release: Release, attestation: string): Outcome {
  const [, name, reviewer] = NAME.exec(basename(attestation)) ?? []
  if (!name) return { miss: 'its name says neither what it is of nor whose' }
  const file = join(dirname(attestation), '..', `${name}.json`)
  const expected = { reviewer: reviewer as Hex, revoked: new Set<string>(), now: new Date() }
  try {
    if (extentOf(release, { file, attestation }, expected) === 'whole') return {}
    return { note: 'of the file without what it includes: the words do not count as reviewed' }
  } catch (error) {
    return { miss: reasonOf(error) }
  }
}
