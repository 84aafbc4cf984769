/** A page that would have a person take one chain for another. Chains of its own, of ids that it should not have. */
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { parseTransaction } from 'viem'

import { barePage } from '../e2e/site.js'
import { approve, pressButton, skipOnboarding, walletFrame } from '../e2e/support.js'
import { newProfile, Place, pageAt, signInAt } from '../e2e/visit.js'
import { PageNode } from '../support/page-node.js'
import { until } from '../support/until.js'
import { claim } from './claim.js'
import { type Answer, HELPERS } from './support/asked-in-page.js'

const TO = `0x${'b7'.repeat(20)}`
const FIVE = '0x4563918244f40000'
const RICH = '0x3635c9adc5dea00000'
/** Nobody has heard of it. */
const UNKNOWN = 424_242
const LOGO = 'https://logo.example.test/logo.svg'
const SURE = 'I know the danger and want to go on.'
const DISGUISE = { networkName: 'Goerli test network', ticker: 'TEST', tickerName: 'Test coin' }

claim(
  'The person sees which chain something is about, whatever the page calls it',
  ({ attack, before, after, beforeEach }) => {
    const here = new Place('trusting', { before, after })
    let context: BrowserContext
    let page: Page
    let account: string
    /** Says that it is Ethereum's mainnet, and might as well be it. */
    let mainnet: PageNode
    let unknown: PageNode

    before(async () => {
      ;[mainnet, unknown] = await Promise.all([PageNode.start(1), PageNode.start(UNKNOWN)])
      here.site.page('/', barePage(HELPERS))
      context = await newProfile(here.world)
      page = await pageAt(context, `${here.site.origin('chains')}/`)
      await start({ network: { host: 'localhost' } })
      await ask('eth_requestAccounts')
      await signInAt(page)
      account = ((await answer()).value as string[])[0]!
      for (const { chain } of [mainnet, unknown]) {
        await chain.rpc.request('anvil_setBalance', [account, RICH])
      }
    })
    after(async () => {
      await Promise.all([mainnet?.stop(), unknown?.stop()])
    })
    beforeEach(async () => {
      for (const node of [mainnet, unknown]) {
        node.lies.clear()
        node.asked.length = 0
      }
      await page.reload()
      await page.waitForFunction(() => 'loaded' in window)
    })

    const frame = () => walletFrame(page)
    const start = (params: object) =>
      page.evaluate(
        `start(${JSON.stringify(here.world.stack.urls.wallet)}, ${JSON.stringify({ ...params })})`,
      )
    /** Asks, and does not wait for the person. */
    const ask = (method: string, params: unknown = []) =>
      page.evaluate(`ask(${JSON.stringify(method)}, ${JSON.stringify(params)})`)
    const answer = async (): Promise<Answer> => {
      await page.waitForFunction('window.answer')
      return page.evaluate('window.answer') as Promise<Answer>
    }
    const payment = () => ({ from: account, to: TO, value: FIVE })
    const yes = (name = 'Approve') => frame().getByRole('button', { name, exact: true })
    const sure = () => frame().getByLabel(SURE)

    /** What the screen says, once everything is worked out and an answer could be given. */
    const shown = async (screen: string): Promise<string> => {
      const main = frame().locator(`${screen} main`)
      await main.waitFor()
      await frame()
        .locator(`${screen} .wait, ${screen} .pending`)
        .first()
        .waitFor({ state: 'detached' })
      return (await main.innerText()).replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ')
    }

    /** Only with the tick is there a yes; a press before it changes nothing. */
    const takesTwoSteps = async () => {
      await sure().waitFor()
      const isOff = () => yes().getAttribute('aria-disabled')
      assert.equal(await isOff(), 'true')
      await yes().click({ force: true })
      assert.equal(await page.evaluate('window.answer'), undefined)
      // What is signed has an end, which has to be seen.
      const readOn = frame().getByRole('button', { name: 'Read on', exact: true })
      // It goes away when the end is seen.
      await until('the end of what is signed', async () => {
        await readOn.evaluateAll((all) => {
          for (const one of all) (one as HTMLElement).click()
        })
        return (await readOn.count()) === 0
      })
      await sure().check()
      await frame().locator('footer .primary[aria-disabled=false]').waitFor()
      assert.equal(await isOff(), 'false')
    }

    const isMainnet = (text: string) => {
      assert.match(text, /Ethereum/)
      assert.match(text, /Chain ID 1\b/)
      assert.doesNotMatch(text, /Goerli|TEST|Test coin/)
      assert.match(text, /Real money may be spent/)
      assert.ok(text.includes(new URL(mainnet.url).host), text)
    }
    const reject = () => pressButton(frame().getByRole('button', { name: 'Reject', exact: true }))

    attack(
      'A page starts the wallet with a node of id 1, calls it “Goerli test network” and its coin TEST, and asks for a payment',
      'the screen says Ethereum, chain ID 1 and ETH, warns that the node is the site’s, and takes a second step',
      async () => {
        await start({ network: { host: mainnet.url, chainId: 1, ...DISGUISE } })
        await ask('eth_sendTransaction', [payment()])
        const text = await shown('we-send-transaction')
        isMainnet(text)
        assert.match(text, /5 ETH/)
        assert.equal(mainnet.sent.length, 0)
        await takesTwoSteps()
        assert.equal(mainnet.sent.length, 0)
        await approve(frame())
        assert.match(String((await answer()).value), /^0x/)
        assert.equal(parseTransaction(mainnet.sent[0]!).chainId, 1)
      },
    )

    attack(
      'The same by `setNetwork`, while the wallet runs on the operator’s chain',
      'the screen says Ethereum, and takes a second step',
      async () => {
        await start({ network: { host: 'localhost' } })
        const network = JSON.stringify({ host: mainnet.url, ...DISGUISE })
        await page.evaluate(`wallet.setNetwork(${network})`)
        await ask('eth_sendTransaction', [payment()])
        isMainnet(await shown('we-send-transaction'))
        await takesTwoSteps()
        await reject()
      },
    )

    attack(
      'A page adds id 1 as “Goerli test network” (EIP-3085), and then asks for a payment on it',
      'adding, paying, and going there again later: each names Ethereum and takes a second step',
      async () => {
        await start({ network: { host: 'localhost' } })
        const { networkName: chainName, ticker: symbol, tickerName: name } = DISGUISE
        const added = { chainId: '0x1', chainName, rpcUrls: [mainnet.url] }
        const nativeCurrency = { name, symbol, decimals: 18 }
        await ask('wallet_addEthereumChain', [{ ...added, nativeCurrency }])
        isMainnet(await shown('we-add-chain'))
        await takesTwoSteps()
        await approve(frame())
        assert.deepEqual(await answer(), { value: null })
        await ask('eth_sendTransaction', [payment()])
        isMainnet(await shown('we-send-transaction'))
        await takesTwoSteps()
        await reject()
        await ask('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])
        await approve(frame())
        assert.deepEqual(await answer(), { value: null })
        await ask('wallet_switchEthereumChain', [{ chainId: '0x1' }])
        isMainnet(await shown('we-switch-chain'))
        await takesTwoSteps()
        await reject()
      },
    )

    attack(
      'A page asks for a batch on its own id 1 (EIP-5792)',
      'the batch names Ethereum and takes a second step',
      async () => {
        await start({ network: { host: mainnet.url, ...DISGUISE } })
        const calls = [1, 2].map(() => ({ to: TO, value: FIVE }))
        const bundle = { version: '2.0.0', chainId: '0x1', atomicRequired: false, calls }
        await ask('wallet_sendCalls', [{ ...bundle, from: account }])
        isMainnet(await shown('we-send-calls'))
        await takesTwoSteps()
        await reject()
      },
    )

    attack(
      'A page asks for a transaction that is signed and not sent, to send it to the real mainnet itself',
      'the screen names Ethereum and takes a second step',
      async () => {
        await start({ network: { host: mainnet.url, ...DISGUISE } })
        await ask('eth_signTransaction', [payment()])
        isMainnet(await shown('we-send-transaction'))
        await takesTwoSteps()
        await reject()
      },
    )

    attack(
      'A page asks for a permit on its own id 1, whose node says what it likes of the token',
      'typed data names Ethereum and takes a second step',
      async () => {
        await start({ network: { host: mainnet.url, ...DISGUISE } })
        const field = (name: string, type: string) => ({ name, type })
        const data = {
          types: {
            EIP712Domain: [
              field('name', 'string'),
              field('chainId', 'uint256'),
              field('verifyingContract', 'address'),
            ],
            Mail: [field('text', 'string')],
          },
          domain: { name: 'Letters', chainId: 1, verifyingContract: TO },
          primaryType: 'Mail',
          message: { text: 'Hello' },
        }
        await ask('eth_signTypedData_v4', [account, JSON.stringify(data)])
        isMainnet(await shown('we-sign-typed-data'))
        await takesTwoSteps()
        await reject()
      },
    )

    attack(
      'The person themselves sends coins in a wallet that a page has put on its own id 1',
      'their own payment names Ethereum and takes a second step too',
      async () => {
        await start({ network: { host: mainnet.url, ...DISGUISE } })
        await page.evaluate(`wallet.showWallet('send')`)
        await skipOnboarding(page)
        await page.evaluate(`wallet.showWallet('send')`)
        const to = frame().locator('we-send').getByRole('textbox').first()
        await to.fill(TO)
        await frame().locator('we-send').getByRole('textbox').nth(1).fill('5')
        await pressButton(frame().getByRole('button', { name: 'Continue', exact: true }))
        isMainnet(await shown('we-send-transaction'))
        await takesTwoSteps()
        await reject()
      },
    )

    attack(
      'A node says another chain id at first, and 1 by the time of signing',
      'what is signed carries the id that was shown, and is good on no other chain',
      async () => {
        await start({ network: { host: unknown.url, ...DISGUISE } })
        await ask('eth_sendTransaction', [payment()])
        const text = await shown('we-send-transaction')
        assert.match(text, new RegExp(`Chain ID ${UNKNOWN}`))
        unknown.lies.set('eth_chainId', '0x1')
        unknown.lies.set('net_version', '1')
        await approve(frame())
        await answer()
        assert.equal(parseTransaction(unknown.sent[0]!).chainId, UNKNOWN)
      },
    )

    attack(
      'A node says that it is an unknown chain, and the page asks for a transaction with chain ID 1',
      'it is refused before anybody is asked',
      async () => {
        await start({ network: { host: unknown.url, ...DISGUISE } })
        await ask('eth_sendTransaction', [{ ...payment(), chainId: '0x1' }])
        assert.equal((await answer()).code, -32602)
      },
    )

    attack(
      'A page gives an unknown chain the names of a known one: Ethereum, ETH',
      'the chain is called unknown with its id, the page’s words stand in quotation marks, and both imitations are named',
      async () => {
        const names = { networkName: 'Ethereum Mainnet', ticker: 'ETH', tickerName: 'Ether' }
        await start({ network: { host: unknown.url, ...names } })
        await ask('eth_sendTransaction', [payment()])
        const text = await shown('we-send-transaction')
        assert.match(text, new RegExp(`Unknown network Chain ID ${UNKNOWN}`))
        assert.match(text, /The site calls it “Ethereum Mainnet”/)
        assert.match(text, /Ethereum has the chain ID 1\b/)
        assert.match(text, /5 “ETH”/)
        assert.doesNotMatch(text, /5 ETH/)
        assert.match(text, /currency ETH/)
        await reject()
      },
    )

    attack(
      'A page writes Ethereum with letters that are read backwards',
      'it stands in quotation marks with every character visible, beside the id of an unknown network',
      async () => {
        await start({ network: { host: unknown.url, networkName: '\u202emuerehtE' } })
        await ask('eth_sendTransaction', [payment()])
        const text = await shown('we-send-transaction')
        assert.ok(text.includes('The site calls it “⟨U+202E⟩muerehtE”'), text)
        assert.match(text, new RegExp(`Unknown network Chain ID ${UNKNOWN}`))
        await reject()
      },
    )

    attack(
      'A page names its own block explorer for a known chain, where a payment that was never made would be found',
      'what was sent links to no explorer of the page’s',
      async () => {
        const blockExplorer = `${here.site.origin('explorer')}/`
        await start({ network: { host: mainnet.url, blockExplorer } })
        await ask('eth_sendTransaction', [payment()])
        await shown('we-send-transaction')
        await takesTwoSteps()
        await approve(frame())
        await answer()
        await page.evaluate(`wallet.showWallet('home')`)
        await skipOnboarding(page)
        await frame().locator('we-home .sent button').first().click()
        const sent = frame().locator('we-sent main')
        await sent.waitFor()
        assert.match(await sent.innerText(), /Chain ID 1\b/)
        assert.equal(await frame().locator(`a[href^="${blockExplorer}"]`).count(), 0)
      },
    )

    attack(
      'A page puts words of its own over the warning, the second step and the network’s row (`customTranslations`)',
      'the words by which people decide stay the wallet’s, wherever on the screen they come from',
      async () => {
        const words = ['Chain ID {0}', 'Unknown network', 'Network', 'Send this payment?', SURE]
        const danger =
          'This is {0} (chain ID {1}), by a node that the site chose. Real money may be spent. The amounts, fees and balances shown here are what that node says: they may be false.'
        const en = Object.fromEntries([...words, danger].map((word) => [word, 'Nothing to see']))
        const looks = { theme: { isDark: false, colors: {} }, logoDark: LOGO, logoLight: LOGO }
        const whiteLabel = { ...looks, customTranslations: { en } }
        await start({ network: { host: mainnet.url, ...DISGUISE }, whiteLabel, language: 'en' })
        await ask('eth_sendTransaction', [payment()])
        const text = await shown('we-send-transaction')
        isMainnet(text)
        assert.doesNotMatch(text, /Nothing to see/)
        await takesTwoSteps()
        await reject()
      },
    )

    attack(
      'A page names its own node and names for a chain that the operator has, and its node invents a balance',
      'the operator’s name and ticker are shown, the operator’s node is asked, and the page’s node gets nothing to send',
      async () => {
        const local = await PageNode.start(31_337)
        try {
          local.lies.set('eth_getBalance', RICH)
          await start({ network: { host: local.url, ...DISGUISE } })
          await ask('eth_sendTransaction', [{ ...payment(), value: '0x0' }])
          const text = await shown('we-send-transaction')
          assert.match(text, /Chain ID 31337/)
          assert.doesNotMatch(text, /Goerli|TEST|which the site chose/)
          const methods = new Set(local.asked.map(({ method }) => method))
          assert.deepEqual([...methods], ['eth_chainId'])
          await reject()
        } finally {
          await local.stop()
        }
      },
    )
  },
)
