import { expect } from '@open-wc/testing'

import { putKey } from '../../src/app/signer/key-store.js'
import { encrypt, exportPublicKey, generateKeyPair } from '../../src/shared/jwe.js'
import { ADDRESS, clearStorage, createApp, fakeSigner, OTHER, USER } from './app-support.js'

const { fetch } = window
const STATE = 'state'

/** The page has left for the provider, and is back. @returns What it brought. */
async function comeBack(): Promise<string> {
  const pair = await generateKeyPair()
  await putKey('key', { key: pair, expires: Date.now() + 60_000 })
  const left = { state: STATE, id: 'prepared', nonce: '', codeVerifier: '', login: 'google' }
  sessionStorage.setItem('wallet-embed:left', JSON.stringify({ ...left, keyId: 'key' }))
  const answer = { state: STATE, query: `?state=${STATE}&code=abc` }
  return encrypt(JSON.stringify(answer), await exportPublicKey(pair.publicKey))
}

/** A wallet whose session begins when `seal` is called. */
function slowApp() {
  let seal = () => {}
  const sealing = new Promise<null>((resolve) => {
    seal = () => resolve(null)
  })
  return { ...createApp(fakeSigner({ seal: () => sealing })), seal }
}

describe('a login that the page brought back', () => {
  beforeEach(() => {
    clearStorage()
    window.fetch = async () => Response.json({ idToken: 'e30.e30.' })
  })
  afterEach(() => {
    window.fetch = fetch
    clearStorage()
  })

  it('and that gave way to a different one does not lock that one’s session', async () => {
    const { signer, asked } = fakeSigner()
    const { app } = createApp({ signer })
    await app.flow.resume(await comeBack(), app.logins)
    expect(app.flow.status.name).to.equal('returned')
    await app.flow.run(() => app.life.begin({ addresses: [OTHER], userInfo: USER }))
    expect(app.own.chosen).to.equal(OTHER)
    const begun = asked.length
    // The person closes the panel.
    app.dismiss()
    expect(asked.slice(begun).includes('lock')).to.equal(false)
    expect(asked.includes('lock'), 'the secret that is not wanted').to.equal(true)
  })
  it('begins once, however often the person says that it is theirs', async () => {
    const { app, seal } = slowApp()
    await app.flow.resume(await comeBack(), app.logins)
    const accepted = app.flow.accept()
    await app.flow.accept()
    expect(app.flow.status.name).to.equal('returned')
    seal()
    await accepted
    expect([app.flow.status.name, app.own.chosen]).to.deep.equal(['ready', ADDRESS])
  })

  it('and that the person gives up as it begins is over without an error', async () => {
    const { app, seal } = slowApp()
    await app.flow.resume(await comeBack(), app.logins)
    const accepted = app.flow.accept()
    app.flow.cancel()
    seal()
    await accepted
    expect(app.flow.status).to.deep.equal({ name: 'ready' })
    expect(app.own.chosen).to.equal(undefined)
  })
})
