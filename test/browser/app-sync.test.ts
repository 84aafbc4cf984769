/** When a wallet exchanges things with the login service, and what a sign-in may not begin meanwhile. */
import { expect } from '@open-wc/testing'

import { syncOf } from '../../src/app/wallet/watch/other-devices.js'
import {
  ADDRESS,
  CONFIG,
  clearStorage,
  createApp,
  fakeSigner,
  OTHER,
  signedIn,
  USER,
} from './app-support.js'
import { codeOf, until } from './support.js'

const personOf = () => ({ addresses: [ADDRESS as `0x${string}`], userInfo: USER })

describe('a wallet whose login service is away', () => {
  const { fetch, setTimeout } = window
  afterEach(() => {
    Object.assign(window, { fetch, setTimeout })
    clearStorage()
  })

  it('asks less and less, says so, and asks at once when the device is online again', async () => {
    let reads = 0
    window.fetch = async (url) => {
      if (String(url).includes('/config.json')) return Response.json({ ...CONFIG, sync: true })
      reads += 1
      throw new TypeError('Failed to fetch')
    }
    const waits: number[] = []
    window.setTimeout = ((work: () => void, ms = 0) => {
      // The session's own end is later than that.
      if (ms <= 300_000) waits.push(ms)
      return setTimeout(work, ms)
    }) as typeof window.setTimeout
    const { signer } = fakeSigner({ syncLocator: { locator: 'A'.repeat(43), first: ADDRESS } })
    const { app } = signedIn({ signer })
    const sync = syncOf(app)
    const longest: number[] = []
    for (const time of [1, 2, 3, 4]) {
      await until(`try ${time}`, () => reads === time && sync.state === 'waiting')
      await until('the next', () => waits.some((ms) => ms >= 1_900))
      longest.push(Math.max(...waits))
      waits.length = 0
      dispatchEvent(new Event('online'))
    }
    expect(longest[3]).to.be.above(15_900)
    expect(longest[3]).to.be.at.most(32_000)
    expect(longest[0]).to.be.at.most(4_000)
  })
})

describe('a sign-in', () => {
  afterEach(clearStorage)

  it('that the person gave up while it waited begins no session', async () => {
    const { app } = createApp({ signer: fakeSigner().signer })
    const given = codeOf(app.life.begin(personOf(), false, undefined, AbortSignal.abort()))
    expect(await given).not.to.equal('no error')
    expect([app.own.chosen, app.own.given]).to.deep.equal([undefined, []])
  })

  it('gets no addresses of a person who signed in meanwhile', async () => {
    localStorage.setItem(
      `wallet-embed:accounts:${ADDRESS}`,
      JSON.stringify({ count: 2, chosen: 0, names: {} }),
    )
    const { signer } = fakeSigner({ addresses: { addresses: [OTHER, ADDRESS] } })
    const { app } = createApp({ signer })
    expect(await codeOf(app.life.begin(personOf()))).to.equal('ABORTED')
    expect(app.own.chosen).to.equal(undefined)
  })
})
