/** Typed data, transactions and mnemonics of ethers' test cases. */
import { readPhrase, wordsOf } from '../../src/app/sign-in/recovery-words.js'
import { signHash, signTransaction, signTypedData } from '../../src/app/signer/sign.js'
import type { Fees, Transaction } from '../../src/chain/requests/transaction.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { account, recoveryPhrase } from '../../src/keys/derive.js'
import { type Files, type Outcome, outcome, type Suite } from './suite.js'

type Hex = `0x${string}`

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.slice(2), 'hex'))
const ONE = bytes(`0x${'01'.padStart(64, '0')}`)
const NOBODY = `0x${'0'.repeat(40)}`
const PACKAGE = {
  from: '[`@ethersproject/testcases`](https://www.npmjs.com/package/@ethersproject/testcases) 5.8.0',
  folder: 'node_modules/@ethersproject/testcases',
}

interface Typed {
  domain: { chainId?: number }
  primaryType: string
  types: object
  data: object
  digest: Hex
}

export const typedData: Suite = {
  name: 'ethers-eip712',
  title: 'EIP-712, ethers',
  ...PACKAGE,
  drives:
    '`eth_signTypedData_v4`: `src/chain/requests/typed-data.ts` reads what a page sends, `src/app/signer/sign.ts` hashes it',
  run: (files) =>
    Promise.all(
      (files.json('testcases/eip712.json.gz') as Typed[]).map((one) =>
        // Also compares signatures: they are deterministic, so they differ if the hashes do.
        outcome(() => {
          const { domain, types, primaryType, data: message } = one
          const asked = JSON.stringify({ domain, types, primaryType, message })
          const { value } = parseTypedData([NOBODY, asked], NOBODY, domain.chainId ?? 1)
          const same = signTypedData(value, ONE) === signHash(one.digest, ONE)
          return same || 'another hash'
        }),
      ),
    ),
}

interface Signed {
  key: string
  signed: Hex
  tx: Record<
    'gasLimit' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'nonce' | 'value',
    string | number | undefined
  > & {
    type?: number
    chainId?: string | number
    to?: Hex
    data?: Hex
    accessList?: { address: Hex; storageKeys: Hex[] }[]
  }
}

interface Legacy extends Record<string, unknown> {
  privateKey: string
  signedTransactionChainId5: Hex
}

/** The cases write 0 as `0x` too. */
const number = (value: string | number | undefined): bigint =>
  BigInt(value === '0x' ? 0 : (value ?? 0))

function transactionOf({ type, ...tx }: Signed['tx']): Transaction {
  const gasPrice = number(tx.gasPrice)
  const fees: Fees =
    type === 2
      ? {
          type: 'eip1559',
          maxFeePerGas: number(tx.maxFeePerGas),
          maxPriorityFeePerGas: number(tx.maxPriorityFeePerGas),
        }
      : { type: type === 1 ? 'eip2930' : 'legacy', gasPrice }
  return {
    from: NOBODY as Hex,
    ...(tx.to && { to: tx.to }),
    chainId: Number(number(tx.chainId)),
    value: number(tx.value),
    data: tx.data ?? '0x',
    gas: number(tx.gasLimit),
    nonce: number(tx.nonce),
    accessList: tx.accessList ?? [],
    fees,
  }
}

const compare = (tx: Signed['tx'], key: string, expected: string): Promise<Outcome> =>
  outcome(() => signTransaction(transactionOf(tx), bytes(key)) === expected || 'other bytes')

export const transactions: Suite = {
  name: 'ethers-transactions',
  title: 'Signed transactions, ethers',
  ...PACKAGE,
  drives:
    '`src/app/signer/sign.ts`: legacy with EIP-155, EIP-2930 and EIP-1559, compared byte for byte',
  async run(files: Files) {
    const typed = files.json('testcases/typed-transactions.json.gz') as Signed[]
    const legacy = files.json('testcases/transactions.json.gz') as (Legacy & Signed['tx'])[]
    return Promise.all([
      ...typed.map(({ tx, key, signed }) => compare(tx, key, signed)),
      ...legacy.map((one) =>
        compare({ ...one, chainId: 5, type: 0 }, one.privateKey, one.signedTransactionChainId5),
      ),
      ...legacy.map(async () => ({
        apart: 'without EIP-155: valid on any chain, so the wallet does not sign it',
      })),
    ])
  },
}

interface Wallet {
  locale: string
  entropy: Hex
  mnemonic: string
  password?: string
  hdnodes: { path: string; address: Hex }[]
}

/** The paths of the wallet's accounts. */
const ACCOUNT_PATH = /^m\/44'\/60'\/0'\/0\/(\d+)$/

function wordsDiffer({ entropy, mnemonic, password, hdnodes }: Wallet): string | true {
  const secret = bytes(entropy)
  if (recoveryPhrase(secret) !== mnemonic) return 'other words'
  const reading = readPhrase(wordsOf(mnemonic))
  if (reading.name !== 'secret') return `refused: ${reading.name}`
  if (Buffer.compare(reading.secret, secret)) return 'the words give another secret'
  const other = hdnodes.find(({ path, address }) => {
    const index = ACCOUNT_PATH.exec(path)?.[1]
    if (password !== undefined || index === undefined) return false
    return account(secret, Number(index)).address.toLowerCase() !== address.toLowerCase()
  })
  return !other || `another account at ${other.path}`
}

export const mnemonics: Suite = {
  name: 'ethers-mnemonics',
  title: 'Mnemonics, ethers',
  ...PACKAGE,
  drives:
    "the recovery phrase, made (`src/keys/derive.ts`) and read (`src/app/sign-in/recovery-words.ts`); accounts only where a case has the wallet's path and no passphrase",
  run: (files) =>
    Promise.all(
      (files.json('testcases/hdnode.json.gz') as Wallet[]).map(async (one) =>
        one.locale === 'en'
          ? outcome(() => wordsDiffer(one))
          : { apart: 'words of other languages than English' },
      ),
    ),
}
