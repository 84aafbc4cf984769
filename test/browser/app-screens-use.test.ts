import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { resetMouse } from '@web/test-runner-commands'
import type { App } from '../../src/app/screens/app.js'
import type { SwitchChain } from '../../src/app/screens/approve/switch-chain.js'
import type { Chain } from '../../src/chain/networks/networks.js'
import { WalletError } from '../../src/shared/errors.js'
import { FONTS, type Font } from '../support/fonts.js'
import {
  all,
  button,
  HASH,
  REQUEST,
  revealed,
  screen,
  sendOne,
  show,
  showCalls,
  textOf,
} from './app-screens-support.js'
import { ADDRESS, CHAIN, fakeNode, SITE, signedIn } from './app-support.js'
import { ownFont, writeIn } from './fonts-support.js'
import { clickOn } from './mouse.js'
import { codeOf, until } from './support.js'

/** The same, once a press on it counts. */
async function readyButton(root: ParentNode, name: string): Promise<HTMLElement> {
  await until(() => button(root, name).ariaDisabled === 'false')
  return button(root, name)
}
async function press(element: HTMLElement): Promise<void> {
  await clickOn(element)
  await resetMouse()
}
const focused = () => {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element as HTMLElement | null
}
describe('on the wallet’s screens', () => {
  it('take the second step for the dangers that were there, and again for one that comes later', async () => {
    const captured = (chainId: number, name: string): Chain => {
      const { nodeUrl: _, ...chain } = CHAIN
      return { ...chain, chainId, name }
    }
    const root = await screen(html`<we-switch-chain .site=${SITE} address=${ADDRESS} .from=${CHAIN}
        .to=${captured(1, 'Ethereum')}></we-switch-chain>`)
    const box = () => all(root, '.second input')[0] as HTMLInputElement
    const approve = () => all(root, 'footer .primary')[0]!
    expect([box().checked, approve().ariaDisabled]).to.deep.equal([false, 'true'])
    box().click()
    await until(() => approve().ariaDisabled === 'false')
    const element = root.querySelector('we-switch-chain') as SwitchChain
    element.to = captured(10, 'OP Mainnet')
    await element.updateComplete
    expect([box().checked, approve().ariaDisabled]).to.deep.equal([false, 'true'])
    box().click()
    await until(() => approve().ariaDisabled === 'false')
  })

  it('link a transaction in the explorer of its own chain, in a window of its own, and only on the web', async () => {
    for (const [blockExplorer, link] of [
      ['https://scan.example.test/', `https://scan.example.test/tx/`],
      ['http://localhost:1234/explorer', `http://localhost:1234/explorer/tx/`],
      ['javascript:alert(1)//', undefined],
      [undefined, undefined],
    ] as const) {
      const chain: Chain = { ...CHAIN, ...(blockExplorer && { blockExplorer }) }
      const { app } = signedIn()
      app.chains.current = chain
      const sent = await sendOne(app)
      app.show('home')
      const home = await show(app)
      await until(() => textOf(home).includes('Your transaction is on its way.'))
      const calls = await showCalls(chain)
      await until(() => textOf(calls).includes('All done.'))
      for (const [root, hash] of [
        [home, sent],
        [calls, HASH],
      ] as const) {
        const links = all(root, 'a') as HTMLAnchorElement[]
        expect(links.map(({ href }) => href)).to.deep.equal(link ? [link + hash] : [])
        for (const { target, rel } of links) {
          expect([target, rel]).to.deep.equal(['_blank', 'noopener noreferrer'])
        }
      }
      fixtureCleanup()
    }
  })

  it('call the money of a chain by its ticker wherever they show an amount', async () => {
    const chain: Chain = { ...CHAIN, ticker: 'SMP' }
    const { app } = signedIn()
    app.chains.current = chain
    app.show('home')
    const home = await show(app)
    await until(() => textOf(home).includes('1 SMP'))
    const send = await screen(html`<we-send .app=${app}></we-send>`)
    await until(() => textOf(send).includes('You have 1 SMP.'))
    const poor = signedIn({ node: fakeNode({ eth_getBalance: '0x1' }).node }).app
    const transaction =
      await screen(html`<we-send-transaction .site=${SITE} address=${ADDRESS} .request=${REQUEST}
      .chain=${chain} .node=${poor.chains.node} .prepare=${() => poor.core.prepare(REQUEST, poor.chains.current)}></we-send-transaction>`)
    await until(() => textOf(transaction).includes('You do not have enough SMP'))
    expect(textOf(transaction)).to.include('0.25 SMP').and.include('at most 0.000063 SMP')
    for (const root of [home, send, transaction]) expect(textOf(root)).not.to.include('ETH')
  })

  it('write a long balance in one line, in any font', async () => {
    const balance = `0x${(123_456_789_123_456_789n * 10n ** 18n).toString(16)}`
    const { app } = signedIn({ node: fakeNode({ eth_getBalance: balance }).node })
    app.show('home')
    const home = await show(app)
    await until(() => textOf(home).includes('123,456,789,123,456,789 ETH'))
    const [h1] = all(home, 'h1')
    const number = document.createRange()
    number.selectNode([...h1!.childNodes].find((node) => node.textContent?.includes('123'))!)
    for (const set of Object.keys(FONTS) as Font[]) {
      await writeIn(set)
      expect(number.getClientRects().length, `lines in ${set}`).to.equal(1)
    }
    await writeIn(ownFont())
  })

  it('put the focus on the heading when they change, and on the button of a blocked window', async () => {
    const { app } = signedIn()
    app.show('home')
    const element = await show(app)
    await until(() => focused()?.localName === 'h1')
    void app.core.rpc('personal_sign', ['0x6869', ADDRESS]).catch(() => {})
    await until(() => focused()?.textContent?.includes('Sign this message?'))
    expect(all(element, 'we-home')[0]?.offsetWidth, 'home is out of the way').to.equal(0)
    app.dismiss()
    const blocked = await screen(
      html`<we-popup-blocked .option=${app.logins[0]}></we-popup-blocked>`,
    )
    await all(blocked, 'we-popup-blocked').map((one) =>
      (one as unknown as { focusHeading(): Promise<void> }).focusHeading(),
    )[0]
    expect(focused()?.textContent).to.equal('Continue')
  })

  it('say how many questions wait, until one is left', async () => {
    const { app } = signedIn()
    await fixture<App>(html`<we-app .app=${app}></we-app>`)
    const asked = ['0x31', '0x32', '0x33'].map((hex) =>
      codeOf(app.core.rpc('personal_sign', [hex, ADDRESS])),
    )
    const said = () => all(document, '.who [role=status]').map((one) => one.textContent)
    for (const text of ['Question 1 of 3', 'Question 1 of 2', '']) {
      await until(() => said()[0] === text)
      app.requests.current!.reject()
    }
    expect(await Promise.all(asked)).to.deep.equal(Array(3).fill('USER_REJECTED'))
  })

  it('let nobody approve what the account cannot pay, or what no node answers for', async () => {
    for (const [own, words] of [
      [{ eth_getBalance: '0x1' }, 'You do not have enough ETH'],
      [{ eth_estimateGas: new WalletError('CHAIN_DISCONNECTED') }, 'does not answer'],
    ] as const) {
      const { app } = signedIn({ node: fakeNode(own).node })
      let approved = 0
      const root =
        await screen(html`<we-send-transaction .site=${SITE} address=${ADDRESS} .request=${REQUEST}
        .chain=${CHAIN} .node=${app.chains.node} .prepare=${() => app.core.prepare(REQUEST, app.chains.current)} .onApprove=${() => approved++}></we-send-transaction>`)
      await until(() => textOf(root).includes(words))
      const approve = button(root, 'Approve')
      approve.click()
      expect([approve.ariaDisabled, approved]).to.deep.equal(['true', 0])
      fixtureCleanup()
    }
  })

  it('show 24 numbered words, only after a press', async () => {
    const root = await screen(html`<we-recovery-phrase .reveal=${revealed}></we-recovery-phrase>`)
    expect(all(root, 'li').length).to.equal(0)
    button(root, 'Show the words').click()
    await until(() => textOf(root).includes('Press once more.'))
    expect(all(root, 'li').length, 'after a press of a script').to.equal(0)
    await press(await readyButton(root, 'Show the words'))
    await until(() => all(root, 'li').length)
    expect(
      all(root, 'ol > li')
        .map((item) => item.textContent)
        .slice(0, 2),
    ).to.deep.equal(['worda', 'wordb'])
    expect(all(root, 'li').length).to.equal(24)
    await expect(root as Element).to.be.accessible()
  })

  it('send: tell what is wrong beside it, and put the focus there', async () => {
    const { app } = signedIn()
    Object.assign(app, { sign: async () => null })
    const root = await screen(html`<we-send .app=${app}></we-send>`)
    button(root, 'Continue').click()
    await until(() => textOf(root).includes('This is not an address.'))
    expect(textOf(root)).to.include('Enter an amount')
    expect(focused()?.getAttribute('name')).to.equal('to')
    expect(app.requests.size).to.equal(0)
    await expect(root as Element).to.be.accessible()
  })
})
