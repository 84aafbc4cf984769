/** What pages ask about chains, tokens and several calls at once, read before anyone is asked. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeAbiParameters } from 'viem'
import {
  checkNodes,
  parseAddChain,
  parseSwitchChain,
} from '../../src/chain/networks/added-chain.js'
import { checkAsset, parseWatchAsset } from '../../src/chain/reads/asset.js'
import { parseGetCapabilities, parseSendCalls } from '../../src/chain/requests/calls.js'
import { ProviderRpcError, WalletError, type WalletErrorCode } from '../../src/shared/errors.js'
import { tableNode } from './support/table-node.js'

const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7'
const TO = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

const isError = (code: WalletErrorCode, text: RegExp) => (error: unknown) => {
  assert.ok(WalletError.is(error, code), String(error))
  assert.match(error.message, text)
  return true
}
const nodeOf = (answers: Record<string, unknown>) => tableNode(answers).rpc

const URL_ = 'https://other.example.test/'
const CHAIN = {
  chainId: '0x3039',
  chainName: 'Sample chain',
  nativeCurrency: { name: 'Sample', symbol: 'SMP', decimals: 18 },
  rpcUrls: ['https://node.example.test/rpc', 'http://localhost:8545'],
  blockExplorerUrls: ['https://explorer.example.test'],
  iconUrls: ['https://icons.example.test/a.png'],
}

describe('a chain that a page adds', () => {
  it('is read with its node, its currency and its explorer', () => {
    const { chain, rpcUrls } = parseAddChain([CHAIN])
    assert.deepEqual(chain, {
      chainId: 12_345,
      rpcUrl: CHAIN.rpcUrls[0],
      // Nobody but the page says so.
      said: { name: 'Sample chain', ticker: 'SMP', tickerName: 'Sample' },
      blockExplorer: 'https://explorer.example.test',
    })
    assert.deepEqual(rpcUrls, CHAIN.rpcUrls)
  })

  const currency = (own: object) => ({ nativeCurrency: { ...CHAIN.nativeCurrency, ...own } })
  for (const [what, own, text] of [
    ['a chain id with leading zeros', { chainId: '0x01' }, /0\.chainId/],
    ['a decimal chain id', { chainId: '1' }, /0\.chainId/],
    ['a chain id as a number', { chainId: 1 }, /0\.chainId/],
    ['the chain id 0', { chainId: '0x0' }, /0\.chainId/],
    ['a chain id that a number cannot hold', { chainId: '0xffffffffffffff' }, /0\.chainId/],
    ['no name', { chainName: '' }, /0\.chainName/],
    ['no currency', { nativeCurrency: undefined }, /0\.nativeCurrency/],
    [
      'a currency of 6 decimals',
      currency({ decimals: 6 }),
      /nativeCurrency\.decimals: expected 18/,
    ],
    ['a currency without symbol', currency({ symbol: '' }), /nativeCurrency\.symbol/],
    ['no node', { rpcUrls: [] }, /0\.rpcUrls/],
    ['a node in clear text', { rpcUrls: ['http://node.example.test'] }, /rpcUrls: .*https/],
    ['a node that is a script', { rpcUrls: ['javascript:alert(1)'] }, /0\.rpcUrls/],
    ['a node with a password', { rpcUrls: ['https://a:b@node.example.test'] }, /0\.rpcUrls/],
  ] as const) {
    it(`is refused with INVALID_ARGUMENT for ${what}`, () => {
      const asked = [{ ...CHAIN, ...own }]
      assert.throws(() => parseAddChain(asked), isError('INVALID_ARGUMENT', text))
    })
  }

  const long = 'x'.repeat(65)
  for (const [what, own, expected, line] of [
    [
      'sockets',
      { rpcUrls: ['wss://a.example', URL_] },
      { rpcUrl: URL_ },
      /rpcUrls\.0: expected an https/,
    ],
    [
      'nodes in clear text',
      { rpcUrls: ['http://a.example', URL_] },
      { rpcUrl: URL_ },
      /rpcUrls\.0/,
    ],
    ['empty nodes', { rpcUrls: [URL_, ''] }, { rpcUrl: URL_ }, /rpcUrls\.1/],
    [
      'empty explorers',
      { blockExplorerUrls: [''] },
      { blockExplorer: undefined },
      /blockExplorerUrls\.0/,
    ],
    ['scripts', { blockExplorerUrls: ['javascript:0', URL_] }, { blockExplorer: URL_ }, /Urls\.0/],
    [
      'an explorer that is no list',
      { blockExplorerUrls: URL_ },
      { blockExplorer: undefined },
      /a list/,
    ],
    ['the end of long names', { chainName: long }, {}, /chainName: expected at most 64/],
    ['icons', { iconUrls: ['x', 'data:image/png,'] }, {}, undefined],
    [
      'absent lists',
      { blockExplorerUrls: null, iconUrls: null },
      { blockExplorer: undefined },
      undefined,
    ],
  ] as const) {
    it(`is added without ${what}, and the console says so where that may matter`, (t) => {
      const warn = t.mock.method(console, 'warn', () => {})
      const { chain } = parseAddChain([{ ...CHAIN, ...own }])
      for (const [key, value] of Object.entries(expected)) {
        assert.equal(chain[key as keyof typeof chain], value)
      }
      assert.ok(chain.said!.name!.length <= 64)
      const lines = warn.mock.calls.map((call) => String(call.arguments[0]))
      assert.equal(lines.length, line ? 1 : 0)
      if (line) assert.match(lines[0]!, line)
    })
  }

  it('has its first ten nodes asked', () => {
    const rpcUrls = Array.from({ length: 12 }, (_, at) => `https://node${at}.example.test`)
    assert.deepEqual(parseAddChain([{ ...CHAIN, rpcUrls }]).rpcUrls, rpcUrls.slice(0, 10))
  })

  it('is taken from the first node that answers, and refused if that is one of another chain', async () => {
    const ask = async (url: string) => {
      if (url === 'down') throw new WalletError('CHAIN_DISCONNECTED')
      return url === 'right' ? 7n : 8n
    }
    assert.equal(await checkNodes(7, ['down', 'right', 'wrong'], ask), 'right')
    const wrong = checkNodes(7, ['wrong', 'right'], ask)
    await assert.rejects(wrong, isError('INVALID_ARGUMENT', /chainId: expected 8/))
    await assert.rejects(checkNodes(7, ['down'], ask), isError('CHAIN_DISCONNECTED', /./))
  })
})

describe('a chain that a page switches to', () => {
  it('is read from hex, and refused in any other form', () => {
    assert.equal(parseSwitchChain([{ chainId: '0x7A69' }]), 31_337)
    for (const params of [[], [{}], [{ chainId: 1 }], [{ chainId: '0x01' }], {}, undefined]) {
      assert.throws(() => parseSwitchChain(params), isError('INVALID_ARGUMENT', /params|chainId|0/))
    }
  })
})

describe('a token to keep an eye on', () => {
  const TOKEN = { type: 'ERC20', options: { address: TO, symbol: 'SMP', decimals: 6 } }
  const withOptions = (own: object) => ({ ...TOKEN, options: { ...TOKEN.options, ...own } })
  const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
  const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
  const contract = (symbol: unknown, decimals: unknown, name: unknown = '0x') =>
    nodeOf({
      eth_call: ([{ data }]: [{ data: string }]) => {
        const answer = data === '0x95d89b41' ? symbol : data === '0x06fdde03' ? name : decimals
        if (answer instanceof Error) throw answer
        return answer
      },
    })
  const item = (tokenId: string) => ({ type: 'ERC721', options: { address: TO, tokenId } })
  const reverted = new ProviderRpcError(3, 'execution reverted')

  it('is read from an object, or from a list with one', () => {
    const read = { type: 'ERC20', address: TO, symbol: 'SMP', decimals: 6 }
    assert.deepEqual(parseWatchAsset(TOKEN), read)
    assert.deepEqual(parseWatchAsset([TOKEN]), read)
    const one = { type: 'ERC721', address: TO, symbol: undefined, decimals: 0, tokenId: '7' }
    for (const id of ['7', '007']) assert.deepEqual(parseWatchAsset(item(id)), one)
  })

  it('is what its contract says: the old form of texts too', async () => {
    const asked = parseWatchAsset(TOKEN)
    const expected = { type: 'ERC20', address: TO, symbol: 'SMP', decimals: 6 }
    assert.deepEqual(await checkAsset(contract(text('SMP'), word(6n)), asked), expected)
    const old = `0x${Buffer.from('SMP').toString('hex').padEnd(64, '0')}`
    assert.deepEqual(await checkAsset(contract(old, word(6n)), asked), expected)
    const unsaid = parseWatchAsset({ type: 'ERC20', options: { address: TO } })
    assert.deepEqual(await checkAsset(contract(text('SMP'), word(6n)), unsaid), expected)
    assert.deepEqual(await checkAsset(contract(reverted, '0x'), asked), expected)
  })

  it('has the name of its contract, cut where it is long', async () => {
    const asked = parseWatchAsset(TOKEN)
    const nameFrom = async (name: string) =>
      (await checkAsset(contract(text('SMP'), word(6n), text(name)), asked)).name
    assert.equal(await nameFrom('Sample Token'), 'Sample Token')
    const long = await nameFrom('a'.repeat(1_000))
    assert.ok(long!.length < 100)
  })

  it('has the case of its contract in its symbol', async () => {
    const asked = parseWatchAsset(withOptions({ symbol: 'sMP' }))
    assert.equal((await checkAsset(contract(text('SMP'), word(6n)), asked)).symbol, 'SMP')
  })

  it('has no symbol and no name of which nothing can be seen', async () => {
    for (const blank of ['\u200b\u2060\ufeff', ' \u3164\u2800\t', '']) {
      const unsaid = parseWatchAsset({ type: 'ERC20', options: { address: TO } })
      const nothing = checkAsset(contract(text(blank), word(6n)), unsaid)
      await assert.rejects(nothing, isError('INVALID_ARGUMENT', /options\.symbol/))
      const named = contract(reverted, word(6n), text(blank))
      assert.equal((await checkAsset(named, parseWatchAsset(TOKEN))).name, undefined)
      const asked = () => parseWatchAsset(withOptions({ symbol: blank }))
      assert.throws(asked, isError('INVALID_ARGUMENT', /options\.symbol/))
    }
  })

  for (const image of ['', null, '/a.png', 'javascript:0', `data:image/png,${'a'.repeat(4096)}`]) {
    it(`is kept without the picture ${String(image).slice(0, 20)}`, (t) => {
      const warn = t.mock.method(console, 'warn', () => {})
      assert.equal(parseWatchAsset(withOptions({ image })).image, undefined)
      assert.equal(warn.mock.callCount(), image ? 1 : 0)
    })
  }

  it('may have null for what it does not say', () => {
    const unsaid = { type: 'ERC20', options: { address: TO } }
    const asked = { ...unsaid, options: { address: TO, symbol: null, decimals: null, image: null } }
    assert.deepEqual(parseWatchAsset(asked), parseWatchAsset(unsaid))
  })

  it('is refused where its contract says something else, and where nobody says what it is', async () => {
    const asked = parseWatchAsset(TOKEN)
    const other = checkAsset(contract(text('USD'), word(6n)), asked)
    await assert.rejects(other, isError('INVALID_ARGUMENT', /options\.symbol/))
    const wrong = checkAsset(contract(text('SMP'), word(18n)), asked)
    await assert.rejects(wrong, isError('INVALID_ARGUMENT', /options\.decimals/))
    const unsaid = parseWatchAsset({ type: 'ERC20', options: { address: TO } })
    const nothing = checkAsset(contract(reverted, reverted), unsaid)
    await assert.rejects(nothing, isError('INVALID_ARGUMENT', /options\.symbol/))
    const down = nodeOf({ eth_call: new WalletError('CHAIN_DISCONNECTED') })
    await assert.rejects(checkAsset(down, asked), isError('CHAIN_DISCONNECTED', /./))
  })

  for (const [what, params, path] of [
    ['nothing', undefined, /params/],
    ['a kind that does not exist', { ...TOKEN, type: 'ERC1' }, /params|type/],
    ['no address', withOptions({ address: undefined }), /options\.address/],
    ['an address of the wrong size', withOptions({ address: '0x12' }), /options\.address/],
    ['a symbol of 12 characters', withOptions({ symbol: 'ABCDEFGHIJKL' }), /options\.symbol/],
    ['no symbol', withOptions({ symbol: '' }), /options\.symbol/],
    ['37 decimals', withOptions({ decimals: 37 }), /options\.decimals/],
    ['negative decimals', withOptions({ decimals: -1 }), /options\.decimals/],
    ['a collectible without id', { type: 'ERC721', options: { address: TO } }, /options\.tokenId/],
    ['an id that no token has', item(`${2n ** 256n}`), /options\.tokenId/],
  ] as const) {
    it(`is refused with INVALID_ARGUMENT for ${what}`, () => {
      assert.throws(() => parseWatchAsset(params), isError('INVALID_ARGUMENT', path))
    })
  }
})

describe('several calls at once', () => {
  const ASKED = {
    version: '2.0.0',
    chainId: '0x7a69',
    from: ACCOUNT,
    atomicRequired: false,
    calls: [{ to: TO, value: '0x1' }, { to: TO, data: '0x01' }, { data: '0x6000' }],
  }
  const read = (own: object = {}) =>
    parseSendCalls([{ ...ASKED, ...own }], ACCOUNT, (chainId) => chainId === 31_337)

  it('are read as transactions of the account, with nothing but what a call has', () => {
    const { id, chainId, requests } = read({ id: 'mine' })
    assert.deepEqual([id, chainId, requests.length], ['mine', 31_337, 3])
    assert.deepEqual(requests[0], { from: ACCOUNT, to: TO, value: 1n, data: '0x', fees: undefined })
    assert.equal('to' in requests[2]!, false)
  })

  it('may carry capabilities that are optional', () => {
    const capabilities = { paymasterService: { url: 'https://x.example.test', optional: true } }
    assert.equal(read({ capabilities }).requests.length, 3)
  })

  it('may have null for what they do not say, and numbers', () => {
    const nothing = { value: null, data: null, capabilities: null }
    const asked = { id: null, from: null, capabilities: null }
    const { id, requests } = read({ ...asked, calls: [{ to: TO, ...nothing }] })
    assert.deepEqual([id, requests], [undefined, read({ calls: [{ to: TO }] }).requests])
    assert.equal(read({ calls: [{ to: TO, value: 7 }] }).requests[0]!.value, 7n)
  })

  it('get the suffix that the page asks for, but for payments', () => {
    const capabilities = { dataSuffix: { value: '0x8021' } }
    const { requests } = read({ capabilities })
    assert.deepEqual(
      requests.map(({ data }) => data),
      ['0x', '0x018021', '0x60008021'],
    )
  })

  for (const [what, own, code, text] of [
    [
      'a suffix that is no data',
      { capabilities: { dataSuffix: { value: 'shop' } } },
      'INVALID_ARGUMENT',
      /dataSuffix/,
    ],
    [
      'a suffix without end',
      { capabilities: { dataSuffix: { value: `0x${'00'.repeat(1_025)}` } } },
      'INVALID_ARGUMENT',
      /dataSuffix/,
    ],
    ['another version', { version: '1.0' }, 'INVALID_ARGUMENT', /0\.version: expected 2\.0\.0/],
    ['no word on atomicity', { atomicRequired: undefined }, 'INVALID_ARGUMENT', /atomicRequired/],
    ['no chain', { chainId: undefined }, 'INVALID_ARGUMENT', /0\.chainId/],
    ['a chain id with leading zeros', { chainId: '0x07a69' }, 'INVALID_ARGUMENT', /0\.chainId/],
    ['no calls', { calls: [] }, 'INVALID_ARGUMENT', /0\.calls/],
    ['a call to a name', { calls: [{ to: 'a.eth' }] }, 'INVALID_ARGUMENT', /0\.calls\.0\.to/],
    ['a call of nothing', { calls: [{ value: '0x1' }] }, 'INVALID_ARGUMENT', /calls\.0\.to/],
    ['an id that is too long', { id: 'x'.repeat(4_097) }, 'INVALID_ARGUMENT', /0\.id/],
    ['another account', { from: TO }, 'UNAUTHORIZED', /from/],
    [
      'a capability that we lack',
      { capabilities: { paymasterService: {} } },
      'UNSUPPORTED_CAPABILITY',
      /paymasterService/,
    ],
    [
      'a call’s capability that we lack',
      { calls: [{ to: TO, capabilities: { gas: { optional: false } } }] },
      'UNSUPPORTED_CAPABILITY',
      /gas/,
    ],
    ['a chain that is not known', { chainId: '0x1' }, 'UNSUPPORTED_CHAIN', /1/],
    ['all or nothing', { atomicRequired: true }, 'ATOMICITY_UNSUPPORTED', /./],
    ['21 calls', { calls: Array(21).fill({ to: TO }) }, 'BUNDLE_TOO_LARGE', /at most 20/],
  ] as const) {
    it(`are refused with ${code} for ${what}`, () => {
      assert.throws(() => read(own), isError(code, text))
    })
  }

  it('can be one that is required to be atomic: it is', () => {
    assert.equal(read({ atomicRequired: true, calls: [{ to: TO }] }).requests.length, 1)
  })

  it('are asked about for all chains or for some', () => {
    assert.equal(parseGetCapabilities([ACCOUNT], ACCOUNT), undefined)
    assert.deepEqual(parseGetCapabilities([ACCOUNT, ['0x1', '0xa']], ACCOUNT), [1, 10])
    for (const params of [undefined, [], [undefined], [null, null]]) {
      assert.equal(parseGetCapabilities(params, ACCOUNT), undefined)
    }
    assert.deepEqual(parseGetCapabilities([undefined, ['0x1']], ACCOUNT), [1])
    assert.throws(() => parseGetCapabilities([TO], ACCOUNT), isError('UNAUTHORIZED', /./))
    const wrong = () => parseGetCapabilities([ACCOUNT, [1]], ACCOUNT)
    assert.throws(wrong, isError('INVALID_ARGUMENT', /0/))
  })
})
