import { expect } from '@open-wc/testing'

import type { Wallet } from '../../src/wallet.js'
import { codeOf, createWallet, STAND_IN } from './support.js'

const PINNED = `${STAND_IN}pinned/`

/** The hash that a page pins, of the manifest as it is served. */
async function hashOf(version: string, name = 'SHA-384'): Promise<string> {
  const response = await fetch(`${PINNED}v/${version}/integrity.json`)
  const digest = await crypto.subtle.digest(name, await response.arrayBuffer())
  const text = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return `${name.toLowerCase().replace('-', '')}-${text}`
}

describe('a wallet app that the page pins', () => {
  const realFetch = window.fetch
  let wallet: Wallet
  let fetched: string[]

  beforeEach(() => {
    wallet = createWallet(PINNED)
    fetched = []
    window.fetch = (...[input, init]: Parameters<typeof fetch>) => {
      fetched.push(`${input}`.replace(PINNED, ''))
      return realFetch(input, init)
    }
  })

  afterEach(async () => {
    window.fetch = realFetch
    await wallet.cleanUp()
  })

  const leftovers = () => document.querySelectorAll('wallet-embed, iframe[title=Wallet]').length

  it('is loaded from the folder of its version', async () => {
    await wallet.init({ integrity: { check: false, version: 'good' } })
    const { src } = document
      .querySelector('wallet-embed')!
      .shadowRoot!.querySelector<HTMLIFrameElement>('iframe')!
    expect(src.startsWith(`${PINNED}v/good/frame?`)).to.be.true
    expect(fetched).to.deep.equal([])
  })

  for (const name of ['SHA-384', 'SHA-512']) {
    it(`starts when every file is as pinned by ${name}`, async () => {
      const hash = await hashOf('good', name)
      fetched = []
      await wallet.init({ integrity: { check: true, hash, version: 'good' } })
      expect(wallet.isInitialized).to.be.true
      expect(fetched).to.deep.equal(['v/good/integrity.json', 'v/good/assets/part.txt'])
    })
  }

  it('is not checked when that is not asked for', async () => {
    const hash = await hashOf('changed')
    fetched = []
    await wallet.init({ integrity: { check: false, hash, version: 'changed' } })
    expect(fetched).to.deep.equal([])
  })

  for (const [what, version, pinned] of [
    ['the manifest is another', 'good', 'changed'],
    ['a file is another', 'changed', 'changed'],
    ['the manifest names files outside of its folder', 'upwards', 'upwards'],
    ['there is no manifest', 'bare', 'good'],
  ] as const) {
    it(`does not start when ${what}, and leaves nothing in the page`, async () => {
      const hash = await hashOf(pinned)
      let framed = 0
      const watch = new MutationObserver(() => {
        framed += document.querySelector('wallet-embed')?.shadowRoot?.querySelector('iframe')
          ? 1
          : 0
      })
      watch.observe(document.body, { childList: true })
      const start = wallet.init({ integrity: { check: true, hash, version } })
      expect(await codeOf(start)).to.equal('INTEGRITY_MISMATCH')
      watch.disconnect()
      expect([framed, leftovers()]).to.deep.equal([0, 0])
      expect(fetched.some((path) => path.includes('part.txt'))).to.equal(version === 'changed')
    })
  }

  it('is checked within the time that init may take, and not after cleanUp', async () => {
    window.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    const hash = `sha384-${'A'.repeat(64)}`
    const slow = createWallet(PINNED, { initTimeout: 200 })
    expect(await codeOf(slow.init({ integrity: { check: true, hash } }))).to.equal('TIMEOUT')
    const start = wallet.init({ integrity: { check: true, hash } })
    await Promise.resolve()
    const cleaned = wallet.cleanUp()
    expect(await codeOf(start)).to.equal('ABORTED')
    await cleaned
    expect(leftovers()).to.equal(0)
  })

  for (const [integrity, field] of [
    [{}, 'integrity.check'],
    [{ check: 'yes' }, 'integrity.check'],
    [{ check: true }, 'integrity.hash'],
    [{ check: true, hash: 'sha256-abc' }, 'integrity.hash'],
    [{ check: true, hash: `sha384-${'A'.repeat(63)}` }, 'integrity.hash'],
    [{ check: true, hash: `md5-x sha384-${'A'.repeat(64)}` }, 'integrity.hash'],
    [{ check: false, version: '../..' }, 'integrity.version'],
    [{ check: false, version: 'https://a.example' }, 'integrity.version'],
  ] as const) {
    it(`refuses ${JSON.stringify(integrity).slice(0, 60)}, and names ${field}`, async () => {
      const error = await wallet.init({ integrity } as never).catch((error) => error)
      expect(error.code).to.equal('INVALID_ARGUMENT')
      expect(error.message).to.contain(field)
      expect(leftovers()).to.equal(0)
    })
  }
})
