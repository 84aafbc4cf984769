/** Transactions: signed and sent, or only signed. */
import type { TemplateResult } from 'lit'
import type { RetryReason } from '../../src/app/approval/approval-requests.js'
import type { Chain } from '../../src/chain/networks/networks.js'
import type { NoncePosition, TransactionRequest } from '../../src/chain/requests/transaction.js'
import { ProviderRpcError, WalletError } from '../../src/shared/errors.js'
import { type Asking, asking } from './asking.js'
import {
  CAPTURED_CHAIN,
  CHAIN,
  CONTRACT,
  ETHER,
  HUGE,
  IMITATING_CHAIN,
  LONG_SITE,
  OTHER,
  PAGES_CHAIN,
  requestOf,
} from './data.js'
import { LOADING } from './stand-in.js'
import type { Area } from './state.js'

interface Asked extends Asking {
  again?: RetryReason
  place?: NoncePosition
  chain?: Chain
  isOwn?: boolean
  isKept?: boolean
}

function transaction(
  request: Partial<TransactionRequest> = {},
  { chain = CHAIN, isOwn = false, isKept = false, again, place, ...own }: Asked = {},
): TemplateResult {
  return asking(
    'transaction',
    { request: requestOf(request), chain, isOwn, isKept, ...(again && { again }) },
    { ...own, ...(place && { place }), ...(isOwn && { site: null }) },
  )
}

const calls = (requests: Partial<TransactionRequest>[], own?: Asking): TemplateResult =>
  asking('calls', { requests: requests.map(requestOf), chain: CHAIN }, own)

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const TRANSFER = `0xa9059cbb${word(BigInt(OTHER))}${word(5n * ETHER)}` as const
const APPROVE = `0x095ea7b3${word(BigInt(OTHER))}${word(2n ** 256n - 1n)}` as const
const CODE = `0x60806040${'5b'.repeat(900)}` as const

const done = { status: '0x1', gasUsed: '0x5208' }
const simulated = (...answers: object[]) => ({ eth_simulateV1: [{ calls: answers }] })

export const transactions: Area = {
  name: 'Transactions',
  states: [
    { name: 'a payment', draw: () => transaction() },
    { name: 'a payment of one’s own', draw: () => transaction({}, { isOwn: true }) },
    { name: 'while others wait', draw: () => transaction({}, { site: LONG_SITE, waiting: 12 }) },
    {
      name: 'with less gas than it takes',
      draw: () => transaction({ to: CONTRACT, value: 0n, data: TRANSFER, gas: 20_000n }),
    },
    { name: 'for a site with a long name', draw: () => transaction({}, { site: LONG_SITE }) },
    {
      name: 'a huge amount',
      draw: () => transaction({ value: HUGE }, { node: { eth_getBalance: HUGE * 2n } }),
    },
    { name: 'the smallest amount', draw: () => transaction({ value: 1n }) },
    {
      name: 'a token is sent',
      draw: () => transaction({ to: CONTRACT, value: 0n, data: TRANSFER }),
    },
    {
      name: 'an unlimited allowance',
      draw: () => transaction({ to: CONTRACT, value: 0n, data: APPROVE }),
    },
    {
      name: 'a new contract',
      draw: () => {
        const { to, ...request } = requestOf({ value: 0n, data: CODE })
        return asking('transaction', { request, chain: CHAIN, isOwn: false })
      },
    },
    {
      name: 'with an access list',
      draw: () =>
        transaction({
          to: CONTRACT,
          data: TRANSFER,
          accessList: [{ address: CONTRACT, storageKeys: [] }],
        }),
    },
    { name: 'on a network of the page’s', draw: () => transaction({}, { chain: PAGES_CHAIN }) },
    {
      name: 'on a well-known network, by a node of the page’s',
      draw: () => transaction({}, { chain: CAPTURED_CHAIN }),
    },
    {
      name: 'on a network that passes for another',
      draw: () => transaction({}, { chain: IMITATING_CHAIN }),
    },
    { name: 'signed for the site to keep', draw: () => transaction({}, { isKept: true }) },
    {
      name: 'the figures are on their way',
      draw: () => transaction({}, { node: { eth_getBalance: LOADING } }),
    },
    { name: 'too little is there', draw: () => transaction({ value: 50n * ETHER }) },
    {
      name: 'it would fail',
      draw: () =>
        transaction(
          { to: CONTRACT, data: TRANSFER },
          {
            node: {
              eth_estimateGas: new ProviderRpcError(3, 'execution reverted: the sale has ended'),
            },
          },
        ),
    },
    {
      name: 'the network does not answer',
      draw: () =>
        transaction({}, { node: { eth_getBalance: new WalletError('CHAIN_DISCONNECTED') } }),
    },
    ...(['taken', 'dearer', 'silent'] as const).map((again) => ({
      name: `asked for again (${again})`,
      draw: () => transaction({}, { again }),
    })),
    ...(['behind', 'beyond', 'taken'] as const).map((place) => ({
      name: `among others of the account (${place})`,
      draw: () => transaction({}, { place }),
    })),
    {
      name: 'several, asked for again',
      draw: () =>
        asking('calls', { requests: [requestOf(), requestOf()], chain: CHAIN, again: 'dearer' }),
    },
    {
      name: 'several',
      draw: () =>
        calls([{ to: CONTRACT, value: 0n, data: APPROVE }, {}], { node: simulated(done, done) }),
    },
    {
      name: 'several, the second would fail',
      draw: () =>
        calls([{ value: HUGE }, { to: CONTRACT, data: TRANSFER }], {
          node: simulated(done, {
            status: '0x0',
            gasUsed: '0x5208',
            error: { message: 'execution reverted' },
          }),
        }),
    },
    {
      name: 'several, on their way',
      draw: () => calls([{}, {}], { node: { eth_getBalance: LOADING } }),
    },
  ],
}
