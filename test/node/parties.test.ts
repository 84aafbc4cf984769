import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { describeAddress, resembled } from '../../src/chain/parties/parties.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'

const KNOWN = '0x1234567890abcdef1234567890abcdef12345678'
/** An address of a known one's ends. Every digit between them is another. */
const alike = (head: number, tail: number): `0x${string}` => {
  const digits = KNOWN.slice(2)
  const middle = [...digits.slice(head, 40 - tail)].map((digit) => (digit === '0' ? '1' : '0'))
  return `0x${digits.slice(0, head)}${middle.join('')}${digits.slice(40 - tail)}`
}
const met = (address: `0x${string}`, code: unknown = '0x') =>
  describeAddress(new Rpc('http://node.example.test', async () => code), address, 1, {
    known: [KNOWN],
  })

describe('an address', () => {
  it('is taken for a look-alike by the digits at its ends, or by most of all', async () => {
    for (const [head, tail, isAlike] of [
      [4, 4, true],
      [5, 5, true],
      [3, 4, false],
      [4, 3, false],
      [3, 3, false],
      [38, 0, true],
      [0, 38, true],
      [32, 0, true],
      [0, 32, true],
      [31, 0, false],
      [0, 31, false],
    ] as const) {
      const { resembles, isFirst } = await met(alike(head, tail))
      assert.deepEqual([resembles, isFirst], [isAlike ? KNOWN : undefined, true], `${head} ${tail}`)
    }
  })

  it('is taken for one where two digits at one end are others', async () => {
    for (const [address, isAlike] of [
      ['0x1234000000000000000000000000000000005600', true],
      ['0x1234000000000000000000000000000000006078', false],
      ['0x1234000000000000000000000000000000000678', false],
      ['0x0034000000000000000000000000000000005678', true],
      ['0x1004000000000000000000000000000000005678', false],
    ] as const) {
      assert.equal((await met(address)).resembles, isAlike ? KNOWN : undefined, address)
    }
  })

  it('is none for zeros in front, which many contracts have', async () => {
    const [one, other, fake] = [
      '0x0000000000000068F116a894984e2DB1123eB395',
      '0x00000000000001ad428e4906ae43d8f9852db300',
      '0x000000000000000000000000000000000000b395',
    ] as const
    const people = { known: [one] }
    assert.equal(resembled(other, people), undefined)
    assert.equal(resembled(fake, people), one)
    assert.equal(
      resembled('0x0000000000000000000000000000000000000001', {
        known: ['0x0000000000000000000000000000000000000002'],
      }),
      undefined,
    )
  })

  it('has the name of the address book, else of what everybody knows', async () => {
    const node = new Rpc('http://node.example.test', async () => '0x6000')
    const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
    const names = { [KNOWN]: 'Sample', [permit2.toLowerCase()]: 'Mine' }
    const nameOf = async (address: `0x${string}`, people: object) =>
      (await describeAddress(node, address, 1, { known: [], ...people })).name
    assert.equal(await nameOf(KNOWN, { names }), 'Sample')
    assert.equal(await nameOf(permit2, { names }), 'Mine')
    assert.match((await nameOf(permit2, {})) ?? '', /Permit2/)
    assert.equal(await nameOf(KNOWN, {}), undefined)
  })

  it('is compared in any case, and does not look like itself', async () => {
    const upper = (address: string) => `0x${address.slice(2).toUpperCase()}` as const
    assert.equal((await met(upper(alike(4, 4)))).resembles, KNOWN)
    assert.deepEqual(await met(upper(KNOWN)), {
      address: upper(KNOWN),
      kind: 'person',
      isFirst: false,
    })
  })

  it('acts by a contract’s code only if that is all of its code', async () => {
    const delegation = `0xef0100${KNOWN.slice(2)}`
    const { kind, delegate } = await met(alike(0, 0), delegation)
    assert.deepEqual([kind, delegate], ['delegated', KNOWN])
    for (const code of [`${delegation}00`, delegation.slice(0, -2), '0x6000']) {
      assert.equal((await met(alike(0, 0), code)).kind, 'contract', code)
    }
    for (const none of [null, 7, 'code']) {
      assert.equal((await met(alike(0, 0), none)).kind, 'unknown')
    }
  })
})
