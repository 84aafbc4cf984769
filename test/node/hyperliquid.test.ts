/** An order on Hyperliquid is signed for a chain that is never in use. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { typedDataWords } from '../../src/app/screens/approve/sign/typed-data-words.js'
import { wordingOf } from '../../src/app/screens/explanation/described.js'
import { signTypedData } from '../../src/app/signer/sign.js'
import { addressesIn, readMeaning, risksOf } from '../../src/chain/explain/explain-typed-data.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { WalletError } from '../../src/shared/errors.js'
import { fields } from '../support/typed-data-types.js'
import { riskLines } from './support/risk-lines.js'

const KEY = new Uint8Array(32).fill(7)
const signer = privateKeyToAccount(toHex(KEY))
const ME = signer.address
const OTHER = '0x1111111254EEB25477B68fb85Ed929f73A960582'
const AGENT = fields('string source, bytes32 connectionId')
const DOMAIN = {
  ...{ name: 'Exchange', version: '1', chainId: 1337 },
  verifyingContract: '0x0000000000000000000000000000000000000000',
}
const ACTION = {
  types: {
    EIP712Domain: fields('string name, string version, uint256 chainId, address verifyingContract'),
    Agent: AGENT,
  },
  primaryType: 'Agent',
  domain: DOMAIN,
  message: { source: 'a', connectionId: `0x${'c0ffee12'.repeat(8)}` },
}
const withTypes = (types: object) => ({ ...ACTION, types: { ...ACTION.types, ...types } })
const withDomain = (domain: object) => ({ ...ACTION, domain: { ...DOMAIN, ...domain } })
const read = (data: object, chainId = 1) => parseTypedData([ME, data], ME, chainId)

describe('an action on Hyperliquid', () => {
  it('is signed as others sign it, whatever chain is in use', async () => {
    const expected = await signer.signTypedData(ACTION as never)
    const { EIP712Domain: _, ...types } = ACTION.types
    for (const chainId of [1, 1337, 42_161]) {
      assert.equal(signTypedData(read(ACTION, chainId).value, KEY), expected)
      assert.equal(signTypedData(read({ ...ACTION, types }, chainId).value, KEY), expected)
    }
  })

  it('is said to be one, and takes a second step', () => {
    for (const chainId of [1, 1337]) {
      const data = read(ACTION, chainId)
      const meaning = readMeaning(data, ME)
      assert.ok(meaning?.kind === 'hidden action', `${meaning?.kind}`)
      assert.deepEqual(addressesIn(data, meaning), [])
      const facts = () => null
      const risks = risksOf(data, meaning, { account: ME, facts, now: new Date() })
      const wording = wordingOf(new Map(), { locale: 'en', ticker: 'ETH', account: ME })
      const scene = { facts, ticker: 'ETH', locale: 'en' }
      assert.deepEqual(typedDataWords(data, meaning, scene, wording), {
        title: 'Sign an action on Hyperliquid?',
        gist: 'Hyperliquid',
        rows: [],
      })
      assert.deepEqual(riskLines(risks), [
        'danger: This is an order or other action on Hyperliquid. What it does cannot be read: only a fingerprint of it is signed. It can move all that you have there.',
      ])
    }
  })

  for (const [what, data] of Object.entries({
    'another name': withDomain({ name: 'Exchanges' }),
    'another version': withDomain({ version: '2' }),
    'another chain': withDomain({ chainId: 10 }),
    'another contract': withDomain({ verifyingContract: OTHER }),
    'no contract': {
      ...withTypes({ EIP712Domain: ACTION.types.EIP712Domain.slice(0, 3) }),
      domain: DOMAIN,
    },
    'a salt': {
      ...withTypes({ EIP712Domain: [...ACTION.types.EIP712Domain, ...fields('bytes32 salt')] }),
      domain: { ...DOMAIN, salt: ACTION.message.connectionId },
    },
    'a domain in another order': withTypes({
      EIP712Domain: ACTION.types.EIP712Domain.toReversed(),
    }),
    'a chain of fewer bits': withTypes({
      EIP712Domain: fields(
        'string name, string version, uint64 chainId, address verifyingContract',
      ),
    }),
    'another type': { ...withTypes({ Agents: AGENT }), primaryType: 'Agents' },
    'another type of a field': withTypes({ Agent: fields('string source, bytes connectionId') }),
    'another name of a field': {
      ...withTypes({ Agent: fields('string source, bytes32 id') }),
      message: { ...ACTION.message, id: ACTION.message.connectionId },
    },
    'fields in another order': withTypes({ Agent: AGENT.toReversed() }),
    'a further field': {
      ...withTypes({ Agent: [...AGENT, ...fields('address spender')] }),
      message: { ...ACTION.message, spender: OTHER },
    },
    'a field less': withTypes({ Agent: AGENT.slice(0, 1) }),
  })) {
    it(`is refused with ${what}`, () => {
      assert.throws(
        () => read(data),
        (error) => WalletError.is(error, 'INVALID_ARGUMENT') && /chainId/.test(error.message),
      )
      const meaning = readMeaning(read(data, Number(data.domain.chainId)), ME)
      assert.notEqual(meaning?.kind, 'hidden action')
    })
  }
})
