/** Commands for the wallet app's configuration. */
import { checksum, validate } from 'ox/Address'
import * as z from 'zod/mini'

import { visible } from '../../../chain/values/text.js'
import { AppConfig, KeyNetwork, Presentation } from '../../../protocol/service.js'
import { exists } from '../../ceremonies/change.js'
import { hashOf, takeRelease } from '../../descriptors/folder.js'
import type { Reviewers } from '../../descriptors/reviews.js'
import { toText } from '../../keys/share-file.js'
import { readExactJson, readJson } from '../../platform/files.js'
import { replaceFile } from '../../platform/write-file.js'
import { readRegistry } from '../../registry/registry.js'
import { buildAppConfig, checkSameKey } from '../../wallet-app/app-config.js'
import { checkFolder } from '../../wallet-app/integrity.js'
import { listsIn } from '../../wallet-app/token-lists.js'
import { accepts, type Given, isYes, print, tell, text, wrong } from '../options/options.js'

export async function makeAppConfig(given: Given): Promise<void> {
  const config = buildAppConfig({
    registry: await readRegistry(text(given, 'registry')),
    keyNetwork: await readJson(text(given, 'network'), KeyNetwork),
    loginService: text(given, 'login-service'),
    chains: await readJson(text(given, 'chains'), AppConfig.shape.chains),
    ...(isYes(given, 'sync') && { sync: true }),
    ...(given['oldest-version'] && { oldestVersion: text(given, 'oldest-version') }),
    ...(given.descriptors && { descriptors: await hashOf(text(given, 'descriptors')) }),
    ...(given.tokens && { tokenLists: await listsIn(text(given, 'tokens')) }),
    ...(given.presentation && (await readExactJson(text(given, 'presentation'), Presentation))),
  })
  const out = text(given, 'out')
  if (!out) return print(JSON.stringify(config, null, 2))
  if ((await exists(out)) && !accepts(given, 'other-key')) {
    const { keyNetwork } = await readJson(out, z.object({ keyNetwork: KeyNetwork }))
    checkSameKey(keyNetwork, config.keyNetwork, '--accept other-key')
  }
  await replaceFile(out, toText(config), 0o644)
}

/** Compares a built wallet app with its manifest. */
export async function checkIntegrity(given: Given): Promise<void> {
  const { version, hash } = await checkFolder(text(given, 'root'))
  print(`${version} ${hash}`)
}

/** Imports a release of descriptors. Prints what changed, and what was reviewed. */
export async function takeDescriptors(given: Given): Promise<void> {
  const reviewers = reviewersOf(given)
  const taken = await takeRelease(text(given, 'from'), text(given, 'into'), reviewers)
  const { hash, count, added, changed, gone, unread, reviewed, refused } = taken
  for (const file of added) tell(`new      ${file}`)
  for (const { file, what } of changed) {
    tell(`changed  ${file}`)
    for (const one of what) tell(`           ${one}`)
  }
  for (const file of gone) tell(`gone     ${file}`)
  for (const { file, why } of unread) tell(`unread   ${file}: ${why}`)
  for (const { file, why } of refused) tell(`refused  ${file}: ${why}`)
  print(
    `${count} descriptors: ${added.length} new, ${changed.length} changed, ${gone.length} gone, ${unread.length} unread.`,
  )
  if (reviewers) {
    print(`${reviewed} of ${count} are reviewed. The others are taken too, marked as not reviewed.`)
  }
  print(`For config.json: "descriptors": "${hash}"`)
}

/** Undefined: attestations are ignored. @throws {WalletError} `INVALID_ARGUMENT` */
function reviewersOf(given: Given): Reviewers | undefined {
  const all = (name: string) => [given[name] ?? []].flat()
  const bad = all('reviewed-by').find((one) => !validate(one))
  if (bad !== undefined) throw wrong('reviewed-by', `expected an address, got ${visible(bad)}`)
  const no = all('revoked').find((one) => !/^0x[0-9a-f]{64}$/i.test(one))
  if (no !== undefined) throw wrong('revoked', `expected a uid of 32 bytes, got ${visible(no)}`)
  const addresses = [...new Set(all('reviewed-by').map((one) => checksum(one)))]
  const revoked = new Set(all('revoked').map((one) => one.toLowerCase()))
  return addresses.length ? { addresses, revoked, now: new Date() } : undefined
}
