/** Commands for the login service's keys, and for the pseudonyms made with one of them. */
import { identityInput } from '../../../keys/identity.js'
import { toText } from '../../keys/share-file.js'
import { personName } from '../../login/audit.js'
import { readJson } from '../../platform/files.js'
import { writeNew } from '../../platform/write-file.js'
import { BackendKeys, makeBackendKeys } from '../../tokens/backend-tokens.js'
import { makeSigningKeys } from '../../tokens/self-issued-tokens.js'
import { type Given, print, text } from '../options/options.js'
import { auditKey } from '../settings/audit.js'

export async function makeSigningKey(given: Given): Promise<void> {
  const file = text(given, 'out')
  await writeNew(file, toText(await makeSigningKeys()))
  print(`Give ${file} to login-service as --signing-keys.`)
}

export async function makeIdTokenKey(given: Given): Promise<void> {
  const [file, before] = [text(given, 'out'), text(given, 'from')]
  const keys = await makeBackendKeys(before ? await readJson(before, BackendKeys) : undefined)
  await writeNew(file, toText(keys))
  print(`Give ${file} to login-service as --id-token-keys.`)
}

/** Prints a person's name in the audit log. */
export async function printAuditName(given: Given): Promise<void> {
  const identity = identityInput(text(given, 'verifier'), text(given, 'id'))
  print(personName(await auditKey(given), identity))
}
