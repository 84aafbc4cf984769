/** The programs of docs/migrate.md, as they stand there, each in its own page. */
import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { verifyMessage } from 'viem'

import { LocalChain } from '../support/local-chain.js'
import { pageScript } from '../support/page-script.js'
import { after, before, describe, it as test } from '../support/suite.js'
import { typeMailedCode } from './mail.js'
import { approve, closed, PERSON, pickAccount, walletFrame } from './support.js'
import { Place, pageAt, signInAt } from './visit.js'

const SECOND_ID = 31_338
/** The address in the programs. */
const NAMED = 'sample.person@example.com'
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const BUTTONS = [
  ...['login', 'login-google', 'logout', 'sign', 'profile', 'token', 'clean-up'],
  ...['transfer', 'top-up', 'network', 'balance', 'batch'],
]

describe('a program that moves in from', { concurrency: 3 }, () => {
  const here = new Place()
  const it = (title: string, run: () => Promise<void>) => test(title, here.alone(run))
  const page = () => here.context.pages()[0]!
  let second: LocalChain

  before(async () => {
    second = await LocalChain.start(SECOND_ID)
  })
  after(async () => {
    await second?.stop()
  })

  /** Opens a program, built as by a page's bundler. */
  async function open(file: string): Promise<void> {
    const { wallet, idp } = here.world.stack.urls
    const script = (await pageScript(`test/fixtures/migrate/${file}`))
      .replaceAll('https://wallet.example', wallet)
      .replaceAll('https://shop.example', here.site.origin('shop'))
      .replaceAll('https://node.example', second.url)
      .replaceAll('tenant.example', new URL(idp).host)
    const name = file.replace(/\.\w+$/, '')
    const buttons = BUTTONS.map((id) => `<button id="${id}">${id}</button>`)
    const body = file.endsWith('x') ? '' : `<output></output>${buttons.join('')}`
    here.site.page(`/${name}.js`, script, { 'content-type': 'text/javascript' })
    here.site.page(
      `/${name}`,
      `<!doctype html><html lang="en"><head><title>${name}</title></head><body>${body}
      <script type="module">import '/${name}.js'; window.loaded = true</script></body></html>`,
    )
    await pageAt(here.context, `${here.site.origin('shop')}/${name}`)
  }

  const loaded = () => page().waitForFunction(() => 'loaded' in window)
  const press = (id: string) => page().locator(`#${id}`).click()
  /** What the program shows, once it has this form. */
  async function shown(form: RegExp): Promise<string> {
    const output = page().locator('output').filter({ hasText: form })
    await output.waitFor()
    return output.innerText()
  }
  async function reload(): Promise<void> {
    await page().reload()
    await loaded()
  }
  /** By the wallet's own screen. */
  async function signIn(): Promise<void> {
    await press('login')
    await signInAt(page())
  }
  /** In a window that the program opens in the click. */
  async function signInBy(id: string): Promise<void> {
    const popup = page().waitForEvent('popup')
    await press(id)
    await pickAccount(await popup, PERSON)
  }
  async function assertSigns(address: string, message: string): Promise<void> {
    await press('sign')
    await approve(walletFrame(page()))
    const signature = (await shown(/^0x[0-9a-f]{130}$/)) as `0x${string}`
    assert.ok(await verifyMessage({ address: address as `0x${string}`, message, signature }))
  }

  describe('torus-embed', { concurrency: 1 }, () => {
    it('signs in by the modal and by a provider, signs, and logs out', async () => {
      await open('torus-modal.ts')
      await shown(/^Signed out$/)
      await signIn()
      const address = await shown(ADDRESS)
      await assertSigns(address, 'Hello')
      await press('profile')
      assert.equal(await shown(/@/), `${PERSON} by google`)
      await reload()
      assert.equal(await shown(ADDRESS), address)
      await press('logout')
      await shown(/^Signed out$/)
      await signInBy('login-google')
      assert.equal(await shown(ADDRESS), address)
      await press('clean-up')
      await page().locator('wallet-embed').waitFor({ state: 'detached' })
    })

    it('opens screens, and goes to another network', async () => {
      await open('torus-screens.ts')
      await signIn()
      const screen = walletFrame(page())
      await press('transfer')
      await screen.locator('we-send').waitFor()
      await page().getByRole('button', { name: 'Close wallet' }).click()
      await press('top-up')
      await screen.locator('we-topup').getByText('Play money').first().waitFor()
      await page().getByRole('button', { name: 'Close wallet' }).click()
      await press('network')
      await shown(new RegExp(`^0x${SECOND_ID.toString(16)}$`))
    })

    it('keeps enable, sendAsync and batches by the legacy provider', async () => {
      await open('torus-web3.ts')
      await signIn()
      const [, address] = /^(0x\w{40}) on 0x7a69$/.exec(await shown(/ on /))!
      await press('balance')
      await shown(/^0x[0-9a-f]+$/)
      await press('batch')
      assert.equal(await shown(/, /), `0x7a69, ${address}`)
    })
  })

  describe('openlogin', { concurrency: 1 }, () => {
    it('prompts, keeps the session, and logs out', async () => {
      await open('openlogin-popup.ts')
      await signInBy('login')
      await shown(/^Key of 64 digits$/)
      await press('profile')
      assert.equal(await shown(/@/), `${PERSON} by google`)
      await reload()
      await shown(/^Key of 64 digits$/)
      await press('logout')
      await shown(/^Signed out$/)
      await reload()
      await shown(/^Signed out$/)
    })

    it('redirects, and comes back with what it took along', async () => {
      await open('openlogin-redirect.ts')
      await shown(/^Signed out$/)
      await press('login')
      await page().getByLabel('Any other e-mail address').fill(PERSON)
      await page().getByRole('button', { name: 'Continue', exact: true }).click()
      const later = page().getByRole('button', { name: 'Not now' })
      const back = shown(/^Key of 64 digits, for the cart$/)
      // A new person is asked about their words before the page gets the result.
      await Promise.race([back, later.click()])
      await back
    })

    it('logs in by an identity provider that it names by a bare domain', async () => {
      await open('openlogin-passwordless.ts')
      await signInBy('login')
      await shown(/^Key of 64 digits$/)
    })
  })

  describe('Web3Auth', { concurrency: 1 }, () => {
    it('signs by ethers, stays signed in, and has a token for its server', async () => {
      await open('web3auth.ts')
      await shown(/^Signed out$/)
      await signIn()
      await assertSigns(await shown(ADDRESS), 'Hello')
      await reload()
      await shown(/^Signed in$/)
      await press('token')
      const { aud, nonce } = decodeJwt(await shown(/^ey/))
      assert.deepEqual([aud, nonce], [here.site.origin('shop'), 'of-the-server'])
      await press('logout')
    })
  })

  describe('Magic', { concurrency: 1 }, () => {
    it('signs in by a code in an e-mail, in the wallet', async () => {
      await open('magic.ts')
      const popup = page().waitForEvent('popup')
      await press('login')
      await closed(await popup)
      await typeMailedCode(here.world, walletFrame(page()), NAMED)
      await shown(ADDRESS)
      await press('token')
      assert.equal(decodeJwt(await shown(/^ey/)).email, NAMED)
    })

    it('signs in by a code in an e-mail, for a key', async () => {
      await open('magic-login.ts')
      const popup = page().waitForEvent('popup')
      await press('login')
      const window = await popup
      await typeMailedCode(here.world, window, NAMED)
      await shown(/^Key of 64 digits$/)
      const later = window.getByRole('button', { name: 'Not now' })
      await Promise.race([closed(window), later.click().catch(() => {})])
      await closed(window)
      await press('token')
      assert.equal(decodeJwt(await shown(/^ey/)).aud, 'demo')
    })
  })

  describe('Privy', { concurrency: 1 }, () => {
    it('shows who is signed in, by hooks', async () => {
      await open('privy.tsx')
      await signIn()
      await shown(ADDRESS)
      await reload()
      await shown(ADDRESS)
      await press('logout')
      await page().locator('#login').waitFor()
    })
  })
})
