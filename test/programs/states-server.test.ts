/** `npm run states`: the sources as they are, in a browser. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startDevServer } from '@web/dev-server'
import { chromium } from 'playwright-core'

import { freePorts } from '../../demo/stack/free-ports.js'
import { BROWSER_ARGS, findBrowser } from '../support/browser.js'

/** Milliseconds for what a busy machine is slow at. */
const PATIENCE = 60_000

describe('npm run states', () => {
  it('draws the states and the elements from their sources, with nothing built or bundled', async () => {
    const [port] = await freePorts(1)
    const url = `http://localhost:${port}`
    const server = await startDevServer({
      argv: ['--port', `${port}`],
      logStartMessage: false,
      autoExitProcess: false,
    })
    const browser = await chromium.launch({
      executablePath: await findBrowser(),
      args: BROWSER_ARGS,
    })
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(PATIENCE)
      const paths: string[] = []
      page.on('request', (request) => paths.push(new URL(request.url()).pathname))
      const broken: string[] = []
      page.on('pageerror', ({ message }) => broken.push(message))

      // All states of an area at once are some thousand files: one of them will do.
      await page.route('**', (route) =>
        route.request().frame().parentFrame() ? route.abort() : route.continue(),
      )
      await page.goto(url)
      const one = await page.locator('figure a').first().getAttribute('href')
      await page.unrouteAll()
      await page.goto('about:blank')
      await page.goto(`${url}/demo/states.html${one}`)
      await page.frameLocator('iframe').locator('body[data-ready]').waitFor()
      assert.ok(paths.includes('/demo/page/states/main.ts'))
      assert.ok(paths.some((path) => path.startsWith('/src/app/screens/')))

      await page.goto(`${url}/demo/elements.html`)
      await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
      assert.ok(paths.includes('/components/wallet-embed/wallet-embed.ts'))
      assert.equal(
        await page.evaluate(() => !!customElements.get('wallet-embed')?.prototype.init),
        true,
      )
      assert.deepEqual(
        paths.filter((path) => path.startsWith('/dist/')),
        [],
      )
      assert.deepEqual(broken, [])
    } finally {
      await browser.close()
      await server.stop()
    }
  })
})
