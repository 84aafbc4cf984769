/** What tests of `what is signed is what is shown` have in common: anything at all, a node, and reading a screen. */
import { expect, fixture, html } from '@open-wc/testing'
import type { TransactionSerializable } from 'viem'
import { keccak256, parseTransaction, recoverAddress, serializeTransaction } from 'viem/utils'
import type { SendCalls } from '../../src/app/screens/approve/transactions/send-calls.js'
import '../../src/app/screens/approve/transactions/send-calls.js'
import type { SendTransaction } from '../../src/app/screens/approve/transactions/send-transaction.js'
import '../../src/app/screens/approve/transactions/send-transaction.js'
import type { SignTypedData } from '../../src/app/screens/approve/sign/sign-typed-data.js'
import '../../src/app/screens/approve/sign/sign-typed-data.js'
import { prepareCalls } from '../../src/chain/costs/prepare-calls.js'
import { prepareTransaction } from '../../src/chain/costs/prepare-transaction.js'
import type {
  AccessList,
  Transaction,
  TransactionRequest,
} from '../../src/chain/requests/transaction.js'
import type { ShownTypedData } from '../../src/chain/requests/typed-data.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { hide, type Types } from '../support/any-typed-data.js'
import { ADDRESS, CHAIN, SITE } from './app-support.js'
import { clickOn } from './mouse.js'
import { until } from './support.js'

const KINDS = ['legacy', 'eip2930', 'eip1559']
const UNITS = { ' ETH': 18, ' Gwei': 9 }

export type Hex = `0x${string}`

export const word = (value: bigint) => value.toString(16).padStart(64, '0')

/** Mulberry32: the same numbers for the same seed. */
export function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const hex = (bytes: number): Hex =>
    `0x${Array.from({ length: bytes }, () =>
      Math.floor(next() * 256)
        .toString(16)
        .padStart(2, '0'),
    ).join('')}`
  const below = (limit: number) => Math.floor(next() * limit)
  return { hex, below, integer: (bytes: number) => BigInt(hex(bytes)) }
}

export function anyRequest({
  hex,
  below,
  integer,
}: ReturnType<typeof randomOf>): TransactionRequest {
  const accessList: AccessList = Array.from({ length: below(3) }, () => ({
    address: hex(20),
    storageKeys: Array.from({ length: below(3) }, () => hex(32)),
  }))
  const kind = below(3)
  const transfer = `0xa9059cbb${word(integer(20))}${word(integer(8))}` as const
  const data = (['0x', hex(4 + below(300)), transfer, hex(40)] as const)[below(4)]!
  const isCreated = data !== '0x' && below(5) === 0
  const price = integer(1 + below(5))
  return {
    from: ADDRESS,
    ...(!isCreated && { to: hex(20) }),
    value: below(2) ? integer(1 + below(9)) : 0n,
    data,
    nonce: integer(1 + below(4)),
    gas: 21_000n + integer(3),
    ...(kind && { accessList }),
    fees:
      kind === 2
        ? { type: 'eip1559', maxFeePerGas: price + 5n, maxPriorityFeePerGas: price }
        : { type: kind ? 'eip2930' : 'legacy', gasPrice: price },
  }
}

/** A node of a rich account; contracts answer as they are told. @param base - Wei a gas. */
export function nodeOf(call: (data: string) => string = () => '0x', base = () => 10n ** 9n) {
  const answers: Record<string, (params: [{ data: string }]) => unknown> = {
    eth_getBalance: () => `0x${(10n ** 40n).toString(16)}`,
    eth_getBlockByNumber: () => ({ baseFeePerGas: `0x${base().toString(16)}` }),
    eth_maxPriorityFeePerGas: () => '0x3b9aca00',
    eth_getTransactionCount: () => '0x7',
    eth_estimateGas: () => '0xc350',
    eth_getCode: () => '0x60',
    eth_feeHistory: () => ({
      baseFeePerGas: ['0x3b9aca00'],
      reward: [['0x1', '0x77359400', '0xb2d05e00']],
    }),
    eth_call: ([{ data }]) => call(data),
  }
  const request = async (method: string, params: [{ data: string }]) => answers[method]?.(params)
  const quantity = async (method: string, params: [{ data: string }]) =>
    BigInt((await request(method, params)) as string)
  return { request, quantity } as unknown as Rpc
}

const rowsOf = (root: ParentNode): [string, string][] =>
  [...root.querySelectorAll('.row')].map((row) => [
    row.querySelector('dt')!.textContent!.trim(),
    row.querySelector('dd')!.textContent!.trim().replace(/\s+/g, ' '),
  ])

/** Everything that is on the screen of a transaction, or of one of several, as numbers again. */
export function readTransaction(root: ParentNode): TransactionSerializable {
  const rows = rowsOf(root)
  const textOf = (label: string, end = '') =>
    rows.find(([name, text]) => name === label && text.endsWith(end))?.[1]
  const integer = (label: string) => BigInt(textOf(label)!.replaceAll(',', ''))
  const amount = (label: string, unit: keyof typeof UNITS) => {
    const [whole = '0', part = ''] = (textOf(label, unit) ?? `0${unit}`)
      .replace(unit, '')
      .replaceAll(',', '')
      .split('.')
    return BigInt(whole + part.padEnd(UNITS[unit], '0'))
  }
  const where = [...root.querySelectorAll(':is(main, .call) > .rows .row')].findLast((row) =>
    ['To', 'Contract'].includes(row.querySelector('dt')!.textContent!.trim()),
  )
  const kind = Number(textOf('Transaction type'))
  const lines = [...root.querySelectorAll('[aria-label="Access list"] div')]
  const accessList: { address: string; storageKeys: string[] }[] = []
  for (const text of lines.map((line) => line.textContent!.trim())) {
    if (text.includes('(')) accessList.push({ address: text.slice(0, 42), storageKeys: [] })
    else accessList.at(-1)!.storageKeys.push(text)
  }
  return {
    type: KINDS[kind],
    chainId: Number(textOf('Chain')),
    nonce: Number(integer('Nonce')),
    gas: integer('Gas limit'),
    value: amount('Amount', ' ETH'),
    to: (where?.querySelector('.address')?.textContent ?? '').replaceAll(' ', '') || null,
    data: root.querySelector('we-copy')?.getAttribute('text') ?? '0x',
    ...(kind && { accessList }),
    ...(kind === 2
      ? {
          maxFeePerGas: amount('Max fee', ' Gwei'),
          maxPriorityFeePerGas: amount('Priority fee', ' Gwei'),
        }
      : { gasPrice: amount('Gas price', ' Gwei') }),
  } as TransactionSerializable
}

/** How the screen calls what a domain names. */
const DOMAIN: Record<string, string> = {
  For: 'name',
  Version: 'version',
  Chain: 'chainId',
  Contract: 'verifyingContract',
}

/**
 * Everything that is on the screen of typed data, as values again.
 *
 * @param types - As the site named them: names and types on the screen are held against them.
 */
export function readTypedData(root: ParentNode, types: Types) {
  const heading = root.querySelector('section h2 bdi')!.textContent!
  const domain = rowsOf(root.querySelector('section')!).map(([label, text]) => {
    const name = DOMAIN[label]!
    const isAddress = name === 'verifyingContract'
    return { name, type: isAddress ? 'address' : name === 'chainId' ? 'uint256' : 'string', text }
  })
  return {
    types: { ...types, EIP712Domain: domain.map(({ name, type }) => ({ name, type })) },
    primaryType: heading,
    domain: Object.fromEntries(domain.map(({ name, type, text }) => [name, atom(type, text)])),
    message: readStruct(root.querySelector('.tree')!, heading, types),
  }
}

function readStruct(parent: Element, type: string, types: Types): Record<string, unknown> {
  const lines = [...parent.querySelectorAll(':scope > ul > li')]
  const named = lines.map((line) => ({ name: textIn(line, '.name'), type: textIn(line, '.type') }))
  expect(named).to.deep.equal(types[type])
  return Object.fromEntries(
    named.map((one, at) => [one.name, readLine(lines[at]!, one.type, types)]),
  )
}

function readLine(line: Element, type: string, types: Types): unknown {
  if (type.endsWith(']')) {
    const items = [...line.querySelectorAll(':scope > ul > li')]
    return items.map((item) => readLine(item, textIn(item, '.type'), types))
  }
  if (Object.hasOwn(types, type)) return readStruct(line, type, types)
  return atom(type, line.querySelector(':scope > .value')!.textContent!)
}

const textIn = (line: Element, selector: string): string =>
  line.querySelector(`:scope > ${selector}`)!.textContent!

function atom(type: string, text: string): unknown {
  if (type === 'string') return hide(text)
  if (type === 'bool') return text === 'true'
  if (type === 'address') return text.replaceAll(' ', '')
  return type.startsWith('bytes') ? text : BigInt(text)
}

/** Who made the signature, if it is one of what is shown. */
export async function signerOf(shown: TransactionSerializable, raw: Hex): Promise<string> {
  const { r, s, yParity, v } = parseTransaction(raw)
  const parity = yParity ?? Number(v! - 35n) % 2
  const hash = keccak256(serializeTransaction(shown))
  return recoverAddress({ hash, signature: { r: r!, s: s!, yParity: parity } })
}

/** Further down, where there is more to read. @returns Whether there is not. */
function isRead(root: ShadowRoot): boolean {
  const main = root.querySelector('main')!
  main.scrollTop = main.scrollHeight
  return ![...root.querySelectorAll('button')].some(({ innerText }) => innerText === 'Read on')
}

/** As far as it takes: nobody agrees to what was not on the screen. */
export const readToTheEnd = (root: ShadowRoot): Promise<unknown> => until(() => isRead(root))

/** Presses as a person does, who reads to the end first, also what comes up late, and says that they know a danger. */
export async function approve(root: ShadowRoot): Promise<void> {
  const button = () => root.querySelector<HTMLElement>('footer .primary')
  await until(() => {
    if (!button() || !isRead(root)) return false
    root.querySelector<HTMLInputElement>('.second input:not(:checked)')?.click()
    return button()!.ariaDisabled === 'false'
  })
  await clickOn(button()!)
}

/** The screen of a transaction, and what was approved on it. */
export async function draw(request: TransactionRequest, node = nodeOf()) {
  let approved: Transaction | undefined
  const element = await fixture<SendTransaction>(
    html`<we-send-transaction style="block-size: 600px" .site=${SITE} address=${ADDRESS}
      .request=${request} .chain=${CHAIN} .node=${node}
      .prepare=${(own: TransactionRequest) => prepareTransaction(node, own, CHAIN.chainId)}
      .onApprove=${(transaction: Transaction) => {
        approved = transaction
      }}></we-send-transaction>`,
  )
  return { element, root: element.shadowRoot!, approved: () => approved }
}

export async function drawCalls(requests: TransactionRequest[], node = nodeOf()) {
  let approved: Transaction[] | undefined
  const element = await fixture<SendCalls>(
    html`<we-send-calls style="block-size: 600px" .site=${SITE} address=${ADDRESS}
      .requests=${requests} .chain=${CHAIN} .node=${node}
      .prepare=${(own: TransactionRequest[]) => prepareCalls(node, own, CHAIN.chainId)}
      .onApprove=${(transactions: Transaction[]) => {
        approved = transactions
      }}></we-send-calls>`,
  )
  return { root: element.shadowRoot!, approved: () => approved }
}

export async function drawTypedData(data: ShownTypedData) {
  let isApproved = false
  const element = await fixture<SignTypedData>(
    html`<we-sign-typed-data style="block-size: 600px" .site=${SITE} address=${ADDRESS}
      .data=${data} .chain=${CHAIN} .lookUp=${async () => ({ isContract: true })}
      .onApprove=${() => {
        isApproved = true
      }}></we-sign-typed-data>`,
  )
  return { root: element.shadowRoot!, approved: () => isApproved }
}
