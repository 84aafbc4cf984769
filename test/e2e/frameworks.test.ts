/** The tag in pages that are built with each framework: see docs/frameworks.md. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

import type {} from '../../components/define.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { bundleFramework, FRAMEWORKS, renderFramework, SERVED } from '../support/frameworks.js'
import { before, describe, it as test } from '../support/suite.js'
import { PERSON, pickAccount } from './support.js'
import { Place, signInAt } from './visit.js'

const NAMES = {
  react: 'React 19 in StrictMode',
  preact: 'Preact',
  solid: 'Solid',
  vue: 'Vue 3',
  svelte: 'Svelte 5',
  angular: 'Angular 20',
}

describe('a page built with', { concurrency: 3 }, () => {
  const here = new Place()
  const it = (title: string, run: () => Promise<void>) => test(title, here.alone(run))
  const page = () => here.context.pages()[0]!
  /** Frames that a page ever made since it was last loaded. */
  const made = new WeakMap<Page, number>()

  before(async () => {
    const { wallet } = here.world.stack.urls
    for (const name of FRAMEWORKS) {
      here.site.page(`/${name}.js`, await bundleFramework(name, wallet), {
        'content-type': 'text/javascript',
      })
      const script = `<script type="module" src="/${name}.js"></script>`
      here.site.page(`/${name}`, `<!doctype html><html lang="en"><body></body>${script}</html>`)
    }
    for (const name of SERVED) {
      here.site.page(`/${name}-served.js`, await bundleFramework(name, wallet, true), {
        'content-type': 'text/javascript',
      })
      const body = `<div id="root">${await renderFramework(name, wallet)}</div>`
      const script = `<script type="module" src="/${name}-served.js"></script>`
      here.site.page(
        `/${name}-served`,
        `<!doctype html><html lang="en"><body>${body}${script}</body></html>`,
      )
    }
    const html = await readFile(fromRoot('test/fixtures/frameworks/html/index.html'), 'utf8')
    here.site.page('/html', html.replaceAll('https://wallet.example', wallet))
  })

  /** Opens a page; fails with whatever it reports. */
  const open = async (name: string, use: () => Promise<void>) => {
    const opened = await here.context.newPage()
    const problems: string[] = []
    opened.on('pageerror', ({ message }) => problems.push(message))
    opened.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text())
    })
    opened.on('frameattached', () => made.set(opened, made.get(opened)! + 1))
    made.set(opened, 0)
    await opened.goto(`${here.site.origin('shop')}/${name}`)
    await ready()
    await use()
    assert.deepEqual(problems, [])
  }

  const ready = () =>
    page().waitForFunction(() => document.querySelector('wallet-embed')?.isInitialized)

  const signIn = async () => {
    await page().getByRole('button', { name: 'Open wallet' }).click()
    await signInAt(page())
    await page()
      .getByText(/^Signed in as 0x/)
      .waitFor()
    await page().getByRole('button', { name: 'Close wallet' }).click()
  }

  const traces = async () => ({
    elements: await page().locator('wallet-embed, iframe, dialog').count(),
    frames: page().frames().length - 1,
  })

  /** The browser tells of a frame that went a moment later. */
  const isGone = async () => {
    while (page().frames().length > 1) await page().waitForEvent('framedetached')
    assert.deepEqual(await traces(), { elements: 0, frames: 0 })
  }

  /** Properties arrive, events are heard, and what is drawn again is the same wallet. */
  const useWallet = async () => {
    const wallet = page().locator('wallet-embed')
    const network = await wallet.evaluate((element: HTMLElementTagNameMap['wallet-embed']) =>
      JSON.parse(JSON.stringify(element.network)),
    )
    assert.deepEqual(network, { host: 'localhost' })
    await signIn()

    await page().getByRole('button', { name: 'Move the wallet' }).click()
    await page().waitForFunction(
      () => document.querySelector('wallet-embed')?.buttonPosition === 'bottom-right',
    )
    assert.equal(made.get(page()), 1)
    assert.deepEqual(await traces(), { elements: 3, frames: 1 })
    assert.equal(await isLoggedIn(), true)

    made.set(page(), 0)
    await page().reload()
    await ready()
    assert.equal(made.get(page()), 1)
    assert.equal(await isLoggedIn(), true)
    await page()
      .getByText(/^Signed in as 0x/)
      .waitFor()
  }

  const isLoggedIn = () => page().evaluate(() => document.querySelector('wallet-embed')?.isLoggedIn)

  for (const name of FRAMEWORKS) {
    it(`${NAMES[name]} signs in through the tag, with one frame, and removes all of it again`, () =>
      open(name, async () => {
        await useWallet()
        await page().evaluate('window.unmount()')
        await isGone()
      }))
  }

  for (const name of SERVED) {
    it(`${NAMES[name]}, written by a server, signs in, with one frame, and removes all of it again`, () =>
      open(`${name}-served`, async () => {
        await useWallet()
        await page().evaluate('window.unmount()')
        await isGone()
      }))
  }

  it('React 19 in StrictMode starts one wallet of the class, and cleans up', () =>
    open('react?class', async () => {
      assert.deepEqual(await traces(), { elements: 3, frames: 1 })
      await signIn()
      await page().evaluate('window.unmount()')
      await page().locator('wallet-embed').waitFor({ state: 'detached' })
      await isGone()
    }))

  it('React 19 in StrictMode has a login client that logs in by the button, and out', async () => {
    await here.context.newPage()
    await page().goto(`${here.site.origin('shop')}/react?login`)
    const popup = page().waitForEvent('popup')
    await page().getByRole('button', { name: 'Continue with Google' }).click()
    await pickAccount(await popup, PERSON)
    await page().getByText('Signed in').waitFor()
    await page().reload()
    await page().getByText('Signed in').waitFor()
    await page().getByRole('button', { name: 'Sign out' }).click()
    await page().getByText('Signed out').waitFor()
    assert.equal(await page().getByRole('alert').first().textContent(), '')
  })

  it('React 19 switches the button and the log of the components, back and forth', () =>
    open('react?props', async () => {
      const login = page().getByRole('button', { name: 'Continue with Google' })
      for (const isSwitched of [false, true, false]) {
        assert.equal(await login.isEnabled(), !isSwitched)
        const isLogging = await page().evaluate(
          () => document.querySelector('wallet-embed')!.enableLogging,
        )
        assert.equal(isLogging, isSwitched)
        await page().getByRole('button', { name: 'Switch' }).click()
      }
    }))

  it('plain HTML signs in through the tag, with one frame, and removes all of it again', () =>
    open('html', async () => {
      await useWallet()
      await page().evaluate(() => document.querySelector('wallet-embed')!.remove())
      await isGone()
    }))
})
