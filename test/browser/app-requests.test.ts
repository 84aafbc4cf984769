import { expect } from '@open-wc/testing'

import { ApprovalQueue } from '../../src/app/approval/approval-queue.js'
import { ProviderRpcError, WalletError } from '../../src/shared/errors.js'
import {
  ADDRESS,
  CHAIN,
  createApp,
  fakeNode,
  fakeSigner,
  OTHER,
  rawOf,
  rpcCodeOf,
  SITE,
  sentHash,
  signedIn,
  storedSession,
  storeSession,
} from './app-support.js'
import { codeOf, until } from './support.js'

const MESSAGE = { message: new Uint8Array([1]), chain: CHAIN }

describe('what waits for the person', () => {
  it('is asked one at a time and in order', async () => {
    const requests = new ApprovalQueue(() => {})
    const order: string[] = []
    const first = requests.ask('message', MESSAGE).then(() => order.push('first'))
    const second = requests.ask('connect', null).then(() => order.push('second'))
    expect(requests.current?.kind).to.equal('message')
    requests.current?.kind === 'message' && requests.current.approve(null)
    expect(requests.current?.kind).to.equal('connect')
    requests.current?.kind === 'connect' && requests.current.approve(null)
    await Promise.all([first, second])
    expect(order).to.deep.equal(['first', 'second'])
    expect(requests.current).to.equal(undefined)
  })

  it('is settled once: a second click answers nothing else', async () => {
    const requests = new ApprovalQueue(() => {})
    const first = requests.ask('message', MESSAGE)
    const second = requests.ask('message', MESSAGE)
    const question = requests.current!
    question.reject()
    question.reject()
    if (question.kind === 'message') question.approve(null)
    expect(await codeOf(first)).to.equal('USER_REJECTED')
    expect(requests.size).to.equal(1)
    requests.rejectAll()
    expect(await codeOf(second)).to.equal('USER_REJECTED')
  })

  it('is no more than fifty', async () => {
    const requests = new ApprovalQueue(() => {})
    const pending = Array.from({ length: 50 }, () => codeOf(requests.ask('message', MESSAGE)))
    let code = ''
    try {
      void requests.ask('message', MESSAGE)
    } catch (error) {
      code = WalletError.from(error).code
    }
    expect(code).to.equal('LIMIT_EXCEEDED')
    requests.rejectAll()
    expect(new Set(await Promise.all(pending))).to.deep.equal(new Set(['USER_REJECTED']))
  })
})

describe('a page’s request', () => {
  beforeEach(() => sessionStorage.clear())
  after(() => sessionStorage.clear())

  it('for the accounts asks nobody when the site is connected', async () => {
    const { app, told } = signedIn()
    expect(await app.core.rpc('eth_requestAccounts', [])).to.deep.equal([ADDRESS])
    expect(await app.core.rpc('eth_accounts', [])).to.deep.equal([ADDRESS])
    expect(told).to.deep.equal([])
  })

  it('sees no account until the person connects the site; then it does, also after a reload', async () => {
    const { app, told } = signedIn({}, { connected: ['https://other.example.test'] })
    expect([app.state.loggedIn, app.own.chosen]).to.deep.equal([false, ADDRESS])
    expect(await app.core.rpc('eth_accounts', [])).to.deep.equal([])
    expect(await rpcCodeOf(app.core.rpc('personal_sign', ['0x00', ADDRESS]))).to.equal(4100)
    const accounts = app.core.rpc('eth_requestAccounts', [])
    await until(() => app.requests.current)
    expect(app.requests.current?.kind).to.equal('connect')
    expect(told.at(-1)).to.deep.equal(['panel', { open: true }])
    if (app.requests.current?.kind === 'connect') app.requests.current.approve(null)
    expect(await accounts).to.deep.equal([ADDRESS])
    expect(told.at(-1)?.[0]).to.equal('state')
    expect(told.filter(([name]) => name === 'panel').at(-1)).to.deep.equal([
      'panel',
      { open: false },
    ])
    const { app: later } = createApp()
    later.restore()
    expect(later.state.accounts).to.deep.equal([ADDRESS])
  })

  it('opens the panel with every screen that the page asks for, also right after it was closed', () => {
    const { app, told } = signedIn()
    const panels = () => told.filter(([name]) => name === 'panel').map(([, payload]) => payload)
    app.show('home')
    expect(panels()).to.deep.equal([{ open: true }])
    app.dismiss()
    app.show('home')
    expect(panels().slice(1)).to.deep.equal([{ open: false }, { open: true }])
  })

  it('opens the panel again with each question, since the page may have opened a dialog over it', async () => {
    const { app, told } = signedIn()
    app.show('home')
    for (const _ of [1, 2]) app.core.rpc('personal_sign', ['0x00', ADDRESS]).catch(() => {})
    for (const opened of [2, 3]) {
      await until(() => told.filter(([name]) => name === 'panel').length === opened)
      app.requests.current!.reject()
    }
    expect(told.filter(([name]) => name === 'panel').at(-1)?.[1]).to.deep.equal({ open: true })
  })

  it('is 4001 when the person closes the panel', async () => {
    const { app, told } = signedIn()
    const signatures = [1, 2].map(() => rpcCodeOf(app.core.rpc('personal_sign', ['0x00', ADDRESS])))
    await until(() => app.requests.size === 2)
    app.dismiss()
    expect(await Promise.all(signatures)).to.deep.equal([4001, 4001])
    expect(told.at(-1)).to.deep.equal(['panel', { open: false }])
  })

  it('is not answered by a swipe, of the page as of the wallet itself; what asks nothing closes', async () => {
    const { app, told } = signedIn()
    app.show('home')
    app.core.rpc('personal_sign', ['0x00', ADDRESS]).catch(() => {})
    await until(() => app.requests.size === 1)
    app.dismiss('swipe')
    expect(app.requests.size).to.equal(1)
    app.dismiss()
    app.show('sites')
    app.requests.ask('connect', { isOwn: true } as never).catch(() => {})
    app.dismiss('swipe')
    expect(app.requests.size).to.equal(1)
    app.requests.rejectAll()
    app.dismiss('swipe')
    expect(told.at(-1)).to.deep.equal(['panel', { open: false }])
  })

  it('is signed once the person approves, and not before', async () => {
    const { signer, asked } = fakeSigner()
    const { app } = signedIn({ signer })
    const signature = app.core.rpc('personal_sign', ['0x6869', ADDRESS])
    await until(() => app.requests.current)
    expect(asked).to.not.include('signMessage')
    if (app.requests.current?.kind === 'message') app.requests.current.approve(null)
    expect(await signature).to.equal('0xsigned-message')
  })

  it('to send is prepared, signed and sent, and its hash comes back', async () => {
    const { node, asked } = fakeNode()
    const { app } = signedIn({ node })
    const hash = app.core.rpc('eth_sendTransaction', [{ to: OTHER, value: '0x1' }])
    await until(() => app.requests.current)
    const question = app.requests.current
    if (question?.kind !== 'transaction') throw new Error('No question.')
    expect(question.subject.isOwn).to.equal(false)
    const { transaction } = await app.core.prepare(question.subject.request, app.chains.current)
    question.approve(transaction)
    expect(await hash).to.equal(sentHash(0))
    expect(asked.filter(([method]) => method === 'eth_sendRawTransaction')).to.deep.equal([
      ['eth_sendRawTransaction', [rawOf(0)]],
    ])
    const { status, chainId, attempts } = app.core.activity!.news!
    expect([attempts[0]!.hash, status, chainId]).to.deep.equal([
      sentHash(0),
      'pending',
      CHAIN.chainId,
    ])
  })

  it('to send says whether it waits for an earlier one, leaves numbers out, or takes another’s', async () => {
    const { app } = signedIn({ node: fakeNode({ eth_getTransactionCount: '0x7' }).node })
    const request = { from: ADDRESS, to: OTHER, value: 1n, data: '0x', fees: undefined } as const
    const placeOf = async (nonce?: bigint) =>
      (
        await app.core.prepare(
          { ...request, ...(nonce !== undefined && { nonce }) },
          app.chains.current,
        )
      ).place
    expect(await placeOf()).to.equal(undefined)
    const hash = app.core.rpc('eth_sendTransaction', [{ to: OTHER, value: '0x1' }])
    await until(() => app.requests.current)
    if (app.requests.current?.kind !== 'transaction') throw new Error('No question.')
    app.requests.current.approve((await app.core.prepare(request, app.chains.current)).transaction)
    await hash
    expect(await placeOf()).to.equal('behind')
    expect(await placeOf(9n)).to.equal('beyond')
    expect(await placeOf(7n)).to.equal('taken')
    expect((await app.core.prepareCalls([request, request], CHAIN)).place).to.equal('behind')
  })

  it('to an address with a wrong checksum is refused before anyone is asked', async () => {
    const { signer } = fakeSigner({ checksum: null })
    const { app } = signedIn({ signer })
    expect(await rpcCodeOf(app.core.rpc('eth_sendTransaction', [{ to: OTHER }]))).to.equal(-32602)
    expect(app.requests.size).to.equal(0)
  })

  const WRONG = `0x${'aBADaBADaB'.repeat(4)}`
  const typed = (own: object) => [
    ADDRESS,
    {
      domain: { name: 'Shop' },
      types: {
        EIP712Domain: [{ name: 'name', type: 'string' }],
        Order: [
          { name: 'to', type: 'address' },
          { name: 'parts', type: 'Part[]' },
          { name: 'others', type: 'address[]' },
        ],
        Part: [{ name: 'whom', type: 'address' }],
      },
      primaryType: 'Order',
      message: { to: OTHER, parts: [], others: [] },
      ...own,
    },
  ]
  const CASES: [path: string, method: string, params: unknown[]][] = [
    ['to', 'eth_sendTransaction', [{ to: WRONG }]],
    [
      'accessList.1.address',
      'eth_signTransaction',
      [{ to: OTHER, accessList: [OTHER, WRONG].map((address) => ({ address, storageKeys: [] })) }],
    ],
    [
      'calls.1.to',
      'wallet_sendCalls',
      [
        {
          version: '2.0.0',
          chainId: `0x${CHAIN.chainId.toString(16)}`,
          atomicRequired: false,
          calls: [{ to: OTHER }, { to: WRONG }],
        },
      ],
    ],
    [
      'message.to',
      'eth_signTypedData_v4',
      typed({ message: { to: WRONG, parts: [], others: [] } }),
    ],
    [
      'message.parts.1.whom',
      'eth_signTypedData_v4',
      typed({
        message: { to: OTHER, parts: [{ whom: OTHER }, { whom: WRONG }], others: [] },
      }),
    ],
    [
      'message.others.0',
      'eth_signTypedData_v4',
      typed({
        message: { to: OTHER, parts: [], others: [WRONG] },
      }),
    ],
    [
      'data.1',
      'eth_signTypedData',
      [[OTHER, WRONG].map((value) => ({ type: 'address', name: 'Whom', value })), ADDRESS],
    ],
  ]
  for (const [path, method, params] of CASES) {
    it(`names ${path} of ${method} where its checksum is wrong, before anyone is asked`, async () => {
      const checksum = (text: string) => (text === WRONG ? null : text)
      const { signer } = fakeSigner({ checksum })
      const { app } = signedIn({ signer })
      const error = await app.core.rpc(method, params).then(
        () => undefined,
        (reason) => reason as Error,
      )
      expect(error?.message).to.include(`${path}: expected an address with a right checksum`)
      expect(app.requests.size).to.equal(0)
    })
  }

  for (const [method, params, code] of [
    ['wallet_noSuchThing', [], 4200],
    ['constructor', [], 4200],
    ['eth_sign', [ADDRESS, '0x00'], 4200],
    ['personal_sign', [7], -32602],
    ['personal_sign', ['0x00', OTHER], 4100],
    ['eth_signTypedData_v4', [ADDRESS, '{'], -32602],
    ['eth_sendTransaction', [{ to: OTHER, value: '1 ETH' }], -32602],
    ['eth_sendTransaction', [{ from: OTHER, to: OTHER }], 4100],
  ] as const) {
    it(`${method} with ${JSON.stringify(params)} is ${code}, and nobody is asked`, async () => {
      const { app } = signedIn()
      expect(await rpcCodeOf(app.core.rpc(method, params))).to.equal(code)
      expect(app.requests.size).to.equal(0)
    })
  }

  it('to sign is 4100 while nobody is logged in', async () => {
    const { app } = createApp()
    expect(await rpcCodeOf(app.core.rpc('personal_sign', ['0x00', ADDRESS]))).to.equal(4100)
  })

  it('that only reads goes to the node, with the node’s own errors', async () => {
    const refused = new ProviderRpcError(-32602, 'odd address')
    const { node } = fakeNode({ eth_getBalance: refused })
    const { app } = createApp({ node })
    expect(await app.core.rpc('eth_blockNumber', undefined)).to.equal('0x10')
    expect(await rpcCodeOf(app.core.rpc('eth_getBalance', ['x']))).to.equal(-32602)
    expect(await app.core.rpc('eth_chainId', [])).to.equal('0x7a69')
    expect(await app.core.rpc('net_version', [])).to.equal('31337')
  })
})

describe('a session', () => {
  beforeEach(() => sessionStorage.clear())
  after(() => sessionStorage.clear())

  it('ends everywhere on logout: state, storage, signer, panel and what was asked', async () => {
    const { signer, asked } = fakeSigner()
    const { app, told } = signedIn({ signer })
    app.show('home')
    const pending = rpcCodeOf(app.core.rpc('personal_sign', ['0x00', ADDRESS]))
    await until(() => app.requests.current)
    expect(await app.logout()).to.include({ loggedIn: false })
    expect(await pending).to.equal(4100)
    expect(storedSession()).to.equal(null)
    expect(asked).to.include('lock')
    expect(told.find(([name]) => name === 'state')?.[1]).to.deep.include({
      loggedIn: false,
      accounts: [],
    })
    expect(told.filter(([name]) => name === 'panel').at(-1)?.[1]).to.deep.equal({ open: false })
    expect(await codeOf(app.logout())).to.equal('NOT_LOGGED_IN')
  })

  it('that has run out is over, and the page is told', () => {
    storeSession({ expires: Date.now() - 1 })
    const { app, told } = createApp()
    app.restore()
    expect(app.state.loggedIn).to.equal(false)
    expect(storedSession()).to.equal(null)
    expect(told.map(([name]) => name)).to.include('sessionExpired')
  })

  it('that has run out is no news to a page that is not connected', () => {
    storeSession({ expires: Date.now() - 1, connected: [] })
    const { app, told } = createApp()
    app.restore()
    expect(storedSession()).to.equal(null)
    expect(told).to.deep.equal([])
  })

  it('whose key is gone is over, and the page is told', async () => {
    const { signer } = fakeSigner({ unlock: new WalletError('SESSION_EXPIRED') })
    const { app, told } = signedIn({ signer })
    await until(() => !app.state.loggedIn)
    expect(told.map(([name]) => name)).to.include('sessionExpired')
  })

  it('whose signer gives no answer stays, and is opened when it is needed', async () => {
    const answers: unknown[] = [new WalletError('TIMEOUT')]
    const { signer } = fakeSigner()
    const ask: typeof signer.ask = async (method, params) => {
      const failure = method === 'unlock' && answers.pop()
      if (failure) throw failure
      return signer.ask(method, params)
    }
    const { app } = signedIn({ signer: { ask } })
    await until(() => !answers.length)
    const signature = app.core.rpc('personal_sign', ['0x6869', ADDRESS])
    await until(() => app.requests.current)
    if (app.requests.current?.kind === 'message') app.requests.current.approve(null)
    expect(await signature).to.equal('0xsigned-message')
    expect(app.state.loggedIn).to.equal(true)
  })

  it('of another form than ours is none', () => {
    sessionStorage.setItem('wallet-embed:session', '{"addresses":["0x1"]}')
    const { app } = createApp()
    app.restore()
    expect(app.state).to.deep.include({ loggedIn: false, accounts: [] })
  })

  it('shows the page nothing of what is in the storage', () => {
    const { app } = signedIn()
    expect(JSON.stringify(app.state)).to.not.include('ciphertext')
    expect(Object.keys(app.state)).to.deep.equal([
      'loggedIn',
      'accounts',
      'chainId',
      'rpcUrl',
      'texts',
    ])
    expect(storedSession()).to.include(SITE)
  })
})
