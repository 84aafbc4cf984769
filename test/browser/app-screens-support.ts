/** Screens as people see them, each by itself or in the wallet. */
import { fixture, fixtureCleanup, html } from '@open-wc/testing'
import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import { emulateMedia, setViewport } from '@web/test-runner-commands'
import type { TemplateResult } from 'lit'
import type { App } from '../../src/app/screens/app.js'
import { noteOnboarding } from '../../src/app/session/backup.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import type { Chain } from '../../src/chain/networks/networks.js'
import { parseTransaction } from '../../src/chain/requests/transaction.js'
import { ADDRESS, CHAIN, CONFIG, type createApp, fakeNode, OTHER, signedIn } from './app-support.js'
import { everything, until } from './support.js'

export const REQUEST = parseTransaction(
  [{ to: OTHER, value: '0x3782dace9d90000', data: '0xa9059cbb' }],
  ADDRESS,
  31_337,
)
export const revealed = () => signedIn().app.sign('phrase', null)
export const HASH = `0x${'c0ffee12'.repeat(8)}` as const
const RECEIPT = {
  logs: [],
  status: '0x1',
  blockHash: HASH,
  blockNumber: '0x10',
  gasUsed: '0x5208',
  transactionHash: HASH,
}
export const all = (root: ParentNode, selector: string) =>
  [...everything(root)].filter((element) => element.matches(selector)) as HTMLElement[]
export const textOf = (root: ParentNode) =>
  [...everything(root)]
    .flatMap((element) => [...(element.shadowRoot?.childNodes ?? [])])
    .map((node) => node.textContent)
    .join(' ')
    .replace(/\s+/g, ' ')
export const nameOf = (button: HTMLElement) =>
  button.getAttribute('aria-label') ?? button.textContent?.trim().replace(/\s+/g, ' ') ?? ''
export const names = (root: ParentNode) => all(root, 'button').map(nameOf)
export const button = (root: ParentNode, name: string) => {
  const found = all(root, 'button').find((one) => nameOf(one) === name)
  if (!found) throw new Error(`No button ${name} among ${names(root).join(', ')}.`)
  return found
}
export async function show(app: ReturnType<typeof createApp>['app']): Promise<App> {
  const element = await fixture<App>(html`<we-app .app=${app}></we-app>`)
  await until(() => all(element, 'h1').length)
  return element
}
/** What only some operators have. */
export const EXTRAS = {
  topup: [{ id: 'corner', name: 'Coin corner', url: 'https://coins.example.test/?to={address}' }],
  billboard: {
    title: { en: 'New here' },
    text: { en: 'Something that all should know.' },
    url: 'https://news.example.test/',
  },
}
/** The person sends something, and it is on its way. */
export async function sendOne(app: WalletApp): Promise<unknown> {
  let isSent = false
  const sent = app.core.send(REQUEST).finally(() => {
    isSent = true
  })
  // Whoever waits long for their turn is asked anew, as the transaction has another number by then.
  await until('what was sent', async () => {
    const { current } = app.requests
    if (current?.kind === 'transaction') {
      current.approve((await app.core.prepare(REQUEST, app.chains.current)).transaction)
    }
    return isSent
  })
  return sent
}
/** Calls of one transaction that is in a block, on a chain. */
export async function showCalls(chain: Chain): Promise<ParentNode> {
  const { app } = signedIn({ node: fakeNode({ eth_getTransactionReceipt: RECEIPT }).node })
  await until(() => app.core.batches)
  app.core.batches.save({ id: 'x', chainId: CHAIN.chainId, calls: [{ hash: HASH }] })
  app.chains.current = chain
  app.show('calls', 'x')
  return show(app)
}
export async function screen(content: TemplateResult): Promise<ParentNode> {
  const element = await fixture(html`<div><we-shell>${content}</we-shell></div>`)
  await until(() => all(element, 'h1').length)
  return element
}
// Home, and not what somebody new sees in its place.
before(() => noteOnboarding(ADDRESS))

before(() => setViewport({ width: 400, height: 640 }))
afterEach(() => {
  fixtureCleanup()
  sessionStorage.clear()
  for (const key of Object.keys(EXTRAS)) Reflect.deleteProperty(CONFIG, key)
})
after(async () => {
  await emulateMedia({ colorScheme: 'light' })
  await setViewport({ width: 1000, height: 800 })
})
