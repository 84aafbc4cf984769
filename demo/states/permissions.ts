/** What the account's past tells: what others may spend or take of it, and what was sent to it. */
import { html } from 'lit'

import '../../src/app/screens/lazy-screens.js'
import { toHex, utf8 } from '../../src/shared/encoding.js'
import { ACCOUNT, CAPTURED_CHAIN, CONTRACT, OTHER } from './data.js'
import { LOADING, type StandIn, walletOf } from './stand-in.js'
import type { Area } from './state.js'

const word = (value: bigint | string): string => BigInt(value).toString(16).padStart(64, '0')
const text = (name: string): string => `0x${toHex(utf8(name)).padEnd(64, '0')}`

/** Hashes of `Approval`, `ApprovalForAll` and `Transfer`. */
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const approval = (address: string, spender: string, amount: bigint) => ({
  ...{ address, topics: [APPROVAL, `0x${word(ACCOUNT)}`, `0x${word(spender)}`] },
  data: `0x${word(amount)}`,
})
const MANY = [
  approval(CONTRACT, OTHER, 100_000_000n),
  approval(OTHER, CONTRACT, 2n ** 256n - 1n),
  {
    ...{ address: CONTRACT, topics: [FOR_ALL, `0x${word(ACCOUNT)}`, `0x${word(CONTRACT)}`] },
    data: `0x${word(1n)}`,
  },
]

/** What tokens say of themselves, and of the account. */
function answer([{ data, input = data }]: [{ data?: string; input?: string }]): string {
  switch (input?.slice(0, 10)) {
    case '0x06fdde03':
      return text('Harbour Dollar')
    case '0x95d89b41':
      return text('HUSD')
    case '0x313ce567':
      return `0x${word(6n)}`
    case '0x6352211e':
      return `0x${word(ACCOUNT)}`
    case '0x70a08231':
      return `0x${word(1_250_500_000n)}`
    default:
      return '0x'
  }
}

function permissions(logs: unknown, own: StandIn = {}) {
  const node = { eth_blockNumber: '0x10', eth_getLogs: logs, eth_call: answer, ...own.node }
  return html`<we-permissions .app=${walletOf({ ...own, node })}></we-permissions>`
}

const arrival = (address: string, id?: bigint) => ({
  address,
  topics: [
    ...[TRANSFER, `0x${word(OTHER)}`, `0x${word(ACCOUNT)}`],
    ...(id === undefined ? [] : [`0x${word(id)}`]),
  ],
  data: `0x${word(1n)}`,
})

function received(logs: unknown, own: StandIn = {}) {
  const node = { eth_blockNumber: '0x10', eth_getLogs: logs, eth_call: answer, ...own.node }
  return html`<we-add-asset .app=${walletOf({ ...own, node })}></we-add-asset>`
}

/** A node that answers for the newest blocks only. */
const recent =
  (logs: unknown[]) =>
  ([{ fromBlock }]: [{ fromBlock: string }]) => {
    if (Number(fromBlock) > 10) return logs
    throw new Error('Too many blocks.')
  }
const ago = { eth_getBlockByNumber: { baseFeePerGas: '0x1', timestamp: '0x69000000' } }

export const standingPermissions: Area = {
  name: 'Token permissions',
  states: [
    { name: 'several', draw: () => permissions(MANY) },
    { name: 'none', draw: () => permissions([]) },
    {
      name: 'several, and not all looked for',
      draw: () => permissions(recent(MANY), { node: ago }),
    },
    { name: 'none so far', draw: () => permissions(recent([]), { node: ago }) },
    { name: 'being looked for', draw: () => permissions(LOADING) },
    { name: 'the network does not answer', draw: () => permissions(new Error('down')) },
    {
      name: 'at a node of the site’s',
      draw: () => permissions([], { chain: CAPTURED_CHAIN }),
    },
    { name: 'sent to the account', draw: () => received([arrival(CONTRACT), arrival(OTHER, 7n)]) },
    { name: 'nothing was sent to the account', draw: () => received([]) },
    {
      name: 'sent to the account, and not all looked for',
      draw: () => received(recent([arrival(CONTRACT)]), { node: ago }),
    },
    { name: 'sent to the account: no answer', draw: () => received(new Error('down')) },
  ],
}
