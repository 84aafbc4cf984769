import { expect } from '@open-wc/testing'

import { finishLogin } from '../../src/app/sign-in/authorization.js'
import { findOption, loginOptions } from '../../src/app/sign-in/login-options.js'
import { warmUp } from '../../src/app/signer/warm-up.js'
import { CONFIG, createApp, fakeSigner } from './app-support.js'

const NODES = [1, 2].map((index) => ({
  index,
  url: `https://node${index}.example.test/`,
  publicKey: '0'.repeat(64),
}))

const config = { ...CONFIG, keyNetwork: { ...CONFIG.keyNetwork, nodes: NODES } }

/** What is asked of the network meanwhile. */
async function during(work: () => Promise<unknown>): Promise<[url: string, init: RequestInit][]> {
  const real = globalThis.fetch
  const asked: [string, RequestInit][] = []
  globalThis.fetch = async (url, init = {}) => {
    asked.push([String(url), init])
    if (!String(url).endsWith('/token')) throw new TypeError('A node that is down.')
    return Response.json({ idToken: 'the.id.token' })
  }
  try {
    await work()
  } finally {
    globalThis.fetch = real
  }
  return asked
}

describe('the ways to the nodes are open', () => {
  it('while the person is at the provider', async () => {
    const { open } = window
    window.open = () => ({ close() {}, closed: false }) as unknown as Window
    const { signer, asked } = fakeSigner({ warmUp: null })
    try {
      const { app } = createApp({ signer })
      await app.flow.prepare()
      app.flow.start(findOption(app.logins, 'google')!)
      expect(asked).to.deep.equal(['prepare', 'warmUp'])
      app.flow.cancel()
    } finally {
      window.open = open
    }
  })

  it('before the ID token is there', async () => {
    const { signer, asked: askedOfSigner } = fakeSigner({ warmUp: null })
    const option = findOption(loginOptions(config.verifiers, {}), 'google')!
    const attempt = { id: 'a', codeVerifier: 'v', nonce: 'n' }
    const callback = { code: 'the code', name: '' }
    const asked = await during(() => finishLogin(config, signer, option, attempt, callback, null))
    expect(askedOfSigner).to.deep.equal(['warmUp', 'login'])
    const [url, { cache }] = asked[0]!
    expect(url).to.equal(`${CONFIG.loginService}/token`)
    // With a cache mode the browser would ask anew whether it may, before each of these.
    expect(cache).to.equal(undefined)
  })

  it('by asking each node once whether it may be sent what it will, also one that is down', async () => {
    const asked = await during(async () => {
      warmUp(config.keyNetwork)
      warmUp(config.keyNetwork)
    })
    expect(asked.map(([url]) => url)).to.deep.equal([
      'https://node1.example.test/evaluate',
      'https://node2.example.test/evaluate',
    ])
    for (const [, { method, headers, credentials }] of asked) {
      expect([method, credentials]).to.deep.equal([undefined, 'omit'])
      expect(new Headers(headers).get('content-type')).to.equal('application/json')
    }
  })
})
