import { expect } from '@open-wc/testing'

import { finishLogin } from '../../src/app/authorization.js'
import { findOption, loginOptions } from '../../src/app/login-options.js'
import { CONFIG, fakeSigner } from './app-support.js'

const NODES = [1, 2].map((index) => ({
  index,
  url: `https://node${index}.example.test/`,
  publicKey: '0'.repeat(64),
}))

describe('a login whose code is being exchanged', () => {
  const real = globalThis.fetch
  afterEach(() => {
    globalThis.fetch = real
  })

  it('has opened the way to every node, with what it will send, before the ID token is there', async () => {
    const asked: [url: string, init: RequestInit][] = []
    globalThis.fetch = async (url, init = {}) => {
      asked.push([String(url), init])
      if (!String(url).endsWith('/token')) throw new TypeError('A node that is down.')
      return Response.json({ idToken: 'the.id.token' })
    }
    const config = { ...CONFIG, keyNetwork: { ...CONFIG.keyNetwork, nodes: NODES } }
    const { signer, asked: askedOfSigner } = fakeSigner()
    const option = findOption(loginOptions(config.verifiers, {}), 'google')!
    const attempt = { id: 'a', codeVerifier: 'v', nonce: 'n' }
    await finishLogin(config, signer, option, attempt, { code: 'the code', name: '' }, null)
    expect(asked.map(([url]) => url)).to.deep.equal([
      'https://node1.example.test/evaluate',
      'https://node2.example.test/evaluate',
      `${CONFIG.loginService}/token`,
    ])
    const [first, , token] = asked.map(([, init]) => init)
    expect(first!.method).to.equal(undefined)
    expect(new Headers(first!.headers).get('content-type')).to.equal('application/json')
    expect(first!.credentials).to.equal(token!.credentials)
    // With a cache mode the browser would ask anew whether it may, before each of these.
    expect(token!.cache).to.equal(undefined)
    expect(askedOfSigner).to.deep.equal(['login'])
  })
})
