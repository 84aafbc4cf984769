/** Sign-in with Ethereum: which messages are read as a sign-in, and with which values. */
import { checksum } from 'ox/Address'

import { readSiwe, type Siwe } from '../../src/chain/requests/siwe.js'
import { checkSignIn } from '../../src/chain/requests/siwe-check.js'
import { type Outcome, outcome, type Suite } from './suite.js'

interface Positive {
  message: string
  fields: Omit<Siwe, 'chainId' | 'issuedAt'> & { chainId: number; issuedAt: string }
}

/** Checks a message that must be accepted. */
function accepted({ fields, message }: Positive): string | true {
  const reading = readSiwe(message)
  if (reading.kind === 'none') return 'not recognized'
  if (reading.kind === 'broken') return `refused: ${reading.part}`
  const { siwe } = reading
  const names = ['domain', 'address', 'statement', 'uri', 'nonce', 'requestId'] as const
  const other = names.find((name) => (siwe[name] ?? '') !== (fields[name] ?? ''))
  if (other) return `${other} has another value`
  if (Number(siwe.chainId) !== fields.chainId) return 'chainId has another value'
  if (siwe.issuedAt.getTime() !== Date.parse(fields.issuedAt)) return 'issuedAt has another value'
  const resources = fields.resources ?? []
  return siwe.resources.join() === resources.join() || 'resources have other values'
}

/** Checks a message that must be refused. */
function refused(message: string): string | true {
  const reading = readSiwe(message)
  if (reading.kind !== 'siwe') return true
  const { siwe } = reading
  if (siwe.isUnusual) return 'read, with a note that its form is unusual'
  const account = checksum(siwe.address.toLowerCase() as `0x${string}`)
  const chain = { chainId: Number(siwe.chainId), rpcUrl: 'https://node.example' }
  const scene = { site: 'https://service.org', account, chain, now: siwe.issuedAt }
  const [problem] = checkSignIn(siwe, scene)
  return problem ? `read, with a warning: ${problem}` : 'read, without a warning'
}

export const siwe: Suite = {
  name: 'siwe',
  title: 'EIP-4361, Sign-in with Ethereum',
  from: '[spruceid/siwe](https://github.com/spruceid/siwe), `test/parsing_positive.json` and `parsing_negative.json`',
  drives: 'the reader of sign-in messages (`src/chain/requests/siwe.ts`)',
  run(files) {
    const positive = files.json('test/parsing_positive.json') as Record<string, Positive>
    const negative = files.json('test/parsing_negative.json') as Record<string, string>
    const named = async (name: string, run: () => string | true): Promise<Outcome> => {
      const { miss } = await outcome(run)
      return miss === undefined ? {} : { miss: `${name}: ${miss}` }
    }
    return Promise.all([
      ...Object.entries(positive).map(([name, one]) => named(name, () => accepted(one))),
      ...Object.entries(negative).map(([name, text]) => named(name, () => refused(text))),
    ])
  },
}
