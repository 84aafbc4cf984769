/** Nodes that answer, though not as one would write it: over HTTP, from the frame (`Rpc`) and from the page (`Reads`). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'

import { readAddress } from '../../src/chain/reads/address-facts.js'
import { callMany } from '../../src/chain/reads/many-calls.js'
import { nextNonce, Rpc } from '../../src/chain/rpc/rpc.js'
import { Reads } from '../../src/client/provider/reads.js'
import { ProviderRpcError, WalletError } from '../../src/shared/errors.js'

interface Call {
  id: number
  method: string
  params: unknown[]
}

let server: Server
let url: string
let asked: string[]
/** What is said to a call, with a status. */
let answer: (call: Call) => { status?: number; body: unknown }
/** What is said to several calls at once; undefined: an answer to each. */
let refusal: { status: number; body: string } | undefined
/** Whether each request had several calls. */
let batches: boolean[]

before(async () => {
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const calls: Call | Call[] = JSON.parse(text)
    batches.push(Array.isArray(calls))
    if (refusal && Array.isArray(calls)) {
      response.writeHead(refusal.status).end(refusal.body)
      return
    }
    const answers = [calls].flat().map((call) => {
      asked.push(`${call.method} ${call.params.at(-1) ?? ''}`.trim())
      return answer(call)
    })
    const bodies = answers.map(({ body }) => body)
    const said = Array.isArray(calls) ? bodies : bodies[0]
    response.writeHead(answers[0]!.status ?? 200)
    response.end(typeof said === 'string' ? said : JSON.stringify(said))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

after(() => server.close())

beforeEach(() => {
  asked = []
  batches = []
})

/** Of EIP-1474, of providers, and a node that passes on what a provider said. */
const BUSY = [
  { code: -32005, message: 'limit exceeded' },
  { code: -32007, message: '50/second request limit reached' },
  { code: 429, message: 'compute units per second capacity' },
  { code: -32016, message: 'over rate limit' },
  { code: -32000, message: '429 Too Many Requests: {"error":{"code":-32016}}' },
]
const TOKEN = `0x${'cd'.repeat(20)}`

const WORD = (value: number) => ({ result: `0x${value.toString(16).padStart(64, '0')}` })

const ways = {
  frame: () => new Rpc(url).relay('eth_gasPrice'),
  page: () => reads().request({ method: 'eth_gasPrice' }),
}
const reads = () => new Reads(url, () => Promise.reject(new WalletError('INTERNAL')))
const isNodes = (code: number, message: string) => (error: unknown) => {
  assert.ok(error instanceof ProviderRpcError, String(error))
  assert.deepEqual([error.code, error.message], [code, message])
  return true
}

for (const [way, ask] of Object.entries(ways)) {
  describe(`a node that the ${way} asks`, () => {
    it('may write an id as a text, an error that is none, and more', async () => {
      answer = ({ id }) => ({ body: { id: `${id}`, result: '0x7', error: null, usage: 3 } })
      assert.equal(await ask(), '0x7')
    })

    it('may say an error with half of what belongs to one, which is no silence', async () => {
      answer = () => ({ body: { error: { code: '-32000', message: 'no such block' } } })
      await assert.rejects(ask, isNodes(-32603, 'no such block'))
    })

    it('may say an error as a text, or without words', async () => {
      answer = () => ({ body: { error: 'too many requests' } })
      await assert.rejects(ask, isNodes(-32603, '"too many requests"'))
      answer = () => ({ body: { error: { code: -32000 } } })
      await assert.rejects(ask, isNodes(-32000, '{"code":-32000}'))
    })

    it('may have too much to do for every third call', async () => {
      answer = () =>
        asked.length % 3 ? { body: { result: '0x7' } } : { status: 429, body: 'busy' }
      for (let call = 0; call < 4; call++) assert.equal(await ask(), '0x7')
      assert.equal(asked.length, 5)
    })

    it('is no node when it answers a page of its proxy', async () => {
      answer = () => ({ status: 502, body: '<h1>Bad gateway</h1>' })
      await assert.rejects(ask, { code: 'CHAIN_DISCONNECTED', message: /HTTP 502/ })
    })

    it('has not said that there is nothing when its gateway refuses in JSON', async () => {
      for (const status of [400, 403, 503]) {
        answer = () => ({ status, body: { code: 7, message: 'You may not ask so often.' } })
        await assert.rejects(ask, { code: 'CHAIN_DISCONNECTED' })
      }
    })

    it('may say its own error, or what was asked, with an HTTP status of failure', async () => {
      answer = () => ({ status: 400, body: { error: { code: -32602, message: 'bad params' } } })
      await assert.rejects(ask, isNodes(-32602, 'bad params'))
      answer = () => ({ status: 500, body: { result: null } })
      assert.equal(await ask(), null)
    })
  })
}

it('a node may write the ids of several calls as texts', async () => {
  answer = ({ id, method }) => ({ body: { id: `${id}`, result: method } })
  const node = reads()
  const methods = ['eth_gasPrice', 'eth_blockNumber']
  assert.deepEqual(await Promise.all(methods.map((method) => node.request({ method }))), methods)
})

describe('a node that refuses a batch', () => {
  const methods = ['eth_gasPrice', 'eth_blockNumber']
  for (const [words, status, body, later] of [
    ['a page of its proxy', 502, '<h1>Bad gateway</h1>', [true]],
    ['that it has too much to do', 429, '{"error":{"code":429}}', [true]],
    ['that it knows none, as a text', 400, 'no batches', [false, false]],
    ['that it knows none, as JSON', 200, '{"error":{"code":-32600}}', [false, false]],
  ] as const) {
    it(`by ${words} gets ${later[0] ? 'the next batch' : 'no batch again'}`, async () => {
      answer = ({ id, method }) => ({ body: { id, result: method } })
      refusal = { status, body }
      const node = reads()
      const ask = () => Promise.all(methods.map((method) => node.request({ method })))
      assert.deepEqual(await ask(), methods)
      refusal = undefined
      batches = []
      assert.deepEqual(await ask(), methods)
      assert.deepEqual(batches, later)
    })
  }
})

describe('a node that says that it was asked too often', () => {
  for (const error of BUSY) {
    it(`has not answered: ${error.message}`, async () => {
      answer = () => ({ body: { error } })
      const node = new Rpc(url)
      await assert.rejects(node.request('eth_call'), { code: 'CHAIN_DISCONNECTED' })
      await assert.rejects(node.relay('eth_call'), isNodes(error.code, error.message))
    })
  }

  it('has not said that a token has no decimals', async () => {
    const isDecimals = ({ params }: Call) => JSON.stringify(params[0]).includes('0x313ce567')
    const token = (call: Call) => (call.method === 'eth_getCode' ? { result: '0x60' } : WORD(6))
    answer = (call) => ({ body: isDecimals(call) ? { error: BUSY[0] } : token(call) })
    const node = new Rpc(url)
    await assert.rejects(readAddress(node, TOKEN), { code: 'CHAIN_DISCONNECTED' })
    answer = (call) => ({ body: token(call) })
    assert.equal((await readAddress(node, TOKEN)).decimals, 6)
  })

  it('leaves out what it was too busy for, and has not answered if that is all', async () => {
    const views = Array.from({ length: 6 }, (_, at) => ({ to: TOKEN, data: `0x0${at}` }))
    const busy = { error: BUSY[0] }
    // It runs no programs and has no Multicall3, so that each is asked for alone.
    const rest = ({ method, params }: Call) => {
      if (method === 'eth_getCode') return { result: '0x' }
      const isProgram = !JSON.stringify(params[0]).includes(TOKEN)
      return isProgram ? { error: { code: -32000, message: 'no to' } } : undefined
    }
    answer = (call) => ({ body: rest(call) ?? (asked.length % 3 ? WORD(6) : busy) })
    const answers = await callMany(new Rpc(url), views)
    assert.equal(answers.filter((word) => word === WORD(6).result).length, 4)
    asked = []
    answer = (call) => ({ body: rest(call) ?? busy })
    await assert.rejects(callMany(new Rpc(url), views), { code: 'CHAIN_DISCONNECTED' })
    assert.equal(asked.length, 2 + 4, 'a program, Multicall3, and a few')
  })

  it('is not a contract that fails with these words', async () => {
    const message = 'execution reverted: rate limit exceeded'
    answer = () => ({ body: { error: { code: -32000, message } } })
    await assert.rejects(new Rpc(url).request('eth_call'), isNodes(-32000, message))
  })
})

describe('the next nonce', () => {
  it('is after what waits', async () => {
    answer = () => ({ body: { result: '0x8' } })
    assert.equal(await nextNonce(new Rpc(url), '0x1'), 8n)
    assert.deepEqual(asked, ['eth_getTransactionCount pending'])
  })

  for (const [what, body] of [
    ['an error', { error: { code: -32000, message: 'pending block is not available' } }],
    ['nothing', { result: null }],
  ] as const) {
    it(`is after what was mined, where a node says ${what} of what waits`, async () => {
      answer = ({ params }) => ({ body: params[1] === 'pending' ? body : { result: '0x7' } })
      assert.equal(await nextNonce(new Rpc(url), '0x1'), 7n)
    })
  }

  for (const error of BUSY) {
    it(`is not guessed where a node says: ${error.message}`, async () => {
      answer = ({ params }) => ({ body: params[1] === 'pending' ? { error } : { result: '0x7' } })
      await assert.rejects(nextNonce(new Rpc(url), '0x1'), { code: 'CHAIN_DISCONNECTED' })
    })
  }

  it('is not asked twice of a node that is silent', async () => {
    answer = () => ({ status: 502, body: '' })
    await assert.rejects(nextNonce(new Rpc(url), '0x1'), { code: 'CHAIN_DISCONNECTED' })
    assert.equal(asked.length, 1)
  })
})
