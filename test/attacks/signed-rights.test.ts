/** A page that asks for a signature which gives rights away, under names that no wallet knows. */
import assert from 'node:assert/strict'

import { readMeaning, risksOf } from '../../src/chain/explain/explain-typed-data.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { encodeCall } from '../support/contracts.js'
import { dangersIn, fields } from '../support/typed-data-types.js'
import { claim } from './claim.js'

type Hex = `0x${string}`
const ME: Hex = '0x1000000000000000000000000000000000000a11'
const THIEF: Hex = '0x2222222222222222222222222222222222222200'
const TOKEN: Hex = '0x4444444444444444444444444444444444444400'
const ALL = (2n ** 256n - 1n).toString()
const DOMAIN = { name: 'Points', chainId: 1, verifyingContract: TOKEN }
const SOON = 1_772_400_000

interface Asked {
  type: string
  message: object
  domain: object
}
/** @param type - As EIP-712 writes it, with what is in it behind it. */
const asks = (type: string, message: object, domain: object = DOMAIN): Asked => ({
  ...{ type, message, domain },
})

/** The data as the wallet reads it, for an account on mainnet. @throws {WalletError} If it is refused. */
function read({ type, message, domain }: Asked) {
  const all = [...type.matchAll(/(\w+)\((.*?)\)/g)].map(([, name, text]) => [name!, fields(text!)])
  const data = { types: Object.fromEntries(all), primaryType: all[0]![0], domain, message }
  return parseTypedData([ME, data], ME, 1)
}

/** What takes a second step, where only the thief is a person. */
function dangersOf(asked: Asked): string[] {
  const data = read(asked)
  const facts = (address: string) =>
    address.toLowerCase() === THIEF ? { isContract: false } : { isContract: true, symbol: 'PTS' }
  const scene = { account: ME, facts, now: new Date('2026-03-01T12:00:00Z') }
  return dangersIn(risksOf(data, readMeaning(data, ME), scene))
}

const TAKING = `unlimitedApproval ${THIEF}`
const PERSON = `spenderIsPerson ${THIEF}`
const forAll = encodeCall('setApprovalForAll(address,bool)', [THIEF, true])
const approve = encodeCall('approve(address,uint256)', [THIEF, 2n ** 256n - 1n])

const SAYS = 'A signature that gives a right away is a danger, whatever the page calls it'
claim(SAYS, ({ attack }) => {
  const SECOND_STEP = 'A danger names who gets it, and takes a second step'
  const signs = (name: string, asked: Asked, expected: string[]) =>
    attack(name, SECOND_STEP, async () => assert.deepEqual(dangersOf(asked), expected))
  const refused = (name: string, asked: () => Asked, pattern: RegExp) =>
    attack(name, 'It is refused before anybody is asked', async () => {
      assert.throws(() => read(asked()), pattern)
    })

  signs(
    'It asks for an authorization of Morpho’s, which lets another act on all positions',
    asks(
      'Authorization(address authorizer, address authorized, bool isAuthorized, uint256 nonce, uint256 deadline)',
      { authorizer: ME, authorized: THIEF, isAuthorized: true, nonce: 0, deadline: SOON },
    ),
    [`operator ${THIEF}`, PERSON],
  )
  signs(
    'It asks for an authorization of Compound’s, which lets another withdraw',
    asks(
      'Authorization(address owner, address manager, bool isAllowed, uint256 nonce, uint256 expiry)',
      { owner: ME, manager: THIEF, isAllowed: true, nonce: 0, expiry: SOON },
    ),
    [`operator ${THIEF}`, PERSON],
  )
  signs(
    'It asks for a credit delegation of Aave’s',
    asks('DelegationWithSig(address delegatee, uint256 value, uint256 nonce, uint256 deadline)', {
      delegatee: THIEF,
      value: '5',
      nonce: 0,
      deadline: SOON,
    }),
    [`borrowing ${THIEF}`, PERSON],
  )
  signs(
    'It asks for a permit of a whole collection',
    asks(
      'PermitForAll(address owner, address operator, bool approved, uint256 nonce, uint256 deadline)',
      { owner: ME, operator: THIEF, approved: true, nonce: 0, deadline: SOON },
    ),
    [`approvalForAll ${THIEF}`, PERSON],
  )
  signs(
    'It asks for a permit of one collectible, for a person',
    asks('Permit(address spender, uint256 tokenId, uint256 nonce, uint256 deadline)', {
      spender: THIEF,
      tokenId: ALL,
      nonce: 0,
      deadline: SOON,
    }),
    [PERSON],
  )
  signs(
    'It asks for a permit whose fields stand in another order',
    asks('Permit(address owner, address spender, uint256 value, uint256 deadline, uint256 nonce)', {
      owner: ME,
      spender: THIEF,
      value: ALL,
      deadline: SOON,
      nonce: 0,
    }),
    [TAKING, PERSON],
  )
  signs(
    'It asks for a permit that is called a vote',
    asks('Vote(address spender, uint256 amount, string reason)', {
      spender: THIEF,
      amount: ALL,
      reason: 'Free points',
    }),
    [TAKING, PERSON],
  )
  signs(
    'It asks for a meta-transaction of the token itself',
    asks('MetaTransaction(uint256 nonce, address from, bytes functionSignature)', {
      nonce: 0,
      from: ME,
      functionSignature: forAll,
    }),
    [`approvalForAll ${THIEF}`, PERSON],
  )
  signs(
    'It asks for a relayed call, one struct below another',
    asks('RelayRequest(Inner request, uint256 fee)Inner(address from, address to, bytes data)', {
      request: { from: ME, to: TOKEN, data: approve },
      fee: 1,
    }),
    [TAKING, PERSON],
  )
  signs(
    'It asks for a list of calls, the last of which is an approval',
    asks('Execute(Call[] calls)Call(address target, uint256 value, bytes callData)', {
      calls: [
        { target: TOKEN, value: 0, callData: '0x' },
        { target: TOKEN, value: 0, callData: approve },
      ],
    }),
    [TAKING, PERSON],
  )
  signs(
    'It asks for an order with an approval in a multicall in its extra data',
    asks('Order(uint256 price, bytes extra)', {
      price: 1,
      extra: encodeCall('multicall(bytes[])', [[approve]]),
    }),
    [TAKING, PERSON, 'openOrder undefined', 'givesForNothing undefined'],
  )
  signs(
    'It asks for a hand-over of a contract, in a call that somebody else sends',
    asks('Execute(address target, bytes data)', {
      target: TOKEN,
      data: encodeCall('transferOwnership(address)', [THIEF]),
    }),
    [`ownership ${TOKEN}`],
  )
  signs(
    'It asks for a module of a shared account, in a list of calls',
    asks('Batch(Call[] calls)Call(address to, bytes data)', {
      calls: [{ to: TOKEN, data: encodeCall('enableModule(address)', [THIEF]) }],
    }),
    [`fullControl ${THIEF}`],
  )

  refused(
    'It writes a yes as a text that reads as no',
    () =>
      asks(
        'Authorization(address owner, address manager, bool isAllowed, uint256 nonce, uint256 expiry)',
        { owner: ME, manager: THIEF, isAllowed: 'false', nonce: 0, expiry: SOON },
      ),
    /isAllowed/,
  )
  refused(
    'It gives an amount that 160 bits do not hold, and that would be cut to a small one',
    () =>
      asks('Vote(address spender, uint160 amount)', {
        spender: THIEF,
        amount: (2n ** 160n + 5n).toString(),
      }),
    /amount/,
  )
  refused(
    'It gives an amount as a number that JavaScript has rounded',
    () => asks('Vote(address spender, uint256 amount)', { spender: THIEF, amount: 2 ** 53 + 2 }),
    /amount/,
  )
  refused(
    'It writes a number as a fraction of a power',
    () => asks('Vote(address spender, uint256 amount)', { spender: THIEF, amount: '1e3' }),
    /amount/,
  )
  refused(
    'It names another chain in a way that a loose reader takes for this one',
    () =>
      asks(
        'Vote(string text)',
        { text: 'yes' },
        { ...DOMAIN, chainId: (2n ** 64n + 1n).toString() },
      ),
    /chain/i,
  )
  refused(
    'It writes a name where an address belongs',
    () => asks('Vote(address to)', { to: 'treasury.example.test' }),
    /to/,
  )
  refused(
    'It gives more items than the list holds',
    () => asks('Vote(uint256[2] choices)', { choices: [1, 2, 3] }),
    /choices/,
  )
  refused(
    'It names two fields of a struct alike, so that one hides the other',
    () => asks('Vote(uint256 amount, uint256 amount)', { amount: 1 }),
    /amount|Vote/,
  )
  refused(
    'It leaves out a field, for which a loose signer would put nought',
    () => asks('Vote(address spender, uint256 deadline)', { spender: THIEF }),
    /deadline/,
  )
  refused('It has a struct that holds itself', () => asks('Vote(Vote inner)', { inner: {} }), /./)
})
