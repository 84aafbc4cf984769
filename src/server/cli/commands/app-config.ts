/** What the wallet app is given by its operator. */
import * as z from 'zod/mini'

import { visible } from '../../../chain/values/text.js'
import { AppConfig, KeyNetwork, Presentation } from '../../../protocol/service.js'
import { exists } from '../../ceremonies/change.js'
import { hashOf, takeRelease } from '../../descriptors/folder.js'
import { toText } from '../../keys/share-file.js'
import { readJson } from '../../platform/files.js'
import { replaceFile } from '../../platform/write-file.js'
import { readRegistry } from '../../registry/registry.js'
import { buildAppConfig, checkSameKey } from '../../wallet-app/app-config.js'
import { checkFolder } from '../../wallet-app/integrity.js'
import { listsIn } from '../../wallet-app/token-lists.js'
import { accepts, type Given, isYes, print, text } from '../options/options.js'

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
    ...(given.presentation && (await readJson(text(given, 'presentation'), Presentation))),
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

/** Takes in a release of descriptors, and says what changed. */
export async function takeDescriptors(given: Given): Promise<void> {
  const taken = await takeRelease(text(given, 'from'), text(given, 'into'))
  const { hash, count, added, changed, gone, unread } = taken
  for (const file of added) line(`new      ${file}`)
  for (const { file, what } of changed) {
    line(`changed  ${file}`)
    for (const one of what) line(`           ${one}`)
  }
  for (const file of gone) line(`gone     ${file}`)
  for (const { file, why } of unread) line(`unread   ${file}: ${why}`)
  print(
    `${count} descriptors: ${added.length} new, ${changed.length} changed, ${gone.length} gone, ${unread.length} unread.`,
  )
  print(`For config.json: "descriptors": "${hash}"`)
}

/** Names are others' words, and a terminal obeys some characters. */
const line = (words: string): void => print(visible(words).replaceAll('\n', ' '))
