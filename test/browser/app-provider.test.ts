/** Every method that asks the person: approved, rejected, malformed. And what needs nobody. */
import { expect } from '@open-wc/testing'
import type { ApprovalRequest } from '../../src/app/approval/approval-requests.js'
import { PROVEN } from '../../src/app/approval/approval-requests.js'
import { ADDED, approve, CALLS, last, setUp } from './app-provider-support.js'
import {
  ADDRESS,
  CHAIN,
  createApp,
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
interface Row {
  method: string
  params: unknown
  /** What is asked of the person. */
  kind: ApprovalRequest['kind']
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
    malformed: [{ to: OTHER, value: '1' }],
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
  {
    method: 'wallet_getAssets',
    params: [{ account: ADDRESS, chainFilter: ['0x1'] }],
    kind: 'assets',
    result: {},
    malformed: [{ account: ADDRESS, chainFilter: [1] }],
  },
]

describe('a method of the provider', () => {
  beforeEach(() => sessionStorage.clear())
  after(() => sessionStorage.clear())

  for (const { method, params, kind, result, malformed } of ROWS) {
    it(`${method}: approved, rejected, malformed`, async () => {
      const { app } = setUp()
      const answer = app.core.rpc(method, params)
      await approve(app, kind)
      expect(await answer).to.deep.equal(result)

      sessionStorage.clear()
      localStorage.clear()
      const other = setUp().app
      const rejected = rpcCodeOf(other.core.rpc(method, params))
      await until(() => other.requests.current)
      other.requests.current?.reject()
      expect(await rejected).to.equal(4001)

      const third = setUp().app
      expect(await rpcCodeOf(third.core.rpc(method, malformed))).to.equal(-32602)
      expect(third.requests.size, 'nobody is asked').to.equal(0)
    })
  }

  it('wallet_switchEthereumChain: approved, rejected, malformed, unknown, the same', async () => {
    const { app, told } = setUp()
    const add = app.core.rpc('wallet_addEthereumChain', [ADDED])
    await approve(app, 'addChain')
    await add
    expect(last(told, 'state')).to.deep.include({ chainId: 12_345 })
    const back = [{ chainId: '0x7a69' }]
    expect(await rpcCodeOf(app.core.rpc('wallet_switchEthereumChain', [{ chainId: 1 }]))).to.equal(
      -32602,
    )
    const unknown = app.core.rpc('wallet_switchEthereumChain', [{ chainId: '0x1' }])
    expect(await rpcCodeOf(unknown)).to.equal(4902)
    expect(await app.core.rpc('wallet_switchEthereumChain', [{ chainId: '0x3039' }])).to.equal(null)
    expect(app.requests.size).to.equal(0)
    const rejected = rpcCodeOf(app.core.rpc('wallet_switchEthereumChain', back))
    await until(() => app.requests.current)
    app.requests.current?.reject()
    expect(await rejected).to.equal(4001)
    expect(app.state.chainId).to.equal(12_345)
    const answer = app.core.rpc('wallet_switchEthereumChain', back)
    await approve(app, 'switchChain')
    expect(await answer).to.equal(null)
    expect(last(told, 'state')).to.deep.include({ chainId: 31_337, rpcUrl: CHAIN.rpcUrl })
  })

  for (const { method, params, kind, result } of ROWS.filter(({ method }) =>
    ['wallet_addEthereumChain', 'wallet_watchAsset'].includes(method),
  )) {
    it(`${method}: twice at once is one question`, async () => {
      const { app } = setUp()
      const both = [1, 2].map(() => app.core.rpc(method, params))
      await approve(app, kind)
      expect(await Promise.all(both)).to.deep.equal([result, result])
      expect(app.requests.size).to.equal(0)
    })
  }

  it('wallet_switchEthereumChain: twice at once is one question, and one no', async () => {
    const { app } = setUp()
    const add = app.core.rpc('wallet_addEthereumChain', [ADDED])
    await approve(app, 'addChain')
    await add
    const twice = () =>
      [1, 2].map(() => app.core.rpc('wallet_switchEthereumChain', [{ chainId: '0x7a69' }]))
    const refused = Promise.all(twice().map(rpcCodeOf))
    await until(() => app.requests.current)
    app.requests.current?.reject()
    expect(await refused).to.deep.equal([4001, 4001])
    const both = twice()
    await approve(app, 'switchChain')
    expect(await Promise.all(both)).to.deep.equal([null, null])
    expect(app.requests.size).to.equal(0)
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
      expect(await rpcCodeOf(app.core.rpc('wallet_requestPermissions', wrong))).to.equal(-32602)
    }
    const rejected = rpcCodeOf(app.core.rpc('wallet_requestPermissions', asked))
    await until(() => app.requests.current)
    app.requests.current?.reject()
    expect(await rejected).to.equal(4001)
    expect(await app.core.rpc('wallet_getPermissions', [])).to.deep.equal([])
    const answer = app.core.rpc('wallet_requestPermissions', asked)
    await approve(app, 'connect')
    const [permission] = (await answer) as { id: string; date: number }[]
    expect(permission).to.deep.include({
      parentCapability: 'eth_accounts',
      invoker: SITE,
      caveats: [{ type: 'restrictReturnedAccounts', value: [ADDRESS] }],
    })
    expect(permission!.date).to.be.closeTo(Date.now(), 60_000)
    expect(await app.core.rpc('wallet_getPermissions', [])).to.deep.equal([permission])
  })

  it('wallet_revokePermissions: to the page nobody is signed in any more, and nobody is logged out', async () => {
    const { app, told } = signedIn()
    expect(await rpcCodeOf(app.core.rpc('wallet_revokePermissions', [{ snaps: {} }]))).to.equal(
      -32602,
    )
    expect(await app.core.rpc('wallet_revokePermissions', [{ eth_accounts: {} }])).to.equal(null)
    expect(last(told, 'state')).to.deep.include({ loggedIn: false, accounts: [] })
    expect(app.own.chosen, 'the person stays signed in').to.equal(ADDRESS)
    expect(await app.core.rpc('wallet_getPermissions', [])).to.deep.equal([])
    expect(await rpcCodeOf(app.core.rpc('personal_sign', ['0x', ADDRESS]))).to.equal(4100)
    const { app: later } = createApp()
    later.restore()
    expect(later.state).to.deep.include({ loggedIn: false, accounts: [] })
    expect(later.own.chosen).to.equal(ADDRESS)
  })

  it('personal_ecRecover: answered without a question or an account, malformed', async () => {
    const { signer } = fakeSigner({ recover: ADDRESS.toLowerCase() })
    const { app } = createApp({ signer })
    const signature = `0x${'00'.repeat(65)}`
    expect(await app.core.rpc('personal_ecRecover', ['0x', signature])).to.equal(
      ADDRESS.toLowerCase(),
    )
    expect(await rpcCodeOf(app.core.rpc('personal_ecRecover', ['0x', '0x00']))).to.equal(-32602)
    const nobody = createApp({ signer: fakeSigner({ recover: null }).signer }).app
    expect(await rpcCodeOf(nobody.core.rpc('personal_ecRecover', ['0x', signature]))).to.equal(
      -32602,
    )
  })

  it('eth_sign: refused with the reason', async () => {
    const { app } = signedIn()
    let message = ''
    try {
      await app.core.rpc('eth_sign', [ADDRESS, '0x00'])
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).to.include('personal_sign')
    expect(await rpcCodeOf(app.core.rpc('eth_sign', [ADDRESS, '0x00']))).to.equal(4200)
  })

  it('eth_decrypt: what was not encrypted to the account is refused after the yes', async () => {
    const { app } = signedIn({ signer: fakeSigner({ decrypt: null }).signer })
    const code = rpcCodeOf(app.core.rpc('eth_decrypt', [JSON.stringify(ENCRYPTED), ADDRESS]))
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
      app.core.rpc('personal_sign', [`number ${at}`, ADDRESS]).then(
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
