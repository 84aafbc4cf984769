/** One list of Ethereum methods: the page's patterns, the types and the documentation say the same. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'
import { NODE_METHODS, WALLET_METHODS } from '../../src/app/provider/method-kinds.js'
import { answerRpc } from '../../src/app/provider/rpc/methods.js'
import { ASKS, WAITS } from '../../src/client/frame/connection.js'
import { READ_METHOD } from '../../src/client/provider/provider.js'

const OWN = Object.entries(WALLET_METHODS)
const namesOf = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1]!)
/** What the page itself answers, before it looks for who else could. */
const BY_PAGE = ['net_version']

describe('the methods', () => {
  it('of the wallet and of the node are two lists', () => {
    assert.deepEqual(
      NODE_METHODS.filter((method) => Object.hasOwn(WALLET_METHODS, method)),
      [],
    )
    assert.equal(new Set(NODE_METHODS).size, NODE_METHODS.length)
  })

  it('of the node go straight from the page to the node, and none of the wallet does', () => {
    assert.deepEqual(
      NODE_METHODS.filter((method) => !READ_METHOD.test(method)),
      [],
    )
    const straight = OWN.map(([method]) => method).filter((method) => READ_METHOD.test(method))
    assert.deepEqual(straight, BY_PAGE)
  })

  it('of the node are asked with bigints in hex, since JSON has none', async () => {
    const node = { relay: async (_: string, params: unknown) => params }
    const params = [{ value: 255n }, 'latest']
    const sent = await answerRpc({ chains: { node } } as never, 'eth_call', params)
    assert.deepEqual(sent, [{ value: '0xff' }, 'latest'])
    for (const value of [-1n, 2n ** 257n]) {
      const asked = answerRpc({ chains: { node } } as never, 'eth_call', [{ value }])
      await assert.rejects(asked, { code: 'INVALID_ARGUMENT' })
    }
  })

  it('that a person has to see before they agree open a window, and no other does', () => {
    const asking = OWN.filter(([, kind]) => ['asks', 'signs', 'sends'].includes(kind))
    const all = [...OWN.map(([method]) => method), ...NODE_METHODS, 'login', 'setNetwork']
    assert.deepEqual(
      all.filter((method) => ASKS.test(method)),
      asking.map(([method]) => method),
    )
  })

  it('that may wait for the person count as waiting', () => {
    const waiting = OWN.filter(([, kind]) => kind !== 'none').map(([method]) => method)
    assert.deepEqual(
      ['login', ...waiting].filter((method) => !WAITS.test(method)),
      [],
    )
  })

  it('are typed, those of the wallet all', () => {
    const source = readFileSync(fromRoot('src/client/provider/request.ts'), 'utf8')
    const [, results = ''] = source.split('interface RequestResults')
    const typed = namesOf(/^ {2}(\w+): /gm, results)
    const untyped = Object.keys(WALLET_METHODS).filter((method) => !typed.includes(method))
    assert.deepEqual(untyped, ['eth_sign'], 'which is refused')
    const known = [...Object.keys(WALLET_METHODS), ...NODE_METHODS]
    assert.deepEqual(
      typed.filter((method) => !known.includes(method)),
      [],
    )
  })

  it('of the wallet are rows of the documentation, and no other is', () => {
    const page = readFileSync(fromRoot('docs/wallet.md'), 'utf8')
    const [, table = ''] = page.split('| method | parameters | result |')
    const rows = table.split('\n\n')[0]!
    const cells = namesOf(/^\| (`[^|]*) \|/gm, rows).filter((cell) => !cell.includes('every read'))
    const told = cells.flatMap((cell) => namesOf(/`(\w+)`/g, cell))
    assert.deepEqual(told.sort(), Object.keys(WALLET_METHODS).sort())
  })
})
