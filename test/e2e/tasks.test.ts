/**
 * What people do with a wallet, each task in four ways: by the keyboard alone, by touch on a phone, at 400 % of zoom
 * (WCAG 1.4.10), and in Arabic. A step is a press or a field. Reading on and a provider's questions do not count.
 */
import assert from 'node:assert/strict'
import type { BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core'

import { LANGUAGES, type Language } from '../../src/app/appearance/locale/languages.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { deployData } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'
import { after, before, describe, it } from '../support/suite.js'
import { wordsOf } from '../support/translations.js'
import { until } from '../support/until.js'
import { BUTTONS, barePage, REQUESTS } from './site.js'
import { pickAccount, walletFrame, windowOf } from './support.js'
import { fund, newProfile, Place, pageAt } from './visit.js'

interface Way {
  profile: BrowserContextOptions
  language?: Language
  hasKeysOnly?: boolean
  hasWheel?: boolean
}

const WAYS: Record<string, Way> = {
  'by the keyboard alone': { profile: {}, hasKeysOnly: true },
  'by touch on a phone': {
    profile: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
  'at 400 % of zoom': { profile: { viewport: { width: 320, height: 256 } }, hasWheel: true },
  'in Arabic': { profile: { locale: 'ar' }, language: 'ar' },
}

/** More than there are stops on a screen and the page around it. */
const STOPS = 60
/** Milliseconds. */
const LOOK = 1_000
/** Milliseconds that the focus rests on a yes before a key counts there. */
const RESTING = 500
const OTHER_CHAIN = 31_338
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** What a person does by hand, in their way. */
class Person {
  /** Since the task began. */
  steps = 0
  readonly page: Page
  readonly wallet: FrameLocator
  readonly #way: Way
  #language: Language

  constructor(page: Page, way: Way) {
    this.page = page
    this.wallet = walletFrame(page)
    this.#way = way
    this.#language = way.language ?? 'en'
  }

  /** A text of the wallet in the person's language. */
  say(text: string, ...values: string[]): string {
    const said = this.#language === 'en' ? text : wordsOf(this.#language).get(text)
    if (said === undefined) throw new Error(`No text “${text}” in ${this.#language}.`)
    return values.reduce((whole, value, at) => whole.replace(`{${at}}`, value), said)
  }

  button = (text: string, ...values: string[]): Locator =>
    this.wallet.getByRole('button', { name: this.say(text, ...values), exact: true })

  heading = (text: string): Locator =>
    this.wallet.getByRole('heading', { name: this.say(text), exact: true })

  async press(button: Locator, options: { timeout?: number } = {}): Promise<void> {
    this.steps += 1
    if (this.#way.hasKeysOnly) {
      await this.#reach(button, options)
      await this.page.keyboard.press('Enter')
    } else if (this.#way.profile.hasTouch) await button.tap(options)
    else await button.click(options)
  }

  /** What does not belong to the task. */
  async uncounted(act: () => Promise<void>): Promise<void> {
    const { steps } = this
    await act().finally(() => {
      this.steps = steps
    })
  }

  ask(name: string): Promise<void> {
    return this.press(this.page.getByRole('button', { name, exact: true }))
  }

  async open(): Promise<void> {
    await this.press(this.page.locator('wallet-embed').getByRole('button').first())
  }

  /** Reads to the end, and says yes. */
  async agree(text = 'Approve', ...values: string[]): Promise<void> {
    const yes = this.button(text, ...values)
    const armed = yes.and(this.wallet.locator('[aria-disabled=false]'))
    const readOn = this.button('Read on')
    // What comes late is above what was read.
    await this.wallet.locator('.wait, .pending').first().waitFor({ state: 'detached' })
    await until(`“${text}” that counts`, async () => {
      await armed.or(readOn).first().waitFor()
      if (await armed.isVisible()) return true
      if (this.#way.hasWheel) {
        // Down from where it began, as a hand does: to press the button Playwright would jump to the end.
        const panel = await this.page.locator('wallet-embed iframe').boundingBox()
        await this.page.mouse.move(panel!.x + panel!.width / 2, panel!.y + panel!.height / 2)
        await this.page.mouse.wheel(0, 60)
      } else {
        // It goes away once the end was seen.
        await this.uncounted(() => this.press(readOn, { timeout: LOOK }))
      }
      return false
    })
    await this.pressSlowly(yes)
  }

  /** A yes counts where the pointer moved to it, or the focus rested on it. */
  async pressSlowly(button: Locator): Promise<void> {
    if (this.#way.hasKeysOnly) {
      await this.#reach(button)
      const reached = performance.now()
      await until('the focus to rest', () => performance.now() - reached > RESTING)
    } else if (!this.#way.profile.hasTouch) await button.hover({ position: { x: 16, y: 20 } })
    await this.press(button)
  }

  async type(label: string, text: string): Promise<void> {
    this.steps += 1
    const field = this.wallet.getByLabel(this.say(label), { exact: true })
    if (!this.#way.hasKeysOnly) return field.fill(text)
    await this.#reach(field)
    await this.page.keyboard.type(text)
  }

  async choose(list: Locator, language: Language): Promise<void> {
    this.steps += 1
    if (this.#way.hasKeysOnly) {
      await this.#reach(list)
      await this.page.keyboard.type(LANGUAGES[language])
      this.#language = language
    } else await this.speak(list, language)
  }

  async speak(list: Locator, language: Language): Promise<void> {
    await list.selectOption(language)
    this.#language = language
  }

  async #reach(target: Locator, options: { timeout?: number } = {}): Promise<void> {
    for (let stop = 0; stop < STOPS; stop++) {
      if (await target.evaluate((element) => element.matches(':focus'), null, options)) return
      await this.page.keyboard.press('Tab')
    }
    assert.fail(`No key leads to ${target}.`)
  }
}

// Each way is a person with a profile of their own, who waits for the wallet most of the time.
describe('a task', { concurrency: Object.keys(WAYS).length }, () => {
  const here = new Place()
  let other: LocalChain
  let token: string

  before(async () => {
    other = await LocalChain.start(OTHER_CHAIN)
    token = await deployToken(new Rpc(here.world.stack.urls.chain))
    here.site.page(
      '/tasks',
      barePage(`${BUTTONS}
      window.wallet = new lib.Wallet({ walletUrls: { production: '${here.world.stack.urls.wallet}' } })
      await wallet.init({ network: { host: 'localhost' } })
      const me = () => window.account
      wallet.provider.on('accountsChanged', ([first]) => (window.account = first))
      ${REQUESTS}
      addButtons({
        'Sign in': () => wallet.login().then(([first]) => (window.account = first)),
        Connect: () => ask('eth_requestAccounts').then(([first]) => (window.account = first)),
        Forget: () => ask('wallet_revokePermissions', [{ eth_accounts: {} }]).then(() => 'forgotten'),
        Network: () => ask('wallet_addEthereumChain', [{
          chainId: '0x${OTHER_CHAIN.toString(16)}', chainName: 'Second chain', rpcUrls: ['${other.url}'],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        }]).then(() => 'added'),
        Message: requests.Message,
      })`),
    )
  })
  after(async () => {
    await other?.stop()
  })

  for (const [name, way] of Object.entries(WAYS)) {
    describe(name, { concurrency: 1 }, () => {
      const email = `${name.replaceAll(/\W+/g, '-')}@tasks.example.test`
      let person: Person
      let page: Page
      let heard = 0
      let failed = ''

      before(async () => {
        page = await pageAt(
          await newProfile(here.world, way.profile),
          `${here.site.origin('shop')}/tasks`,
        )
        person = new Person(page, way)
      })
      after(() => page?.context().close())

      const task = (title: string, steps: number, act: () => Promise<void>) =>
        it(`${title}: ${steps} steps`, async (test) => {
          // Each goes on from where the one before it ended.
          if (failed) return test.skip(`after “${failed}” had failed`)
          failed = title
          person.steps = 0
          await act()
          assert.equal(person.steps, steps)
          await leave()
          failed = ''
        })
      const answer = async () => {
        heard += 1
        await page.waitForFunction(`window.outcomes.length >= ${heard}`)
        return page.evaluate('window.outcomes.at(-1)')
      }
      /** Back from screen to screen, until the panel closes. */
      const leave = () =>
        until('the end of the panel', async () => {
          if (await page.evaluate(`!document.querySelector('wallet-embed').isOpen`)) return true
          await page.keyboard.press('Escape')
          return false
        })

      task('sign in', 2, async () => {
        await person.ask('Sign in')
        const google = person.button('Continue with {0}', 'Google')
        await pickAccount(await windowOf(page, () => person.press(google)), email)
        assert.match(String(await answer()), /^0x/)
        await fund(here.world, String(await page.evaluate('window.account')))
        await person.uncounted(async () => {
          await person.open()
          await person.press(person.button('Not now'))
        })
      })

      task('connect', 2, async () => {
        await page.getByRole('button', { name: 'Forget' }).click()
        assert.equal(await answer(), 'forgotten')
        await person.ask('Connect')
        await person.agree('Connect')
        assert.match(String(await answer()), /^0x/)
      })

      task('approve', 2, async () => {
        await person.ask('Message')
        await person.agree()
        assert.match(String(await answer()), /^0x[0-9a-f]{130}$/)
      })

      task('reject', 2, async () => {
        await person.ask('Message')
        await person.press(person.button('Reject'))
        assert.equal(await answer(), 4001)
      })

      task('send', 6, async () => {
        await person.open()
        await person.press(person.button('Send'))
        await person.type('To', RECIPIENT)
        await person.type('Amount', '0.25')
        await person.press(person.button('Continue'))
        await person.agree()
        await person.wallet.locator('we-home').waitFor()
      })

      task('change the language', 3, async () => {
        await person.open()
        await person.press(person.button('Settings'))
        const list = person.wallet.locator('#language')
        await person.choose(list, 'de')
        await person.heading('Settings').waitFor()
        await person.speak(list, way.language ?? 'en')
        await person.heading('Settings').waitFor()
      })

      task('add a token', 5, async () => {
        await person.open()
        await person.press(person.button('Add'))
        await person.type('Contract address', token)
        await person.press(person.button('Find it'))
        await person.press(person.button('Add'))
        await person.wallet.getByText('Task token').waitFor()
      })

      task('top up', 3, async () => {
        await person.open()
        await person.press(person.button('Top up'))
        const link = person.wallet.getByRole('link', { name: 'Play money' })
        const shop = await windowOf(page, () => person.press(link))
        await shop.waitForURL(/faucet/)
        await shop.close()
      })

      task('switch the account', 4, async () => {
        await person.open()
        await person.press(person.wallet.locator('.who'))
        await person.uncounted(() => person.press(person.button('Add an account')))
        await person.press(person.wallet.locator('we-accounts .choice').nth(1))
        const first = await page.evaluate('window.account')
        await person.agree('Use {0}', person.say('Account {0}', '2'))
        await until(
          'the other account',
          async () => (await page.evaluate('window.account')) !== first,
        )
      })

      task('show the recovery phrase', 5, async () => {
        await person.open()
        await person.press(person.button('Settings'))
        await person.press(person.button('Recovery phrase'))
        const again = person.button('Sign in again')
        await pickAccount(await windowOf(page, () => person.pressSlowly(again)), email)
        await person.agree('Show the words')
        await person.wallet.locator('we-recovery-phrase').getByRole('listitem').nth(23).waitFor()
      })

      task('add a network', 2, async () => {
        await person.ask('Network')
        await person.agree()
        assert.equal(await answer(), 'added')
      })

      task('disconnect a site', 4, async () => {
        await person.open()
        await person.press(person.button('Settings'))
        await person.press(person.button('Connected sites'))
        await person.press(person.button('Disconnect {0}', new URL(here.site.origin('shop')).host))
        await until(
          'the end',
          async () =>
            !((await page.evaluate(`wallet.provider.request({ method: 'eth_accounts' })`)) as [])
              .length,
        )
      })
    })
  }
})

async function deployToken(chain: Rpc): Promise<string> {
  const [from] = (await chain.request('eth_accounts')) as string[]
  const data = deployData('Token', ['Task token', 'TASK', 6])
  const hash = await chain.request('eth_sendTransaction', [{ from, data }])
  const receipt = await until('the token', () => chain.request('eth_getTransactionReceipt', [hash]))
  return (receipt as { contractAddress: string }).contractAddress
}
