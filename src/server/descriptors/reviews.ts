/** Reviewers of a descriptor, from the attestations in the release. */
import type { Hex } from '../../chain/clear-signing/descriptor.js'
import { type Extent, verifyAttestation } from './attestation.js'
import { type Release, reasonOf } from './release.js'

/** Whose attestations count. */
export interface Reviewers {
  /** Checksummed, without duplicates. */
  addresses: readonly Hex[]
  /** Ids of attestations that were revoked, in lower case. */
  revoked: ReadonlySet<string>
  now: Date
}

export interface Review {
  /** Accounts that reviewed the whole descriptor. */
  by: Hex[]
  /** Why attestations in the release were refused. */
  refused: string[]
}

/** @param file - A descriptor that can be read, by its path in the release. */
export function reviewOf(
  release: Release,
  file: string,
  { addresses, revoked, now }: Reviewers,
): Review {
  const review: Review = { by: [], refused: [] }
  for (const reviewer of addresses) {
    const attestation = release.attestationOf(file, reviewer)
    if (!attestation) continue
    const refuse = (why: string) => review.refused.push(`attestation of ${reviewer}: ${why}`)
    try {
      const extent = extentOf(release, { file, attestation }, { reviewer, revoked, now })
      if (extent === 'whole') review.by.push(reviewer)
      else refuse('it does not cover what the descriptor includes.')
    } catch (error) {
      refuse(reasonOf(error))
    }
  }
  return review
}

/** @throws Saying why the attestation does not count. */
export function extentOf(
  release: Release,
  { file, attestation }: { file: string; attestation: string },
  expected: { reviewer: Hex; revoked: ReadonlySet<string>; now: Date },
): Extent {
  return verifyAttestation(release.json(attestation), { ...release.hashesOf(file), ...expected })
}
