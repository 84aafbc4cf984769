/** How bad each effect is, by the way in which it is asked for: the table of docs/confirmations.md. */
import type { Risk, Severity } from '../../../src/chain/risks/risk.js'
import { encodeCall } from '../../support/contracts.js'
import { fields } from '../../support/typed-data-types.js'
import { TYPES } from './published-types.js'
import {
  ALL,
  APP,
  DEAD,
  type Hex,
  ME,
  PERMIT2,
  type Signed,
  SOON,
  TOKEN,
  WORD,
} from './signed-calls.js'
import {
  ART,
  callRisks,
  FRIEND,
  PERSON,
  POISONED,
  SIGNED_WAYS,
  typedDataRisks,
  UNKNOWN,
  WAYS,
} from './ways.js'

interface Effect {
  says: string
  call: Hex
  /** The contract that is called. */
  to?: Hex
  /** The typed data that its standard has for it, where it has any. */
  permit?: Signed & { types?: Record<string, ReturnType<typeof fields>> }
}

const effect = (
  says: string,
  signature: string,
  args: readonly unknown[],
  more: Omit<Effect, 'says' | 'call'> = {},
): Effect => ({ says, call: encodeCall(signature, args), ...more })

const permit = (spender: Hex, amount: bigint) => {
  const message = { owner: ME, spender, value: amount.toString(), nonce: 0, deadline: SOON }
  return { permit: { type: 'Permit', contract: TOKEN, message } }
}
const cap = (says: string, spender: Hex, amount: bigint) =>
  effect(says, 'approve(address,uint256)', [spender, amount], permit(spender, amount))
const payment = (says: string, to: Hex) => {
  const message = { from: ME, to, value: 5, validAfter: 0, validBefore: SOON, nonce: WORD }
  const asked = { type: 'TransferWithAuthorization', contract: TOKEN, message }
  return effect(says, 'transfer(address,uint256)', [to, 5n], { permit: asked })
}
const control = (says: string, isGiven: boolean) => {
  const message = { authorizer: ME, authorized: APP, isAuthorized: isGiven, nonce: 0 }
  return effect(says, 'setAuthorization(address,bool)', [APP, isGiven], {
    permit: { type: 'Authorization', contract: TOKEN, message: { ...message, deadline: SOON } },
  })
}
const loan = (says: string, amount: bigint) => {
  const message = { delegatee: APP, value: amount.toString(), nonce: 0, deadline: SOON }
  return effect(says, 'approveDelegation(address,uint256)', [APP, amount], {
    permit: { type: 'DelegationWithSig', contract: TOKEN, message },
  })
}
const collectible = (says: string, spender: Hex) => {
  const message = { spender, tokenId: 7, nonce: 0, deadline: SOON }
  const asked = { type: 'Permit', contract: ART, message, types: { Permit: TYPES.NftPermit } }
  return effect(says, 'approve(address,uint256)', [spender, 7n], { to: ART, permit: asked })
}
const collection = (says: string, isGiven: boolean) =>
  effect(says, 'setApprovalForAll(address,bool)', [APP, isGiven], {
    permit: {
      type: 'ApprovalForAll',
      contract: TOKEN,
      message: { owner: ME, operator: APP, approved: isGiven, nonce: 0, deadline: SOON },
      types: {
        ApprovalForAll: fields(
          'address owner, address operator, bool approved, uint256 nonce, uint256 deadline',
        ),
      },
    },
  })

const EFFECTS: readonly Effect[] = [
  cap('all of a token, to a contract', APP, ALL),
  cap('some of a token, to a contract', APP, 5n),
  cap('some of a token, to a person’s account', PERSON, 5n),
  cap('some of a token, to an address of which the node says nothing', UNKNOWN, 5n),
  cap('some of a token, to an address that looks like a known one', POISONED, 5n),
  cap('a permission for a token that is taken back', APP, 0n),
  effect(
    'all of a token, by Permit2',
    'approve(address,address,uint160,uint48)',
    [TOKEN, APP, 2n ** 160n - 1n, SOON],
    {
      to: PERMIT2,
      permit: {
        type: 'PermitSingle',
        contract: PERMIT2,
        message: {
          details: {
            ...{ token: TOKEN, amount: (2n ** 160n - 1n).toString(), expiration: SOON, nonce: 0 },
          },
          ...{ spender: APP, sigDeadline: SOON },
        },
      },
    },
  ),
  collectible('a collectible, to a contract', APP),
  collectible('a collectible, to a person’s account', PERSON),
  collection('a whole collection', true),
  collection('a whole collection that is taken back', false),
  control('control over all that is in a contract', true),
  control('control that is taken back', false),
  loan('loans in the person’s name', 5n),
  loan('loans that are taken back', 0n),
  effect('control over a shared account', 'enableModule(address)', [APP]),
  effect('a new owner of a shared account', 'addOwnerWithThreshold(address,uint256)', [APP, 1n]),
  effect('a contract that is given away', 'transferOwnership(address)', [APP]),
  effect('new code of a contract', 'upgradeTo(address)', [APP]),
  effect('a withdrawal that others get', 'withdrawTo(address,address,uint256)', [PERSON, ART, 5n]),
  effect('shares of a vault that others get', 'redeem(uint256,address,address)', [5n, PERSON, ME]),
  payment('a payment to a known person', FRIEND),
  payment('a payment to an address that looks like a known one', POISONED),
  payment('a payment to a token’s own contract', TOKEN),
  payment('a payment to a dead end', DEAD),
  { says: 'a call that can neither be read nor played', call: '0x12345678' },
  {
    says: 'a list of commands that cannot be played',
    call: encodeCall('execute(bytes,bytes[])', ['0x0b', ['0x']]),
  },
]

/** The columns, and how each asks for an effect; `undefined` where it has no form for it. */
const COLUMNS: Record<string, (asked: Effect) => Risk[] | undefined> = {
  call: sent('a call'),
  batch: sent('a batch'),
  multicall: sent('a multicall'),
  'multicall contract': sent('calls of a multicall contract'),
  'Safe, sent': sent('a call of a Safe'),
  SafeTx: signed('a transaction of a Safe, signed'),
  UserOperation: signed('an operation of another account, signed'),
  'forward request': signed('a forward request, signed'),
  'meta-transaction': signed('a meta-transaction, signed'),
  'list of calls': signed('a list of calls, signed'),
  permit: ({ permit }) => permit && typedDataRisks(permit, permit),
  'unknown struct': ({ permit }) => permit && typedDataRisks(...unknown(permit)),
}

function sent(way: string) {
  return ({ call, to }: Effect) => callRisks(WAYS[way]!(call, to), true)
}

function signed(way: string) {
  return ({ call, to }: Effect) => typedDataRisks(SIGNED_WAYS[way]!(call, to))
}

/** The same fields in reverse order, under a different name, with one more. */
function unknown({ type, message, types, ...rest }: NonNullable<Effect['permit']>) {
  const known = types?.[type] ?? TYPES[type as keyof typeof TYPES]
  const other = [...known.toReversed(), ...fields('bytes32 purpose')]
  const asked = { ...rest, type: 'Consent', message: { ...message, purpose: WORD } }
  return [asked, { types: { Consent: other } }] as const
}

/** Without the note that a play was not possible: only what is sent is played. */
const worst = (risks: readonly Risk[]): Severity | 'nothing' =>
  risks.find(({ code }) => code !== 'unseen')?.severity ?? 'nothing'

/** Each effect with the answers of all columns. */
export const severities = (): { says: string; cells: (Severity | 'nothing' | undefined)[] }[] =>
  EFFECTS.map((asked) => ({
    says: asked.says,
    cells: Object.values(COLUMNS).map((ask) => {
      const risks = ask(asked)
      return risks && worst(risks)
    }),
  }))

/** The page with the table that stands below this heading. */
const HEADING = '## However it is asked\n'

export function withSeverities(page: string): string {
  const columns = Object.keys(COLUMNS)
  const rows = severities().map(({ says, cells }) => [says, ...cells.map((cell) => cell ?? '')])
  const table = [['effect', ...columns], ['', ...columns].map(() => '---'), ...rows]
    .map((row) => `| ${row.join(' | ')} |\n`)
    .join('')
  const [before, after, ...more] = page.split(HEADING)
  const old = after?.indexOf('\n| effect ') ?? -1
  if (old < 0 || more.length) throw new Error(`Expected once: ${HEADING}`)
  const end = after!.indexOf('\n\n', old + 1)
  return `${before}${HEADING}${after!.slice(0, old + 1)}${table}${after!.slice(end + 1)}`
}
