/** A session that is begun, ended or replaced in another frame or tab of the same storage. */
import { expect } from '@open-wc/testing'

import type { Signer } from '../../src/app/signer/signer.js'
import { WalletError } from '../../src/shared/errors.js'
import {
  ADDRESS,
  createApp,
  OTHER,
  rpcCodeOf,
  signedIn,
  storedSession,
  storeSession,
} from './app-support.js'
import { until } from './support.js'

const REPLACED = { addresses: [OTHER], sealed: { keyId: 'other', iv: 'iv', data: 'data' } }

/** As the browser tells of what another document stored. */
const tellOfStorage = () =>
  dispatchEvent(
    new StorageEvent('storage', { storageArea: sessionStorage, key: 'wallet-embed:session' }),
  )

describe('a session of several documents', () => {
  beforeEach(() => sessionStorage.clear())
  afterEach(() => {
    // Apps of the other tests hear of it too.
    sessionStorage.clear()
    tellOfStorage()
  })

  it('that begins elsewhere answers who waits for a sign-in here', async () => {
    const { app } = createApp()
    const accounts = app.rpc('eth_requestAccounts', [])
    await until(() => app.requests.current)
    storeSession()
    tellOfStorage()
    expect(await accounts).to.deep.equal([ADDRESS])
    expect(app.state.loggedIn).to.be.true
  })

  it('that is replaced by another account’s answers nothing that the first was asked', async () => {
    const { app, told } = signedIn()
    const signature = rpcCodeOf(app.rpc('personal_sign', ['0x6869', ADDRESS]))
    await until(() => app.requests.current)
    storeSession(REPLACED)
    tellOfStorage()
    expect(await signature).to.equal(4100)
    expect(app.requests.size).to.equal(0)
    expect(app.state.accounts).to.deep.equal([OTHER])
    expect(told.filter(([name]) => name === 'panel').at(-1)?.[1]).to.deep.equal({ open: false })
  })

  it('that expired does not end the one that took its place meanwhile', async () => {
    const expiring: ((error: Error) => void)[] = []
    const ask = (method: string, params: { keyId?: string }) =>
      method === 'unlock' && params.keyId === 'key'
        ? new Promise((_, reject) => expiring.push(reject))
        : Promise.resolve(null)
    const { app, told } = signedIn({ signer: { ask } as unknown as Signer })
    storeSession(REPLACED)
    tellOfStorage()
    expect(expiring).to.have.length(1)
    expiring[0]!(new WalletError('SESSION_EXPIRED'))
    await app.sign('signMessage', null as never)
    expect(app.state.accounts).to.deep.equal([OTHER])
    expect(storedSession()).to.contain(OTHER)
    expect(told.some(([name]) => name === 'sessionExpired')).to.be.false
  })

  it('that ends elsewhere ends here, with what was asked', async () => {
    const { app } = signedIn()
    const signature = rpcCodeOf(app.rpc('personal_sign', ['0x6869', ADDRESS]))
    await until(() => app.requests.current)
    sessionStorage.clear()
    tellOfStorage()
    expect(await signature).to.equal(4100)
    expect(app.state).to.deep.include({ loggedIn: false, accounts: [] })
  })
})
