/**
 * Whatever a contract does to give a right away, the question names it: random contracts are asked for random
 * things, which are then done, and what others may do is compared with what was said.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as AbiConstructor from 'ox/AbiConstructor'

import { explain } from '../../src/chain/explain/explain.js'
import { namedIn } from '../node/support/named-permissions.js'
import { CARRIERS, type Deed, makeRights, type Rights } from '../node/support/random-rights.js'
import { randomOf } from '../support/any-typed-data.js'
import { type Compiled, compileSources, encodeCall } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'

type Hex = `0x${string}`
interface Asked {
  to: Hex
  data: Hex
}
interface Place {
  rights: Rights
  address: Hex
}

const SEED = Number(process.env.SEED ?? 1)
const CASES = 200
const CONTRACTS = 40
const ME: Hex = '0x1000000000000000000000000000000000000a11'
const OTHERS: Hex[] = [
  '0x2222222222222222222222222222222222222200',
  // Who is given it as well, by some.
  '0x22222222222222222222222222222222222222ff',
  '0x3333333333333333333333333333333333333300',
  '0x33333333333333333333333333333333333333ff',
]
/** The older coder takes dirty bytes; without the optimizer other code reads them. */
const COMPILERS = [
  { isOld: false, pragma: 'pragma abicoder v2;', settings: { optimizer: { enabled: true } } },
  { isOld: true, pragma: 'pragma abicoder v1;', settings: { optimizer: { enabled: false } } },
]

const random = randomOf(SEED)
const { next } = random
const one = <T>(items: readonly T[]): T => items[next(items.length)]!

let chain: LocalChain
let router: Hex
const places: Place[] = []

before(async () => {
  chain = await LocalChain.start()
  await chain.fund(ME, 10n ** 20n)
  for (const [at, { isOld, pragma, settings }] of COMPILERS.entries()) {
    const count = CONTRACTS / COMPILERS.length
    const all = Array.from({ length: count }, (_, index) =>
      makeRights(at * count + index, CASES / CONTRACTS, isOld, random),
    )
    const text = ['pragma solidity ^0.8.27;', pragma, CARRIERS, ...all.map(({ source }) => source)]
    const compiled = compileSources({ 'Random.sol': text.join('\n') }, settings)
    router = await deploy(compiled.Router!)
    for (const rights of all) {
      const address = await deploy(compiled[rights.name]!)
      places.push({ rights, address: next(3) ? address : await deploy(compiled.Proxy!, [address]) })
    }
  }
})
after(() => chain?.stop())

async function deploy({ abi, bytecode }: Compiled, args: unknown[] = []): Promise<Hex> {
  const own = abi.find((item) => item.type === 'constructor')
  const data = own
    ? AbiConstructor.encode(own as never, { bytecode, args: args as never })
    : bytecode
  const { contractAddress } = await chain.send({ from: ME, data })
  return contractAddress!
}

/** Data of a call, now and then not as the ABI has it. */
function dataOf({ signature, args, isRaw }: Deed): Hex {
  const values = args.map((arg) => {
    if (arg === 'to') return one(OTHERS)
    if (arg === 'n') return one([0n, 1n, 5n, 2n ** 96n - 1n, 2n ** 255n, 2n ** 256n - 1n])
    return arg === 'x' ? BigInt(next(1000)) : random.hex(32)
  })
  const data = encodeCall(signature, values)
  const place = 10 + 64 * args.indexOf('to')
  // Without the older coder, or code of the contract's own, this fails: then nothing is given.
  const isOdd = next(isRaw ? 2 : 8) === 0
  const dirty = isOdd
    ? data.slice(0, place) + random.hex(12).slice(2) + data.slice(place + 24)
    : data
  return (isOdd && next(2) ? dirty.slice(0, -2 * (1 + next(40))) : dirty) as Hex
}

/** Calls that do this, and perhaps other things. */
function callsFor({ rights, address: to }: Place, deed: Deed): Asked[] {
  const data = dataOf(deed)
  const more = () => dataOf(one(rights.deeds))
  const call = { to, data }
  const ways: (() => Asked[])[] = [
    () => [call],
    () => {
      const all = [more(), data]
      const args = rights.multicall.includes('[]') ? [all] : all
      return [{ to, data: encodeCall(rights.multicall, args) }]
    },
    () => {
      const other = one(places)
      return [{ to: other.address, data: dataOf(one(other.rights.deeds)) }, call]
    },
  ]
  const routed = ({ to, data }: Asked): Asked =>
    next(2)
      ? { to: router, data: encodeCall('go(address,bytes)', [to, data]) }
      : { to: router, data: `${data}${to.slice(2).padStart(64, '0')}` }
  if (deed.isByOrigin)
    ways.push(
      () => [routed(call)],
      () => [routed(routed(call))],
    )
  return one(ways)()
}

/** What is there to be given, and how much of it is. */
async function held(where: readonly Place[]): Promise<Map<string, bigint>> {
  const block = (await chain.rpc.request('eth_getBlockByNumber', ['latest', false])) as {
    timestamp: Hex
  }
  const asked = where.flatMap(({ rights, address }) =>
    OTHERS.flatMap((to) =>
      rights.family.questions(ME, to).map(async ({ signature, args, read, token }) => {
        const data = encodeCall(signature, args)
        const answer = (await chain.rpc.request('eth_call', [
          { to: address, data },
          'latest',
        ])) as Hex
        const words = (answer.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
        const id = rights.family.kinds[0] === 'collectible' ? ` ${args.at(-1)}` : ''
        const key = `${rights.family.kinds[0]} ${to} ${token ?? address}${id}`
        return [key, read(words, BigInt(block.timestamp))] as const
      }),
    ),
  )
  return new Map(await Promise.all(asked))
}

describe(`what random contracts give away (SEED=${SEED})`, () => {
  it('is named before it is done', async () => {
    let gains = 0
    let unreadable = 0
    for (let at = 0; at < CASES; at++) {
      const place = places[at % CONTRACTS]!
      const deed = place.rights.deeds[Math.floor(at / CONTRACTS)]!
      const asked = callsFor(place, deed)
      const calls = asked.map((call) => ({ chainId: 31_337, from: ME, value: 0n, ...call }))
      const explanation = await explain({ calls, ticker: 'ETH' }, chain.rpc)
      const isUnreadable = explanation.risks.some(({ code }) => code === 'unreadable')
      const where = places.filter(({ address }) =>
        asked.some(({ to, data }) => to === address || data.includes(address.slice(2))),
      )
      const had = await held(where)
      for (const call of asked) await chain.send({ from: ME, ...call })
      const said = namedIn(explanation)
      for (const [key, has] of await held(where)) {
        if (has <= had.get(key)!) continue
        gains++
        unreadable += Number(isUnreadable)
        const isTold = isUnreadable || (said.get(key) ?? 0n) >= has
        const { simulation } = explanation
        assert.ok(
          isTold,
          [
            `SEED=${SEED}, case ${at}: ${key} gains ${has} and had ${had.get(key)}`,
            ...asked.map(({ to, data }) => `${to} ${data}`),
            JSON.stringify(simulation, (_, value) =>
              typeof value === 'bigint' ? `${value}` : value,
            ),
            ...where.map(({ rights, address }) => `${address} ${rights.source}`),
          ].join('\n'),
        )
      }
    }
    // A test that gives nothing, or takes everything for unreadable, shows nothing.
    assert.ok(gains > CASES / 3, `${gains} gains`)
    assert.ok(unreadable < gains / 10, `${unreadable} of ${gains} are unreadable`)
  })
})
