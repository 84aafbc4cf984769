import { identityInput } from '../../../keys/identity.js'
import { readKey } from '../../keys/share-file.js'
import { AuditLog, personName } from '../../login/audit.js'
import { type Command, type Given, logLine, type Option, print, text, wrong } from './options.js'

const VARIABLE = 'WALLET_EMBED_AUDIT_KEY'
const KEY: Option = {
  help: `names people in the audit log; ${VARIABLE} without it`,
  value: 'file',
  fallback: null,
}

export const AUDIT: Record<string, Option> = {
  audit: { help: 'file to which each login adds a line', value: 'file', fallback: null },
  'audit-key-file': KEY,
}

export const AUDITING: Record<string, Command> = {
  'audit-name': {
    summary: 'Prints what a person is called in the audit log.',
    options: {
      verifier: { help: 'name of the verifier, or of the aggregate it is in', value: 'name' },
      id: { help: 'the verifierId, such as an e-mail address', value: 'text' },
      'audit-key-file': KEY,
    },
    async run(given) {
      const identity = identityInput(text(given, 'verifier'), text(given, 'id'))
      print(personName(await auditKey(given), identity))
    },
  },
}

/** @throws {WalletError} `INVALID_ARGUMENT` */
export async function openAudit(given: Given): Promise<AuditLog | undefined> {
  const file = text(given, 'audit')
  if (!file) return undefined
  const onFailure = ({ message }: Error) => logLine(40, `audit log: ${message}`)
  return new AuditLog({ file, key: await auditKey(given), onFailure })
}

async function auditKey(given: Given): Promise<string> {
  const key = await readKey(text(given, 'audit-key-file'), VARIABLE)
  if (key) return key
  throw wrong('audit-key-file', `expected it, or ${VARIABLE}`)
}
