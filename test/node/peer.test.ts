import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'

import { type Endpoint, Peer } from '../../src/protocol/peer.js'
import { ProviderRpcError, WalletError } from '../../src/shared/errors.js'
import { until } from '../support/until.js'

type Contract = Record<string, { params: unknown; result: unknown }>

/** Node's MessagePort has the browser's methods; its types differ. */
const endpoint = (port: unknown) => port as Endpoint

describe('Peer', () => {
  let channel: MessageChannel
  let asking: Peer<Contract, Record<string, unknown>>
  let answering: Peer<Contract>
  let onRequest: (method: string, params: unknown) => unknown
  let notices: unknown[]

  beforeEach(() => {
    channel = new MessageChannel()
    onRequest = () => null
    notices = []
    answering = new Peer(endpoint(channel.port1), {
      onRequest: (method, params) => onRequest(method, params),
      onNotice: (...notice) => notices.push(notice),
    })
    asking = new Peer(endpoint(channel.port2))
  })
  afterEach(() => {
    asking.close()
    answering.close()
  })

  it('gives each request its own answer, whatever their order', async () => {
    const gates = new Map<unknown, (value: unknown) => void>()
    onRequest = (_, params) => new Promise((resolve) => gates.set(params, resolve))
    const answers = [1, 2, 3].map((params) => asking.request('m', params, 1000))
    await until('three requests', () => gates.size === 3)
    for (const params of [3, 1, 2]) gates.get(params)?.(params * 10)
    assert.deepEqual(await Promise.all(answers), [10, 20, 30])
  })

  it('passes errors on: ours with their code, a node’s with its own', async () => {
    onRequest = (method) => {
      if (method === 'ours') throw new WalletError('USER_REJECTED', 'Closed.')
      throw new ProviderRpcError(3, 'execution reverted', '0x01')
    }
    await assert.rejects(asking.request('ours', null, 1000), { code: 'USER_REJECTED' })
    await assert.rejects(asking.request('node', null, 1000), { code: 3, data: '0x01' })
  })

  it('tells nothing of an error that is not meant for the other side', async () => {
    onRequest = () => {
      throw new Error('a secret')
    }
    await assert.rejects(asking.request('m', null, 1000), (error: Error) => {
      assert.ok(WalletError.is(error, 'INTERNAL'))
      assert.doesNotMatch(error.message, /secret/)
      return true
    })
  })

  it('answers, rather than ignores, what nobody handles', async () => {
    const silent = new MessageChannel()
    const nobody = new Peer(endpoint(silent.port1))
    const caller = new Peer<Contract>(endpoint(silent.port2))
    await assert.rejects(caller.request('m', null, 1000), { code: 'UNSUPPORTED_METHOD' })
    nobody.close()
    caller.close()
  })

  it('gives up at the deadline and ignores an answer that comes later', async () => {
    let late: (value: unknown) => void = () => {}
    onRequest = () =>
      new Promise((resolve) => {
        late = resolve
      })
    await assert.rejects(asking.request('slow', null, 1), { code: 'TIMEOUT' })
    late('too late')
    onRequest = () => 'next'
    assert.equal(await asking.request('m', null, 1000), 'next')
  })

  it('rejects what is pending when it closes, and what is asked after', async () => {
    onRequest = () => new Promise(() => {})
    const pending = asking.request('m', null, Infinity)
    asking.close()
    await assert.rejects(pending, { code: 'DISCONNECTED' })
    await assert.rejects(asking.request('m', null, 1000), { code: 'DISCONNECTED' })
  })

  it('stops at an abort signal', async () => {
    onRequest = () => new Promise(() => {})
    const abort = new AbortController()
    const pending = asking.request('m', null, Infinity, abort.signal)
    abort.abort(new WalletError('POPUP_CLOSED'))
    await assert.rejects(pending, { code: 'POPUP_CLOSED' })
  })

  it('delivers notices, which are not answered', async () => {
    asking.notify('told', { a: 1 })
    assert.equal(await asking.request('m', null, 1000), null)
    assert.deepEqual(notices, [['told', { a: 1 }]])
  })

  for (const junk of [
    null,
    1,
    'text',
    [],
    {},
    { jsonrpc: '1.0', id: 1, method: 'm' },
    { jsonrpc: '2.0', id: 'text', method: 'm' },
    { jsonrpc: '2.0', id: 999, result: 'for nobody' },
    { jsonrpc: '2.0', id: {}, error: {} },
    { jsonrpc: '2.0', method: {} },
  ]) {
    it(`is not disturbed by ${JSON.stringify(junk)} on the port`, async () => {
      channel.port2.postMessage(junk)
      channel.port1.postMessage(junk)
      onRequest = (method) => method
      assert.equal(await asking.request('still works', null, 1000), 'still works')
    })
  }
})
