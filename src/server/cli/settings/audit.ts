import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

import { readKey } from '../../keys/share-file.js'
import { AuditLog } from '../../login/audit.js'
import { type Given, logLine, text, wrong } from '../options/options.js'
import { VARIABLES } from '../options/tables.js'

/** @throws {WalletError} `INVALID_ARGUMENT` */
export async function openAudit(given: Given): Promise<AuditLog | undefined> {
  const file = text(given, 'audit')
  if (!file) return undefined
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw wrong('audit', `${file} is a folder`)
  const place = found ? file : dirname(file)
  await access(place, constants.W_OK).catch(({ code }: NodeJS.ErrnoException) => {
    throw wrong('audit', `${place} cannot be written (${code})`)
  })
  const onFailure = ({ message }: Error) => logLine(40, `audit log: ${message}`)
  return new AuditLog({ file, key: await auditKey(given), onFailure })
}

/** @throws {WalletError} `INVALID_ARGUMENT` */
export async function auditKey(given: Given): Promise<string> {
  const key = await readKey(text(given, 'audit-key-file'), VARIABLES.auditKey)
  if (key) return key
  throw wrong('audit-key-file', `expected it, or ${VARIABLES.auditKey}`)
}
