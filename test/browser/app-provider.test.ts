/** Every method that asks the person: approved, rejected, malformed. And what needs nobody. */
import { expect } from '@open-wc/testing'

import type { Question } from '../../src/app/requests.js'
import { PROVEN } from '../../src/app/requests.js'
import type { WalletApp } from '../../src/app/wallet-app.js'
import type { Transport } from '../../src/chain/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
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
} from './app-support.js'
import { until } from './support.js'

const TYPED_DATA = {
  types: { EIP712Domain: [], Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  domain: {},
  message: { text: 'hello' },
}
const BYTES = (size: number) => btoa('\0'.repeat(size))
const ENCRYPTED = {
  version: 'x25519-xsalsa20-poly1305',
  nonce: BYTES(24),
  ephemPublicKey: BYTES(32),
  ciphertext: BYTES(20),
}
const ADDED = {
  chainId: '0x3039',
  chainName: 'Sample chain',
  nativeCurrency: { name: 'Sample', symbol: 'SMP', decimals: 18 },
  rpcUrls: ['https://node.example.test'],
}
const CALLS = {
  version: '2.0.0',
  chainId: '0x7a69',
  atomicRequired: false,
  calls: [{ to: OTHER, value: '0x1' }, { to: OTHER }],
}
const receipt = (own: object = {}) => ({
  logs: [],
  status: '0x1',
  blockHash: '0x01',
  blockNumber: '0x02',
  gasUsed: '0x5208',
  transactionHash: '0xaa',
  from: ADDRESS,
  ...own,
})

/** The page's way to nodes that only it may reach; each says that it is chain 12345. */
const viaPage: Transport = async (_, method) => (method === 'eth_chainId' ? '0x3039' : null)

/** Says yes to what is asked, as the screen would. */
async function approve(app: WalletApp, kind: Question['kind']): Promise<void> {
  await until(() => app.requests.current)
  const question = app.requests.current!
  expect(question.kind).to.equal(kind)
  if (question.kind === 'transaction') {
    const { request, chain } = question.subject
    question.approve((await app.prepare(request, chain)).transaction)
  } else if (question.kind === 'calls') {
    const { requests, chain } = question.subject
    question.approve((await app.prepareCalls(requests, chain)).transactions)
  } else question.approve(null as never)
}

interface Row {
  method: string
  params: unknown
  /** What is asked of the person. */
  kind: Question['kind']
  result: unknown
  malformed: unknown
}

const ROWS: Row[] = [
  {
    method: 'personal_sign',
    params: ['0x6869', ADDRESS],
    kind: 'message',
    result: '0xsigned-message',
    malformed: [7, ADDRESS],
  },
  {
    method: 'eth_signTypedData',
    params: [[{ type: 'string', name: 'text', value: 'hello' }], ADDRESS],
    kind: 'typedData',
    result: '0xsigned-data-v1',
    malformed: [[{ type: 'string', name: 'text', value: 7 }], ADDRESS],
  },
  ...['eth_signTypedData_v3', 'eth_signTypedData_v4'].map((method) => ({
    method,
    params: [ADDRESS, TYPED_DATA],
    kind: 'typedData' as const,
    result: '0xsigned-data',
    malformed: [ADDRESS, { ...TYPED_DATA, message: {} }],
  })),
  {
    method: 'eth_sendTransaction',
    params: [{ to: OTHER, value: '0x1' }],
    kind: 'transaction',
    result: sentHash(0),
    malformed: [{ to: OTHER, value: 1 }],
  },
  {
    method: 'eth_signTransaction',
    params: [{ to: OTHER, value: '0x1' }],
    kind: 'transaction',
    result: rawOf(0),
    malformed: [{ to: OTHER, nonce: 'next' }],
  },
  {
    method: 'wallet_sendCalls',
    params: [{ ...CALLS, id: 'mine' }],
    kind: 'calls',
    result: { id: 'mine' },
    malformed: [{ ...CALLS, calls: [] }],
  },
  {
    method: 'eth_getEncryptionPublicKey',
    params: [ADDRESS],
    kind: 'encryptionKey',
    result: 'public-key',
    malformed: [],
  },
  {
    method: 'eth_decrypt',
    params: [JSON.stringify(ENCRYPTED), ADDRESS],
    kind: 'decrypt',
    result: 'the text',
    malformed: ['{}', ADDRESS],
  },
  {
    method: 'wallet_addEthereumChain',
    params: [ADDED],
    kind: 'addChain',
    result: null,
    malformed: [{ ...ADDED, rpcUrls: ['http://node.example.test'] }],
  },
  {
    method: 'wallet_watchAsset',
    params: { type: 'ERC20', options: { address: OTHER, symbol: 'SMP', decimals: 6 } },
    kind: 'watchAsset',
    result: true,
    malformed: { type: 'ERC20', options: { address: OTHER, symbol: 'ABCDEFGHIJKL' } },
  },
]

function setUp() {
  const { node, asked } = fakeNode({
    eth_call: new ProviderRpcError(3, 'execution reverted'),
    eth_simulateV1: new ProviderRpcError(-32601, 'no such method'),
  })
  const { request } = node
  const { signer } = fakeSigner({
    signTypedDataV1: '0xsigned-data-v1',
    encryptionPublicKey: 'public-key',
    decrypt: 'the text',
    recover: ADDRESS.toLowerCase(),
  })
  return { ...signedIn({ node, signer, viaPage }), node, asked, request }
}

/** What the page was told last under a name. */
const last = (told: [string, unknown][], name: string) =>
  told.filter(([one]) => one === name).at(-1)?.[1]

describe('a method of the provider', () => {
  beforeEach(() => sessionStorage.clear())
  after(() => sessionStorage.clear())

  for (const { method, params, kind, result, malformed } of ROWS) {
    it(`${method}: approved, rejected, malformed`, async () => {
      const { app } = setUp()
      const answer = app.rpc(method, params)
      await approve(app, kind)
      expect(await answer).to.deep.equal(result)

      sessionStorage.clear()
      localStorage.clear()
      const other = setUp().app
      const rejected = rpcCodeOf(other.rpc(method, params))
      await until(() => other.requests.current)
      other.requests.current?.reject()
      expect(await rejected).to.equal(4001)

      const third = setUp().app
      expect(await rpcCodeOf(third.rpc(method, malformed))).to.equal(-32602)
      expect(third.requests.size, 'nobody is asked').to.equal(0)
    })
  }

  it('wallet_switchEthereumChain: approved, rejected, malformed, unknown, the same', async () => {
    const { app, told } = setUp()
    const add = app.rpc('wallet_addEthereumChain', [ADDED])
    await approve(app, 'addChain')
    await add
    expect(last(told, 'state')).to.deep.include({ chainId: 12_345 })
    const back = [{ chainId: '0x7a69' }]
    expect(await rpcCodeOf(app.rpc('wallet_switchEthereumChain', [{ chainId: 1 }]))).to.equal(
      -32602,
    )
    const unknown = app.rpc('wallet_switchEthereumChain', [{ chainId: '0x1' }])
    expect(await rpcCodeOf(unknown)).to.equal(4902)
    expect(await app.rpc('wallet_switchEthereumChain', [{ chainId: '0x3039' }])).to.equal(null)
    expect(app.requests.size).to.equal(0)
    const rejected = rpcCodeOf(app.rpc('wallet_switchEthereumChain', back))
    await until(() => app.requests.current)
    app.requests.current?.reject()
    expect(await rejected).to.equal(4001)
    expect(app.state.chainId).to.equal(12_345)
    const answer = app.rpc('wallet_switchEthereumChain', back)
    await approve(app, 'switchChain')
    expect(await answer).to.equal(null)
    expect(last(told, 'state')).to.deep.include({ chainId: 31_337, rpcUrl: CHAIN.rpcUrl })
  })

  it('wallet_requestPermissions: approved, rejected, malformed', async () => {
    const asked = [{ eth_accounts: {} }]
    const { app } = signedIn({}, { connected: [] })
    for (const wrong of [
      [],
      [{}],
      [{ eth_accounts: {}, camera: {} }],
      [{ snaps: {} }],
      undefined,
    ]) {
      expect(await rpcCodeOf(app.rpc('wallet_requestPermissions', wrong))).to.equal(-32602)
    }
    const rejected = rpcCodeOf(app.rpc('wallet_requestPermissions', asked))
    await until(() => app.requests.current)
    app.requests.current?.reject()
    expect(await rejected).to.equal(4001)
    expect(await app.rpc('wallet_getPermissions', [])).to.deep.equal([])
    const answer = app.rpc('wallet_requestPermissions', asked)
    await approve(app, 'connect')
    const [permission] = (await answer) as { id: string; date: number }[]
    expect(permission).to.deep.include({
      parentCapability: 'eth_accounts',
      invoker: SITE,
      caveats: [{ type: 'restrictReturnedAccounts', value: [ADDRESS] }],
    })
    expect(permission!.date).to.be.closeTo(Date.now(), 60_000)
    expect(await app.rpc('wallet_getPermissions', [])).to.deep.equal([permission])
  })

  it('wallet_revokePermissions: to the page nobody is signed in any more, and nobody is logged out', async () => {
    const { app, told } = signedIn()
    expect(await rpcCodeOf(app.rpc('wallet_revokePermissions', [{ snaps: {} }]))).to.equal(-32602)
    expect(await app.rpc('wallet_revokePermissions', [{ eth_accounts: {} }])).to.equal(null)
    expect(last(told, 'state')).to.deep.include({ loggedIn: false, accounts: [] })
    expect(app.address, 'the person stays signed in').to.equal(ADDRESS)
    expect(await app.rpc('wallet_getPermissions', [])).to.deep.equal([])
    expect(await rpcCodeOf(app.rpc('personal_sign', ['0x', ADDRESS]))).to.equal(4100)
    const { app: later } = createApp()
    later.restore()
    expect(later.state).to.deep.include({ loggedIn: false, accounts: [] })
    expect(later.address).to.equal(ADDRESS)
  })

  it('personal_ecRecover: answered without a question or an account, malformed', async () => {
    const { signer } = fakeSigner({ recover: ADDRESS.toLowerCase() })
    const { app } = createApp({ signer })
    const signature = `0x${'00'.repeat(65)}`
    expect(await app.rpc('personal_ecRecover', ['0x', signature])).to.equal(ADDRESS.toLowerCase())
    expect(await rpcCodeOf(app.rpc('personal_ecRecover', ['0x', '0x00']))).to.equal(-32602)
    const nobody = createApp({ signer: fakeSigner({ recover: null }).signer }).app
    expect(await rpcCodeOf(nobody.rpc('personal_ecRecover', ['0x', signature]))).to.equal(-32602)
  })

  it('eth_sign: refused with the reason', async () => {
    const { app } = signedIn()
    let message = ''
    try {
      await app.rpc('eth_sign', [ADDRESS, '0x00'])
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).to.include('personal_sign')
    expect(await rpcCodeOf(app.rpc('eth_sign', [ADDRESS, '0x00']))).to.equal(4200)
  })

  it('eth_decrypt: what was not encrypted to the account is refused after the yes', async () => {
    const { app } = signedIn({ signer: fakeSigner({ decrypt: null }).signer })
    const code = rpcCodeOf(app.rpc('eth_decrypt', [JSON.stringify(ENCRYPTED), ADDRESS]))
    await approve(app, 'decrypt')
    expect(await code).to.equal(-32602)
  })

  it('that moves value, signs or decrypts is one that must be seen for certain', () => {
    expect([...PROVEN]).to.have.members(['message', 'typedData', 'transaction', 'calls', 'decrypt'])
  })

  it('asked a hundred times at once is shown fifty times, in order; the rest is refused', async () => {
    const { app } = setUp()
    let refused = 0
    const codes = Array.from({ length: 100 }, (_, at) =>
      app.rpc('personal_sign', [`number ${at}`, ADDRESS]).then(
        () => at,
        (error) => {
          refused++
          return error.rpcCode
        },
      ),
    )
    // All have been asked: none comes while the person answers.
    await until(() => app.requests.size === 50 && refused === 50)
    const shown: string[] = []
    while (app.requests.current?.kind === 'message') {
      const question = app.requests.current
      shown.push(new TextDecoder().decode(question.subject.message))
      question.approve(null)
    }
    expect(shown).to.deep.equal(Array.from({ length: 50 }, (_, at) => `number ${at}`))
    const settled = await Promise.all(codes)
    expect(settled.filter((code) => code === -32005)).to.have.length(50)
    expect(settled.slice(0, 50)).to.deep.equal(Array.from({ length: 50 }, (_, at) => at))
  })
})

describe('a chain that a site added', () => {
  beforeEach(() => sessionStorage.clear())
  after(() => sessionStorage.clear())

  it('is there after a reload, and in use while the page names the same network', async () => {
    const { app } = setUp()
    const add = app.rpc('wallet_addEthereumChain', [ADDED])
    await approve(app, 'addChain')
    await add
    const { app: later } = createApp({ viaPage })
    expect((await later.chains.start(undefined)).chainId).to.equal(12_345)
    expect((await later.chains.start({ host: 'localhost' })).chainId).to.equal(31_337)
    const elsewhere = createApp({ site: 'https://other.example.test' }).app
    expect((await elsewhere.chains.start(undefined)).chainId).to.equal(31_337)
    expect(elsewhere.chains.find(12_345)).to.equal(undefined)
  })

  it('is not one of the operator’s: those keep their node and their names', async () => {
    const asked: string[] = []
    const liar: Transport = async (url) => {
      asked.push(url)
      return '0x7a69'
    }
    const { app } = signedIn({ viaPage: liar })
    const params = [{ ...ADDED, chainId: '0x7a69', chainName: 'Free money' }]
    expect(await app.rpc('wallet_addEthereumChain', params)).to.equal(null)
    expect(app.chain.name).to.equal(CHAIN.name)
    expect(app.chains.find(31_337)?.nodeUrl).to.equal(CHAIN.rpcUrl)
    expect(asked).to.deep.equal([])
  })

  it('is refused where its node says another id, before anyone is asked', async () => {
    const { app } = signedIn({ viaPage: async () => '0x1' })
    expect(await rpcCodeOf(app.rpc('wallet_addEthereumChain', [ADDED]))).to.equal(-32602)
    const { app: dead } = signedIn()
    expect(await rpcCodeOf(dead.rpc('wallet_addEthereumChain', [ADDED]))).to.equal(4901)
    expect(app.requests.size + dead.requests.size).to.equal(0)
  })
})

describe('where the page asks to go', () => {
  beforeEach(() => sessionStorage.clear())
  after(() => sessionStorage.clear())

  /** The person agreed to go to chain 12345; the page named nothing. */
  async function away() {
    const setup = setUp()
    const add = setup.app.rpc('wallet_addEthereumChain', [ADDED])
    await approve(setup.app, 'addChain')
    await add
    expect(setup.app.chain.chainId).to.equal(12_345)
    return setup
  }

  it('is where the wallet goes, also if it is what the page named at first', async () => {
    const { app, told } = await away()
    await app.configure({ isNetworkAsked: true })
    expect(app.chain.chainId).to.equal(31_337)
    expect(last(told, 'state')).to.deep.include({ chainId: 31_337 })
    const { app: later } = createApp({ viaPage })
    expect((await later.chains.start(undefined)).chainId).to.equal(31_337)
  })

  it('holds no longer than until the person agrees to go elsewhere, whatever else is set', async () => {
    const { app } = await away()
    await app.configure({ theme: 'dark' })
    expect(app.chain.chainId).to.equal(12_345)
    const { app: later } = createApp({ viaPage })
    expect((await later.chains.start(undefined)).chainId).to.equal(12_345)
  })

  it('leaves everything as it was if it does not exist', async () => {
    const { app } = await away()
    const refused = app.configure({ network: { host: 'goerli' }, isNetworkAsked: true })
    expect(await rpcCodeOf(refused)).to.equal(-32602)
    expect(app.chain.chainId).to.equal(12_345)
  })
})

describe('a token that a site had added', () => {
  beforeEach(() => sessionStorage.clear())
  after(() => sessionStorage.clear())

  it('is in the list of the account and the chain, once, also after a reload', async () => {
    const { app } = setUp()
    const params = { type: 'ERC20', options: { address: OTHER, symbol: 'SMP', decimals: 6 } }
    for (const _ of [1, 2]) {
      const watch = app.rpc('wallet_watchAsset', params)
      await approve(app, 'watchAsset')
      await watch
    }
    const owner = { account: ADDRESS, chainId: 31_337 } as const
    const token = { type: 'ERC20', address: OTHER, symbol: 'SMP', decimals: 6 }
    expect(createApp().app.assets.of(owner)).to.deep.equal([token])
    expect(app.assets.of({ ...owner, chainId: 1 })).to.deep.equal([])
  })
})

describe('calls that a site had sent together', () => {
  beforeEach(() => sessionStorage.clear())
  after(() => sessionStorage.clear())

  /** Sent with the id `mine`. */
  async function send(answers: unknown[]) {
    const setup = setUp()
    const { app, node, request } = setup
    const queue = [...answers]
    node.request = async (method, params) => {
      if (method !== 'eth_sendRawTransaction') return request(method, params)
      const answer = queue.shift()
      if (answer instanceof Error) throw answer
      return answer
    }
    const sent = rpcCodeOf(app.rpc('wallet_sendCalls', [{ ...CALLS, id: 'mine' }]))
    await approve(app, 'calls')
    return { ...setup, sent: await sent }
  }
  const statusOf = async (app: WalletApp) =>
    (await app.rpc('wallet_getCallsStatus', ['mine'])) as { status: number; receipts: unknown[] }

  it('wallet_getCallsStatus: under way, then done with the receipts of all; unknown, malformed', async () => {
    const { app, node, request } = await send(['0xaa', '0xbb'])
    expect(await app.rpc('wallet_getCallsStatus', ['mine'])).to.deep.equal({
      version: '2.0.0',
      id: 'mine',
      chainId: '0x7a69',
      status: 100,
      atomic: false,
      receipts: [],
    })
    node.request = async (method, params) =>
      method === 'eth_getTransactionReceipt'
        ? receipt({ transactionHash: (params as string[])[0] })
        : request(method, params)
    const { status, receipts } = await statusOf(app)
    expect(status).to.equal(200)
    const { from: _, ...first } = receipt({ transactionHash: sentHash(0) })
    expect(receipts).to.deep.equal([first, { ...first, transactionHash: sentHash(1) }])
    expect(await rpcCodeOf(app.rpc('wallet_getCallsStatus', ['other']))).to.equal(5730)
    expect(await rpcCodeOf(app.rpc('wallet_getCallsStatus', []))).to.equal(-32602)
    const { app: later } = signedIn({ node })
    expect((await statusOf(later)).status, 'after a reload').to.equal(200)
  })

  for (const [what, answers, statuses, code] of [
    ['both reverted', ['0xaa', '0xbb'], ['0x0', '0x0'], 500],
    ['the second reverted', ['0xaa', '0xbb'], ['0x1', '0x0'], 600],
    [
      'the second was refused by the node',
      ['0xaa', new ProviderRpcError(-32000, 'no')],
      ['0x1'],
      600,
    ],
    [
      'one reverted and the other was refused',
      ['0xaa', new ProviderRpcError(-32000, 'no')],
      ['0x0'],
      500,
    ],
  ] as const) {
    it(`are ${code} where ${what}`, async () => {
      const { app, node, request } = await send([...answers])
      const left = [...statuses]
      node.request = async (method, params) =>
        method === 'eth_getTransactionReceipt'
          ? receipt({ status: left.shift() })
          : request(method, params)
      expect((await statusOf(app)).status).to.equal(code)
    })
  }

  it('are the node’s error, and 400, where it refused the first: nothing was sent', async () => {
    const { app, sent } = await send([new ProviderRpcError(-32000, 'nonce too low'), '0xbb'])
    expect(sent).to.equal(-32000)
    expect((await statusOf(app)).status).to.equal(400)
  })

  it('are 5720 under an id that was used, also while both wait for the person', async () => {
    const { app } = await send(['0xaa', '0xbb', '0xcc', '0xdd'])
    const params = [{ ...CALLS, id: 'mine' }]
    expect(await rpcCodeOf(app.rpc('wallet_sendCalls', params))).to.equal(5720)
    const both = [1, 2].map(() => rpcCodeOf(app.rpc('wallet_sendCalls', [{ ...CALLS, id: 'b' }])))
    await until(() => app.requests.size === 2)
    await approve(app, 'calls')
    await both[0]
    await approve(app, 'calls')
    expect(await both[1]).to.equal(5720)
  })

  it('wallet_showCallsStatus: shows them, unknown, malformed', async () => {
    const { app, told } = await send(['0xaa', '0xbb'])
    expect(await app.rpc('wallet_showCallsStatus', ['mine'])).to.equal(null)
    expect([app.place, app.places.calls]).to.deep.equal(['calls', 'mine'])
    expect(last(told, 'panel')).to.deep.equal({ open: true })
    expect(await rpcCodeOf(app.rpc('wallet_showCallsStatus', ['other']))).to.equal(5730)
    expect(await rpcCodeOf(app.rpc('wallet_showCallsStatus', [7]))).to.equal(-32602)
  })

  it('wallet_getCapabilities: every chain or those asked for, another account, malformed', async () => {
    const { app } = signedIn()
    const all = { '0x7a69': { atomic: { status: 'unsupported' } } }
    expect(await app.rpc('wallet_getCapabilities', [ADDRESS])).to.deep.equal(all)
    expect(await app.rpc('wallet_getCapabilities', [ADDRESS, ['0x1']])).to.deep.equal({})
    expect(await rpcCodeOf(app.rpc('wallet_getCapabilities', [OTHER]))).to.equal(4100)
    expect(await rpcCodeOf(app.rpc('wallet_getCapabilities', ['x']))).to.equal(-32602)
  })
})
