/** What others are allowed to take. */
import { withAllowance } from '../../../../src/chain/risks/approvals.js'
import { callData } from '../../../support/contracts.js'
import { MAX, MILLION, STRANGER } from '../confirmation-world.js'
import { type Case, token } from './case.js'

export const approvals: Case[] = [
  {
    name: 'a limited approval',
    calls: ({ usd, pool }) => [{ to: usd, data: token('approve', pool, 25n * MILLION) }],
    lines: [
      'This contract can spend up to 25 USDX of your 1,000 USDX. <pool>',
      'Approve a spending cap',
      '  Spender: Contract <pool>',
      '  Spending cap: 25 USDX',
      '  Contract: Sample Dollar <usd>',
      'button: 25 USDX for <pool>',
    ],
  },
  {
    name: 'an unlimited approval',
    calls: ({ usd, pool }) => [{ to: usd, data: token('approve', pool, MAX) }],
    lines: [
      'This contract can spend all of your USDX: 1,000 USDX today. <pool>',
      'Approve a spending cap',
      '  Spender: Contract <pool>',
      '  Spending cap: Unlimited USDX',
      '  Contract: Sample Dollar <usd>',
      'danger: This allows spending all of these tokens that you have, now and later. <pool>',
      'button: All of your USDX for <pool>',
    ],
  },
  {
    name: 'an unlimited approval that the person limited',
    calls: ({ usd, pool }) => [
      { to: usd, data: withAllowance(token('approve', pool, MAX), 1, 12_500_000n) },
    ],
    lines: [
      'This contract can spend up to 12.5 USDX of your 1,000 USDX. <pool>',
      'Approve a spending cap',
      '  Spender: Contract <pool>',
      '  Spending cap: 12.5 USDX',
      '  Contract: Sample Dollar <usd>',
      'button: 12.5 USDX for <pool>',
    ],
  },
  {
    name: 'an approval of more than there is',
    calls: ({ usd, pool }) => [{ to: usd, data: token('approve', pool, 10n ** 15n) }],
    lines: [
      'This contract can spend up to 1,000,000,000 USDX of your 1,000 USDX. <pool>',
      'Approve a spending cap',
      '  Spender: Contract <pool>',
      '  Spending cap: 1,000,000,000 USDX',
      '  Contract: Sample Dollar <usd>',
      'danger: This allows spending all of these tokens that you have, now and later. <pool>',
      'button: 1,000,000,000 USDX for <pool>',
    ],
  },
  {
    name: 'an approval for somebody’s account',
    calls: ({ usd }) => [{ to: usd, data: token('approve', STRANGER, 25n * MILLION) }],
    lines: [
      'This person’s account can spend up to 25 USDX of your 1,000 USDX. <stranger>',
      'Approve a spending cap',
      '  Spender: Account <stranger>',
      '  Spending cap: 25 USDX',
      '  Contract: Sample Dollar <usd>',
      'danger: The spender is a person’s account, not a contract. Scammers ask for this. <stranger>',
      'button: 25 USDX for <stranger>',
    ],
  },
  {
    name: 'a larger approval',
    calls: ({ usd, pool }) => [{ to: usd, data: token('increaseAllowance', pool, 25n * MILLION) }],
    lines: [
      'This contract can spend up to 25 USDX of your 1,000 USDX. <pool>',
      'Raise a spending cap',
      '  Spender: Contract <pool>',
      '  Increase by: 25 USDX',
      '  Contract: Sample Dollar <usd>',
      'button: 25 USDX for <pool>',
    ],
  },
  {
    name: 'an approval that is taken back',
    calls: ({ gold, pool }) => [{ to: gold, data: token('approve', pool, 0n) }],
    lines: [
      'Your balances do not change.',
      'Revoke a spending cap',
      '  Spender: Contract <pool>',
      '  Spending cap: 0 GOLD',
      '  Contract: Sample Gold <gold>',
    ],
  },
  {
    name: 'control over a whole collection',
    calls: ({ apes, market }) => [
      { to: apes, data: callData('Collectible', 'setApprovalForAll', [market, true]) },
    ],
    lines: [
      'This contract can move all your Sample Apes. <market>',
      'Give permission for a whole collection',
      '  Who gets control: Contract <market>',
      '  May move all of them: Yes, all of them',
      '  Collection: Sample Apes <apes>',
      '  Contract: Sample Apes <apes>',
      'danger: This allows moving every collectible that you have in this collection. <market>',
      'button: All of Sample Apes for <market>',
    ],
  },
  {
    name: 'control over a whole collection for somebody’s account',
    calls: ({ items }) => [
      { to: items, data: callData('Items', 'setApprovalForAll', [STRANGER, true]) },
    ],
    lines: [
      'This person’s account can move all your <items>. <stranger>',
      'Give permission for a whole collection',
      '  Who gets control: Account <stranger>',
      '  May move all of them: Yes, all of them',
      '  Collection: Token <items>',
      '  Contract: Token <items>',
      'danger: This allows moving every collectible that you have in this collection. <stranger>',
      'danger: The spender is a person’s account, not a contract. Scammers ask for this. <stranger>',
      'button: All of <items> for <stranger>',
    ],
  },
  {
    name: 'control over a whole collection that is taken back',
    calls: ({ apes, market }) => [
      { to: apes, data: callData('Collectible', 'setApprovalForAll', [market, false]) },
    ],
    lines: [
      'Your balances do not change.',
      'Revoke permission for a whole collection',
      '  Revoked for: Contract <market>',
      '  Collection: Sample Apes <apes>',
      '  Contract: Sample Apes <apes>',
    ],
  },
]
