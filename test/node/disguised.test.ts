/** A transaction that a site asks for as a signature is refused, and nobody is asked. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { RpcContext } from '../../src/app/provider/rpc/context.js'
import { signTypedData, signTypedDataAny } from '../../src/app/provider/rpc/sign.js'
import type { WalletError } from '../../src/shared/errors.js'

const ME = '0x1000000000000000000000000000000000000a11'
/** Of the same person. */
const SAVINGS = '0x1000000000000000000000000000000000000a12'
const OTHER = '0x2222222222222222222222222222222222222200'
const ENTRY = '0x3333333333333333333333333333333333333300'
const WORD = `0x${'0'.repeat(64)}`

const fields = (text: string) =>
  text.split(', ').map((field) => ({ type: field.split(' ')[0]!, name: field.split(' ')[1]! }))
const TYPES = {
  PackedUserOperation: fields(
    'address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData',
  ),
  UserOperation: fields(
    'address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData',
  ),
  Delegation: fields('address delegate, address delegator, bytes32 authority, uint256 salt'),
  Authorization: fields('uint256 chainId, address authority, address delegate, uint256 nonce'),
  SignedSession: fields('address account, address sessionValidator, bytes32 salt'),
  Vote: fields('string text, address sender'),
}
/** Have lists, which version 3 does not know. */
const LISTED = {
  Ticket: fields('string text, PackedUserOperation[] seats'),
  // Of zkSync's chains.
  Transaction: fields(
    'uint256 txType, uint256 from, uint256 to, uint256 gasLimit, uint256 gasPerPubdataByteLimit, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, uint256 paymaster, uint256 nonce, uint256 value, bytes data, bytes32[] factoryDeps, bytes paymasterInput',
  ),
}
const gas = { callGasLimit: 1, verificationGasLimit: 1, maxFeePerGas: 1, maxPriorityFeePerGas: 1 }
const operation = (sender: string) => ({
  ...{ sender, nonce: 0, initCode: '0x', callData: '0xb61d27f6', accountGasLimits: WORD },
  ...{ preVerificationGas: 1, gasFees: WORD, paymasterAndData: '0x', ...gas },
})

const transaction = (from: string) => ({
  ...{ txType: 113, from, to: String(BigInt(OTHER)), gasLimit: 1, gasPerPubdataByteLimit: 1 },
  ...{ maxFeePerGas: 1, maxPriorityFeePerGas: 1, paymaster: 0, nonce: 0, value: 1 },
  ...{ data: '0x', factoryDeps: [], paymasterInput: '0x' },
})

/** Who is asked, and what comes of it. */
async function ask(primaryType: string, message: object, verifyingContract = ENTRY) {
  const asked: string[] = []
  const context = {
    chains: { current: { chainId: 1 } },
    own: { all: [{ address: ME }, { address: SAVINGS }], named: () => ME },
    compute: async () => true,
    requests: { ask: async (kind: string) => void asked.push(kind) },
    sign: async () => '0x1234',
  } as unknown as RpcContext
  const domain = { name: 'Any', chainId: 1, verifyingContract }
  const params = [
    ME,
    { types: { ...TYPES, ...(primaryType in LISTED && LISTED) }, primaryType, domain, message },
  ]
  const answers = [signTypedData('V3'), signTypedData('V4'), signTypedDataAny].map((sign) =>
    sign(context, params).catch((error: unknown) => (error as WalletError).code),
  )
  return { answers: await Promise.all(answers), asked }
}

describe('typed data that acts as an account of the person’s own is refused', () => {
  for (const [what, type, message, contract] of [
    ['an operation of ERC-4337', 'PackedUserOperation', operation(ME)],
    ['an operation of another of their accounts', 'PackedUserOperation', operation(SAVINGS)],
    [
      'an operation in other letters',
      'PackedUserOperation',
      operation(ME.toUpperCase().replace('X', 'x')),
    ],
    ['an operation of version 0.6', 'UserOperation', operation(ME)],
    ['a delegation', 'Delegation', { delegate: OTHER, delegator: ME, authority: WORD, salt: 0 }],
    ['an authorization', 'Authorization', { chainId: 0, authority: ME, delegate: OTHER, nonce: 0 }],
    ['a session', 'SignedSession', { account: ME, sessionValidator: OTHER, salt: WORD }],
    ['what the account’s own code checks', 'Vote', { text: 'Yes', sender: OTHER }, ME],
  ] as const) {
    it(`and nobody is asked: ${what}`, async () => {
      const { answers, asked } = await ask(type, message, contract)
      assert.deepEqual([answers, asked], [['UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED'], []])
    })
  }

  it('and nobody is asked: an operation inside of something else', async () => {
    const { answers, asked } = await ask('Ticket', { text: 'Hello', seats: [operation(ME)] })
    assert.deepEqual([answers, asked], [['INVALID_ARGUMENT', 'UNAUTHORIZED', 'UNAUTHORIZED'], []])
  })

  for (const [what, from] of [
    ['in digits', String(BigInt(ME))],
    ['in hex', ME],
    ['another of their accounts', String(BigInt(SAVINGS))],
  ] as const) {
    it(`and nobody is asked: a transaction of zkSync’s, from ${what}`, async () => {
      const { answers, asked } = await ask('Transaction', transaction(from))
      assert.deepEqual([answers, asked], [['INVALID_ARGUMENT', 'UNAUTHORIZED', 'UNAUTHORIZED'], []])
    })
  }

  it('and no other: a transaction of zkSync’s from an account that is not theirs', async () => {
    const { answers } = await ask('Transaction', transaction(String(BigInt(OTHER))))
    assert.deepEqual(answers, ['INVALID_ARGUMENT', '0x1234', '0x1234'])
  })

  for (const [what, type, message] of [
    ['an operation of a smart account that is not theirs', 'PackedUserOperation', operation(OTHER)],
    [
      'a session of an account that is not theirs',
      'SignedSession',
      { account: OTHER, sessionValidator: OTHER, salt: WORD },
    ],
    ['what merely names them', 'Vote', { text: 'Yes', sender: ME }],
  ] as const) {
    it(`and no other: ${what}`, async () => {
      const { answers, asked } = await ask(type, message)
      assert.deepEqual(answers, ['0x1234', '0x1234', '0x1234'])
      assert.equal(asked.length, 3)
    })
  }
})
