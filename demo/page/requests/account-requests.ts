/** Requests about accounts, and those that a key answers. */
import { toHexText } from '../ether.js'
import { encryptFor } from './encrypt.js'
import { TYPED_DATA_V1, typedData } from './typed-data.js'
import { keep, type RequestGroup } from './types.js'

const NOTE = 'For your eyes only.'

export const ACCOUNT_GROUPS: RequestGroup[] = [
  {
    title: 'Accounts and permissions',
    requests: [
      {
        title: 'Connect',
        method: 'eth_requestAccounts',
        about:
          'Asks the visitor to sign in, or to let this site see their address. Most sites begin with it.',
        params: () => [],
      },
      {
        title: 'Which accounts?',
        method: 'eth_accounts',
        about:
          'The addresses that this site may see, without asking anyone. Empty before “Connect”.',
        params: () => [],
      },
      {
        title: 'Ask for permissions',
        method: 'wallet_requestPermissions',
        about: 'Asks in so many words for the permission to see accounts (EIP-2255).',
        params: () => [{ eth_accounts: {} }],
      },
      {
        title: 'Which permissions?',
        method: 'wallet_getPermissions',
        about: 'What this site may do, and since when.',
        params: () => [],
      },
      {
        title: 'Give permissions back',
        method: 'wallet_revokePermissions',
        about: 'From then on this site sees no account, until somebody connects again.',
        params: () => [{ eth_accounts: {} }],
      },
    ],
  },
  {
    title: 'Messages',
    requests: [
      {
        title: 'Sign a message',
        method: 'personal_sign',
        about: 'Proves that the visitor owns the account. Costs nothing, moves nothing.',
        params: ({ address }) => [toHexText('Hello from the playground'), address],
        remember: keep('signature'),
      },
      {
        title: 'Who signed it?',
        method: 'personal_ecRecover',
        about:
          'Finds the address behind a signature; here, of the last message that you signed above.',
        params: ({ signature }) => [toHexText('Hello from the playground'), signature],
      },
      {
        title: 'Sign raw bytes',
        method: 'eth_sign',
        about:
          'Nobody can see what such bytes mean, a payment perhaps. So the wallet refuses, always.',
        params: ({ address }) => [address, `0x${'ab'.repeat(32)}`],
      },
    ],
  },
  {
    title: 'Typed data',
    requests: [
      {
        title: 'Sign typed data, version 4',
        method: 'eth_signTypedData_v4',
        about: 'A message with named fields, shown field by field (EIP-712). What to use today.',
        params: ({ address, chainId }) => [address, typedData(address, chainId)],
      },
      {
        title: 'Sign typed data, version 3',
        method: 'eth_signTypedData_v3',
        about: 'The same without lists and optional fields, for older contracts.',
        params: ({ address, chainId }) => [address, typedData(address, chainId)],
      },
      {
        title: 'Sign typed data, version 1',
        method: 'eth_signTypedData',
        about: 'The first draft: a plain list of names, types and values.',
        params: ({ address }) => [TYPED_DATA_V1, address],
      },
    ],
  },
  {
    title: 'Encryption',
    requests: [
      {
        title: 'Get the encryption key',
        method: 'eth_getEncryptionPublicKey',
        about:
          'A public key with which anybody can write to this account. The playground then encrypts a note for the next request.',
        params: ({ address }) => [address],
        async remember(result, known) {
          if (typeof result === 'string') known.encrypted = await encryptFor(result, NOTE)
        },
      },
      {
        title: 'Decrypt',
        method: 'eth_decrypt',
        about:
          'Reads what was encrypted for this account, if the visitor agrees. Get the encryption key first.',
        params: ({ encrypted, address }) => [encrypted, address],
      },
    ],
  },
]
