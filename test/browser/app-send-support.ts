/** The screen that sends, before a node that answers from tables. */
import { fixture, html } from '@open-wc/testing'
import '../../src/app/screens/lazy-screens.js'
import type { Send } from '../../src/app/screens/send/send.js'
import { assetsOf } from '../../src/app/stores/assets.js'
import type { Asset } from '../../src/chain/reads/asset.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { ADDRESS, CHAIN, fakeNode, fakeSigner, signedIn, THIRD } from './app-support.js'
import { until } from './support.js'

export const TOKEN = '0x27b1fdb04752bbc536007a920d24acb045561c26'
export const NFT = '0x3599689e6292b81b2d85451025146515070129bb'
export const DOLLAR: Asset = { type: 'ERC20', address: TOKEN, symbol: 'SUSD', decimals: 6 }
export const ETHER = 10n ** 18n
export const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
const hex = (value: bigint | string) => `0x${word(value)}`

export interface World {
  /** Of the coin, in wei. */
  balance?: bigint
  contracts?: string[]
  own?: Record<string, unknown>
}
/** A node with one token, of which the account has 5, and collectibles of its. */
function chainNode({ balance = ETHER, contracts = [TOKEN, NFT], own = {} }: World = {}) {
  const { node, asked } = fakeNode({ eth_getBalance: `0x${balance.toString(16)}`, ...own })
  const views: Record<string, string> = {
    '0x70a08231': hex(5_000_000n),
    '0x6352211e': hex(ADDRESS),
    '0x00fdd58e': hex(3n),
    '0x313ce567': hex(6n),
  }
  const request = async (method: string, params: unknown) => {
    const [first] = params as [{ to?: string; data?: string; input?: string } | string]
    if (method === 'eth_getCode')
      return contracts.includes(String(first).toLowerCase()) ? '0x60' : '0x'
    if (method !== 'eth_call' || typeof first === 'string')
      return node.request(method, params as [])
    const data = first.data ?? first.input ?? ''
    const isThere = contracts.includes(first.to?.toLowerCase() ?? '')
    const isCollection = first.to === NFT && data.startsWith('0x313ce567')
    return isThere && !isCollection ? (views[data.slice(0, 10)] ?? '0x') : '0x'
  }
  return { node: { ...node, request } as unknown as Rpc, asked }
}
/** Checksums that count: everything else is as the fake signer has it. */
const signer = () =>
  fakeSigner({
    checksum: (text: string) =>
      /^0x[0-9a-fA-F]{40}$/.test(text) && !/BAD/.test(text) ? text : null,
  }).signer

export async function open(world: World = {}, { assets = [] as Asset[], sends = '' } = {}) {
  const { node, asked } = chainNode(world)
  const { app } = signedIn({ node, signer: signer() }, { addresses: [ADDRESS, THIRD] })
  for (const asset of assets) assetsOf(app).add({ account: ADDRESS, chainId: CHAIN.chainId }, asset)
  app.show('send', sends)
  /** What the confirmation would be asked for. */
  const sent: unknown[] = []
  Object.assign(app.core, { send: async (request: unknown) => sent.push(request) })
  const screen = await fixture<Send>(html`<we-send .app=${app}></we-send>`)
  await until(() => textOf(screen).includes('You have') || sends)
  return { app, screen, sent, asked }
}
export const textOf = (element: Element) =>
  [...element.shadowRoot!.querySelectorAll<HTMLElement>('form, main')]
    .map((one) => one.innerText)
    .join(' ')
    .replace(/\s+/g, ' ')
export const buttonOf = (element: Element, name: string | RegExp) => {
  const said = (button: HTMLElement) =>
    button.ariaLabel ?? button.textContent!.trim().replace(/\s+/g, ' ')
  return [...element.shadowRoot!.querySelectorAll('button')].find((button) =>
    typeof name === 'string' ? said(button) === name : name.test(said(button)),
  )!
}
export const field = (screen: Send, name: string) =>
  screen.renderRoot.querySelector<HTMLInputElement>(`input[name=${name}]`)!
export function type(screen: Send, name: string, text: string): void {
  field(screen, name).value = text
  field(screen, name).dispatchEvent(new InputEvent('input'))
}
/** Presses the button, and waits for what was sent. */
export async function finish(screen: Send, sent: unknown[]): Promise<unknown> {
  buttonOf(screen, 'Continue').click()
  await until(() => sent.length)
  return sent[0]
}
export const clear = () => {
  sessionStorage.clear()
  localStorage.clear()
}
