/** What typed data means in words, of real contracts on a chain of its own. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recoverTypedDataAddress } from 'viem'
import { signTypedData } from '../../src/app/signer/sign.js'
import { readMeaning } from '../../src/chain/explain/explain-typed-data.js'
import { callView, readAddress } from '../../src/chain/reads/address-facts.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { TYPES as PUBLISHED } from '../node/support/published-types.js'
import {
  ACCOUNT,
  app,
  asks,
  type Cases,
  CHAIN_ID,
  chain,
  ETHER,
  type Hex,
  KEY,
  PERMIT2,
  PERSON,
  readBy,
  readData,
  SOON,
  token,
  tokenDomain,
  UNTIL,
  USE_BY,
} from '../node/support/typed-data.js'
import { callData } from '../support/contracts.js'
import { TYPES } from '../support/typed-data-types.js'

const NEXT_YEAR = SOON + 365 * 86_400
const ALL = (2n ** 256n - 1n).toString()
/** DAI's has the same name and other fields. */
const DAI_TYPES = { Permit: PUBLISHED.DaiPermit }
const permit2 = { name: 'Permit2', chainId: CHAIN_ID, verifyingContract: PERMIT2 }
const permit = (own: object = {}) => ({
  ...{ owner: ACCOUNT, spender: app, value: '2500000', nonce: 0, deadline: SOON },
  ...own,
})
const permitting = (own: object, reads: string[]) => ({
  asked: () => asks('Permit', tokenDomain(), permit(own)),
  reads,
})
const MAY_TAKE = 'Who can spend it: APP (A contract that calls itself Exchange)'
const UNLIMITED =
  'danger: This allows spending all of these tokens that you have, now and later. (APP)'
const FOR_EVER = 'warning: It never expires. You can revoke it later.'
const THIEF =
  'danger: The spender is a person’s account, not a contract. Scammers ask for this. (PERSON)'

const PERMITS: Cases = {
  'a permit with a limit': permitting({}, [
    'Allow spending your tokens?',
    'Up to: 2.5 HUSD (TOKEN)',
    MAY_TAKE,
    USE_BY,
  ]),
  'a permit without a limit': permitting({ value: ALL, deadline: ALL }, [
    'Allow spending your tokens?',
    'Up to: All of your HUSD (TOKEN)',
    MAY_TAKE,
    'To be used by: No end',
    UNLIMITED,
    FOR_EVER,
  ]),
  'a permit for a person': permitting({ spender: PERSON }, [
    'Allow spending your tokens?',
    'Up to: 2.5 HUSD (TOKEN)',
    'Who can spend it: PERSON (A person’s account)',
    USE_BY,
    THIEF,
  ]),
  'a permit that is over': permitting({ deadline: SOON - 86_400 }, [
    'Allow spending your tokens?',
    'Up to: 2.5 HUSD (TOKEN)',
    MAY_TAKE,
    'To be used by: Feb 28, 2026, 12:10 PM',
    'warning: Its time is over already. Your signature will have no effect.',
  ]),
  'a permit that takes one back': permitting({ value: 0 }, [
    'Revoke a permission?',
    'No longer allowed: APP (A contract that calls itself Exchange)',
    'Token: HUSD (TOKEN)',
  ]),
  'a permit of another account, for a year': permitting({ owner: PERSON, deadline: NEXT_YEAR }, [
    'Allow spending your tokens?',
    'Up to: 2.5 HUSD (TOKEN)',
    MAY_TAKE,
    'To be used by: Mar 1, 2027, 12:10 PM',
    'warning: It is for a different account than the one that signs. (PERSON)',
    'warning: It lasts longer than a month.',
  ]),
  'a permit that lies about the token’s name': {
    asked: () => asks('Permit', { ...tokenDomain(), name: 'Worthless Points' }, permit()),
    reads: [
      'Allow spending your tokens?',
      'Up to: 2.5 HUSD (TOKEN)',
      MAY_TAKE,
      USE_BY,
      'danger: It says that it is for Worthless Points, but the contract calls itself Harbour Dollar. (TOKEN)',
    ],
  },
  'a permit of a token that is a person': {
    asked: () => asks('Permit', { ...tokenDomain(), verifyingContract: PERSON }, permit()),
    reads: [
      'Allow spending your tokens?',
      'Up to: 2500000 smallest units of a token (PERSON)',
      MAY_TAKE,
      USE_BY,
      'danger: There is no contract at this address, so that nothing would be done there. (PERSON)',
    ],
  },
  'a permit as DAI has it': {
    asked: () => ({
      primaryType: 'Permit',
      types: DAI_TYPES,
      domain: tokenDomain(),
      message: { holder: ACCOUNT, spender: app, nonce: 0, expiry: 0, allowed: true },
    }),
    reads: [
      'Allow spending your tokens?',
      'Up to: All of your HUSD (TOKEN)',
      MAY_TAKE,
      'Until: No end',
      UNLIMITED,
      FOR_EVER,
    ],
  },
  'Permit2, one token': {
    asked: () =>
      asks('PermitSingle', permit2, {
        details: { token, amount: '1000000', expiration: SOON, nonce: 0 },
        spender: app,
        sigDeadline: SOON,
      }),
    reads: ['Allow spending your tokens?', 'Up to: 1 HUSD (TOKEN)', UNTIL, MAY_TAKE, USE_BY],
  },
  'Permit2, several tokens without a limit, for a person': {
    asked: () =>
      asks('PermitBatch', permit2, {
        details: [token, app].map((one) => ({
          ...{ token: one, amount: (2n ** 160n - 1n).toString() },
          ...{ expiration: NEXT_YEAR, nonce: 0 },
        })),
        spender: PERSON,
        sigDeadline: SOON,
      }),
    reads: [
      'Allow spending your tokens?',
      'Up to: All of your HUSD (TOKEN)',
      'Until: Mar 1, 2027, 12:10 PM',
      'Up to: All of your EX (APP)',
      'Until: Mar 1, 2027, 12:10 PM',
      'Who can spend it: PERSON (A person’s account)',
      USE_BY,
      UNLIMITED.replace('APP', 'PERSON'),
      THIEF,
      'warning: It lasts longer than a month.',
    ],
  },
  'Permit2, once': {
    asked: () =>
      asks('PermitTransferFrom', permit2, {
        permitted: { token, amount: 5 },
        spender: app,
        nonce: 1,
        deadline: SOON,
      }),
    reads: ['Allow taking tokens once?', 'Up to: 0.000005 HUSD (TOKEN)', MAY_TAKE, UNTIL],
  },
  'Permit2, once, several, with a witness': {
    asked: () =>
      asks('PermitBatchWitnessTransferFrom', permit2, {
        permitted: [
          { token, amount: 7_000_000 },
          { token: app, amount: ETHER.toString() },
        ],
        ...{ spender: app, nonce: 1, deadline: SOON, witness: { text: 'For the concert' } },
      }),
    reads: [
      'Allow taking tokens once?',
      'Up to: 7 HUSD (TOKEN)',
      'Up to: 1 EX (APP)',
      MAY_TAKE,
      UNTIL,
    ],
  },
  'what only calls itself Permit2': {
    asked: () =>
      asks(
        'PermitTransferFrom',
        { ...permit2, verifyingContract: app },
        { permitted: { token, amount: 5 }, spender: app, nonce: 1, deadline: SOON },
      ),
    reads: [
      'Allow taking tokens once?',
      'Up to: 0.000005 HUSD (TOKEN)',
      MAY_TAKE,
      UNTIL,
      'danger: It says that it is for Permit2, but that has another address. (APP)',
    ],
  },
}
describe('typed data', () => {
  for (const [what, { asked, reads }] of Object.entries(PERMITS)) {
    it(`reads well: ${what}`, async () => {
      assert.deepEqual(await readBy(asked()), reads)
    })
  }

  it('that only has the name of a permit is not taken for one', () => {
    const types = { Permit: [...TYPES.Permit, { name: 'all', type: 'bool' }] }
    const data = readData({
      primaryType: 'Permit',
      types,
      domain: tokenDomain(),
      message: { ...permit(), all: true },
    })
    assert.equal(readMeaning(data, ACCOUNT), undefined)
  })

  it('is a danger where the node does not say who may spend, and can still be read', async () => {
    const dead = new Rpc('http://node.example.test', () => Promise.reject(new Error('down')))
    const asked = asks('Permit', tokenDomain(), permit())
    assert.deepEqual(await readBy(asked, dead), [
      'Allow spending your tokens?',
      'Up to: 2500000 smallest units of a token (TOKEN)',
      'Who can spend it: APP (The network did not say who this is.)',
      USE_BY,
      'danger: The network did not say what this address is. It may be a scammer’s. Wait until the network answers. (APP)',
    ])
  })

  it('signed as a permit is what the real token takes, for exactly what was read', async () => {
    const deadline = 9_000_000_000
    const data = readData(asks('Permit', tokenDomain(), permit({ deadline })))
    const meaning = readMeaning(data, ACCOUNT)
    assert.equal(meaning?.kind, 'permit')
    const signature = signTypedData(data.value, KEY) as Hex
    const [r, s] = [signature.slice(0, 66), `0x${signature.slice(66, 130)}`]
    const v = Number.parseInt(signature.slice(130), 16)
    const [{ amount }] = meaning.kind === 'permit' ? meaning.grants : [{ amount: -1n }]
    const args = [ACCOUNT, app, amount, BigInt(deadline), v, r, s]
    const { status } = await chain.send({
      from: ACCOUNT,
      to: token,
      data: callData('Token', 'permit', args),
    })
    assert.equal(status, '0x1')
    const allowance = await callView(
      chain.rpc,
      token,
      callData('Token', 'allowance', [ACCOUNT, app]),
    )
    assert.equal(BigInt(allowance!), 2_500_000n)
    const signer = await recoverTypedDataAddress({
      ...(data.value as never as object),
      signature,
    } as never)
    assert.equal(signer, ACCOUNT)
  })
})
describe('what an address is', () => {
  it('is asked once, and again after the node did not say', async () => {
    let asked = 0
    let isDown = true
    const node = new Rpc('http://node.example.test', async () => {
      asked++
      if (isDown) throw new Error('down')
      return '0x'
    })
    await assert.rejects(readAddress(node, PERSON))
    isDown = false
    assert.deepEqual(await readAddress(node, PERSON), { isContract: false })
    assert.deepEqual(await readAddress(node, PERSON.toLowerCase()), { isContract: false })
    assert.equal(asked, 2)
  })

  it('is a person where the code only lends them a contract’s', async () => {
    await chain.rpc.request('anvil_setCode', [PERSON, `0xef0100${app.slice(2)}`])
    assert.deepEqual(await readAddress(new Rpc(chain.url), PERSON), { isContract: false })
    await chain.rpc.request('anvil_setCode', [PERSON, '0x'])
  })
})
