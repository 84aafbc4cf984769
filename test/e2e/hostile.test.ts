/** What else a hostile page may try: to speak in another's name, odd names, changed built-ins, too much. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Frame, Page } from 'playwright-core'

import { before, describe, it } from '../support/suite.js'
import { barePage } from './site.js'
import { approve, walletFrame } from './support.js'
import { newProfile, Place, signInAt } from './visit.js'

/** Keys that every object seems to have. */
const INHERITED = ['__proto__', 'constructor']

/** In the page: a wallet, started; and `outcome`, which says how a promise ended. */
const HELPERS = `
  window.start = (url, params) => {
    window.wallet = new lib.Wallet({ walletUrls: { production: url } })
    return outcome(window.wallet.init({ network: { host: 'localhost' }, ...params }))
  }
  window.outcome = (promise) => promise.then(
    (value) => ({ value }),
    ({ name, code, message }) => ({ name, code, message }),
  )
  window.rpc = (method, params) => outcome(window.wallet.provider.request({ method, params }))
  window.rpcs = (method, params, count) =>
    Promise.all(Array.from({ length: count }, () => window.rpc(method, params)))
`
/** Spoils what all code of the page relies on, before any of it runs. */
const POLLUTION = `<!doctype html><script>
  Object.assign(Object.prototype, { site: 'https://bank.example.test', address: '0x00', isOwn: true })
  Array.prototype[3] = 'polluted'
</script>`

interface Outcome {
  value?: unknown
  name?: string
  code?: string | number
  message?: string
}

describe('a hostile page, beyond the panel', () => {
  const here = new Place()
  let context: BrowserContext
  let page: Page

  before(async () => {
    here.site.page('/', barePage(HELPERS))
    // In one file, as the page's bundler would not make it: esbuild's own loops stumble over such names.
    const script = await readFile('dist/cdn/wallet-embed.js', 'utf8')
    here.site.page('/cdn.js', script, { 'content-type': 'text/javascript' })
    here.site.page('/polluted', POLLUTION + barePage(HELPERS).replace('/lib.js', '/cdn.js'))
    context = await newProfile(here.world)
    page = await context.newPage()
  })

  const open = async (path = '/', name = 'shop') => {
    await page.goto(`${here.site.origin(name)}${path}`)
    await page.waitForFunction(() => 'loaded' in window)
  }
  const run = <T = Outcome>(script: string): Promise<T> => page.evaluate(script) as Promise<T>
  const start = (params: object = {}) =>
    run(`start(${JSON.stringify(here.world.stack.urls.wallet)}, ${JSON.stringify(params)})`)
  const rpc = (method: string, params: unknown = []) =>
    run(`rpc(${JSON.stringify(method)}, ${JSON.stringify(params)})`)
  const works = async () => assert.equal(Array.isArray((await rpc('eth_accounts')).value), true)
  const frame = (): Frame => page.frames().find((one) => one.url().includes('/frame?'))!
  async function signIn(): Promise<string> {
    const accounts = run<{ value: string[] }>(`rpc('eth_requestAccounts')`)
    await signInAt(page)
    return (await accounts).value[0]!
  }

  it('gets nothing from the frame by messages of another window, nonce, shape or without a port', async () => {
    await open()
    await start()
    const url = new URLSearchParams(new URL(frame().url()).hash.slice(1))
    const nonce = url.get('nonce')!
    // A port that the wallet took would answer `init` with ALREADY_INITIALIZED or NOT_INITIALIZED.
    await run(`(() => {
      window.heard = []
      const target = document.querySelector('wallet-embed').shadowRoot.querySelector('iframe').contentWindow
      const shapes = [null, 1, 'connect', [], { protocol: 'wallet-embed/1' }, { protocol: 'wallet-embed/1', type: 'connect' },
        { protocol: 'wallet-embed/1', type: 'connect', nonce: 1 }, { protocol: 'wallet-embed/2', type: 'connect', nonce: '${nonce}' },
        { protocol: 'wallet-embed/1', type: 'connect', nonce: 'other' }, { protocol: 'wallet-embed/1', type: 'connect', nonce: '${nonce}' },
        { jsonrpc: '2.0', id: 1, method: 'getUserInfo' }]
      const send = (source) => {
        for (const shape of shapes) {
          const { port1, port2 } = new source.MessageChannel()
          port1.onmessage = ({ data }) => window.heard.push(data)
          source.eval('(target, shape, port) => target.postMessage(shape, "*", port)')(target, shape, [port2])
          source.eval('(target, shape) => target.postMessage(shape, "*")')(target, shape)
          port1.postMessage({ jsonrpc: '2.0', id: 1, method: 'init', params: {} })
        }
      }
      const other = document.createElement('iframe')
      document.body.append(other)
      send(window)
      send(other.contentWindow)
    })()`)
    await works()
    assert.deepEqual(await run('window.heard'), [])
  })

  for (const name of INHERITED) {
    it(`that calls things ${name} gets a typed error, or nothing, and breaks nothing`, async () => {
      await open()
      const odd = (value: string) => `JSON.parse(${JSON.stringify(`{"${name}": ${value}}`)})`
      const { wallet } = here.world.stack.urls
      const refused = await start({ network: { host: name } })
      assert.deepEqual([refused.name, refused.code], ['WalletError', 'INVALID_ARGUMENT'])
      const params = `{
        language: ${JSON.stringify(name)},
        loginConfig: ${odd('{"typeOfLogin": "google", "description": "odd"}')},
        enabledVerifiers: ${odd('false')},
        whiteLabel: {
          theme: { isDark: false, colors: ${odd('"#ff0000"')} },
          logoDark: 'https://shop.example.test/a.svg', logoLight: 'https://shop.example.test/a.svg',
          defaultLanguage: ${JSON.stringify(name)},
          customTranslations: ${odd('{"Approve": "odd"}')},
          tncLink: ${odd('"https://shop.example.test/"')},
        },
      }`
      assert.deepEqual(await run(`start(${JSON.stringify(wallet)}, ${params})`), {
        value: undefined,
      })
      assert.equal((await rpc(name)).code, 4200)
      const shown = await run(`outcome(wallet.showWallet('${name}'))`)
      assert.deepEqual([shown.name, shown.code], ['WalletError', 'INVALID_ARGUMENT'])
      await works()
    })
  }

  it('whose built-ins are changed signs what it asked for, and the person sees that', async () => {
    await open('/polluted')
    assert.deepEqual(await start(), { value: undefined })
    const account = await signIn()
    const signature = run<{ value: string }>(`rpc('personal_sign', ['0x6869', '${account}'])`)
    await walletFrame(page).getByText('hi', { exact: true }).waitFor()
    await walletFrame(page).getByText(`shop.localhost:${here.site.port}`).first().waitFor()
    await approve(walletFrame(page))
    const { value } = await signature
    const { recoverMessageAddress } = await import('viem')
    const signer = await recoverMessageAddress({
      message: 'hi',
      signature: value as `0x${string}`,
    })
    assert.equal(signer, account)
  })

  it('within another page is the site that is shown', async () => {
    here.site.page(
      '/around',
      `<!doctype html><title>Around</title><iframe id="inner" width="800" height="600"
      src="${here.site.origin('inner')}/"></iframe>`,
    )
    await page.goto(`${here.site.origin('around')}/around`)
    const inner = await (await page.waitForSelector('#inner')).contentFrame()
    await inner!.waitForFunction(() => 'loaded' in window)
    await inner!.evaluate(`start(${JSON.stringify(here.world.stack.urls.wallet)})`)
    const refused = inner!.evaluate(`rpc('eth_requestAccounts')`)
    const wallet = inner!.frameLocator('wallet-embed iframe')
    await wallet.getByText(`inner.localhost:${here.site.port}`).first().waitFor()
    assert.equal(await wallet.getByText('around.localhost').count(), 0)
    await inner!.evaluate(`document.querySelector('wallet-embed').hide()`)
    assert.equal(((await refused) as Outcome).code, 4001)
  })

  it('that asks without end is told LIMIT_EXCEEDED, and answered again after', async () => {
    await open()
    await start()
    const outcomes = await run<Outcome[]>(`rpcs('wallet_getPermissions', [], 4000)`)
    const refused = outcomes.filter(({ code }) => code === -32005)
    assert.equal(refused.length > 0, true)
    assert.equal(outcomes.length - refused.length >= 2000, true)
    await page.waitForFunction(`rpc('wallet_getPermissions', []).then(({ value }) => !!value)`)
  })
})
