/** Shared by key generation and resharing: checks, confirmation, commit. */
import { resolve } from 'node:path'

import * as z from 'zod/mini'

import type { Share } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { generationOf, type Network } from '../keys/generation.js'
import { backupText, type Cost, checkKey, shareText } from '../keys/share-file.js'
import { checkFolder, checkReplaceable } from '../platform/write-file.js'
import {
  adviceOf,
  type Change,
  checkNothingPrepared,
  commitChange,
  filesOf,
  stage,
} from './change.js'
import { digestOf, type Exchange, type ExchangeOptions } from './exchange.js'

export interface CeremonyOptions extends ExchangeOptions {
  /** Which participant this is. */
  index: number
  /** This participant's folder: its share, `network.json`, and changes in progress. */
  dir: string
  /** The share is encrypted under it. */
  shareKey: string
  /** Cost of deriving a key from either secret; by default the same as for operators' files. */
  cost?: Cost | undefined
  /** Folder and key for an encrypted copy of the share. */
  backup?: { dir: string; key: string } | undefined
  /** Allows a threshold of half the members or fewer: two separate groups could then each use the key. */
  isLowThresholdAccepted?: boolean | undefined
}

export interface CeremonyResult {
  network: Network
  /** The backup that was written. */
  backup: string | undefined
  /** 32 hex digits that all operators must read as equal. */
  fingerprint: string
}

/** Round 3: this participant has the result on disk, or the reason why not. */
const Vote = z.object({
  id: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  accused: z.optional(z.int()),
  /** This participant could not write its share to disk. */
  failed: z.optional(z.boolean()),
})

/**
 * Checks everything that could keep this participant from storing its share. @throws {WalletError} `INVALID_ARGUMENT`
 */
export async function checkPlace(options: CeremonyOptions): Promise<void> {
  checkKey(options.shareKey, 'share')
  await checkFolder(options.dir)
  if (options.backup) {
    checkKey(options.backup.key, 'backup')
    await checkFolder(options.backup.dir)
  }
  const { share, network } = filesOf(options)
  for (const file of [share, network]) await checkReplaceable(file)
  await checkNothingPrepared(options)
}

/** @throws {WalletError} `INVALID_ARGUMENT` */
export function checkMajority(of: number, threshold: number, isLowAccepted = false): void {
  if (2 * threshold > of || isLowAccepted) return
  const enough = Math.floor(of / 2) + 1
  throw new WalletError(
    'INVALID_ARGUMENT',
    `--threshold: ${threshold} of ${of} is half or less: give ${enough} or more, or --accept low-threshold.`,
  )
}

interface Outcome {
  what: Change['what']
  participants: number[]
  network: Network
  /** Absent for a dealer that leaves. */
  share: Share | undefined
  /** Digest of all messages. */
  transcript: string
}

/**
 * Writes down the result, tells the others, and commits once all have confirmed. A liar may report success to one
 * participant and failure to a different one, so after a failure the prepared change stays until all agree on its
 * outcome.
 */
export async function settle(
  exchange: Exchange,
  options: CeremonyOptions,
  { share, transcript, ...outcome }: Outcome,
): Promise<CeremonyResult> {
  const { network } = outcome
  const { shareKey, cost } = options
  const id = digestOf([transcript, network])
  const { backup } = share ? options : {}
  const generation = generationOf(network)
  const file = backup && resolve(backup.dir, backupName(options.index, generation))
  const change = { ...outcome, id, isMember: !!share, ...(file && { backup: file }) }
  try {
    await stage(options, change, {
      share: share && (await shareText(share, shareKey, generation, cost)),
      backup: share && backup && (await backupText({ share, network }, backup.key, cost)),
    })
  } catch (error) {
    await exchange.publish(3, { failed: true })
    throw error
  }
  await confirm(exchange, id, options)
  await commitChange(options)
  return { network, backup: file, fingerprint: id.slice(0, 32) }
}

async function confirm(exchange: Exchange, id: string, options: CeremonyOptions): Promise<void> {
  try {
    await exchange.publish(3, { id })
    for (const [sender, vote] of await exchange.collect(3, Vote)) {
      if (vote.accused) throw refusal(vote.accused, `is accused by participant ${sender}`)
      if (vote.failed) throw refusal(sender, 'could not write its share')
      if (vote.id !== id) throw refusal(sender, 'confirmed something else')
    }
  } catch (error) {
    const { code, detail, message } = WalletError.from(error)
    throw new WalletError(code, `${detail ?? message} ${adviceOf(options)}`)
  }
}

/** A participant that did not keep to the protocol. */
export const refusal = (who: number, what: string): WalletError =>
  new WalletError('INVALID_ARGUMENT', `Participant ${who} ${what}. All shares stay as they are.`)

export const backupName = (index: number, generation: string): string =>
  `share-${index}.${generation}.backup.json`
