/**
 * Contracts of six compilers, behind proxies and not, read call data each in their own way: what is missing, what is
 * dirty, what comes under another name. Whatever they take for a permission is named before it is given.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import * as AbiConstructor from 'ox/AbiConstructor'

import { explain } from '../../src/chain/explain/explain.js'
import { namedIn } from '../node/support/named-permissions.js'
import { CARRIERS } from '../node/support/random-rights.js'
import { randomOf } from '../support/any-typed-data.js'
import { compileSources, encodeCall } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'

type Hex = `0x${string}`
interface Asked {
  to: Hex
  data: Hex
}

const SEED = Number(process.env.SEED ?? 1)
const CASES = 200
const ME: Hex = '0x1000000000000000000000000000000000000a11'
const OTHERS: Hex[] = [
  '0x2222222222222222222222222222222222222200',
  '0x3333333333333333333333333333333333333300',
]
const FOLDER = new URL('../fixtures/compilers/', import.meta.url)

/** As Vyper's compiler reads call data: all of it has to be there, and nothing dirty in it. */
const STRICT = `
  contract Strict {
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    fallback() external {
      require(msg.data.length >= 68);
      uint256 to; uint256 n;
      assembly { to := calldataload(4) n := calldataload(36) }
      require(to >> 160 == 0);
      if (uint8(msg.sig[3]) % 2 == 0) allowance[msg.sender][address(uint160(to))] = n;
      else { require(n < 2); isApprovedForAll[msg.sender][address(uint160(to))] = n == 1; }
    }
  }`

const random = randomOf(SEED)
const { next } = random
const one = <T>(items: readonly T[]): T => items[next(items.length)]!

let chain: LocalChain
let router: Hex
/** By who compiled them, and what stands before them. */
const places: { name: string; address: Hex }[] = []

before(async () => {
  chain = await LocalChain.start()
  await chain.fund(ME, 10n ** 20n)
  const old = JSON.parse(readFileSync(new URL('rights.json', FOLDER), 'utf8')) as Record<
    string,
    Hex
  >
  const source = readFileSync(new URL('Rights.sol', FOLDER), 'utf8').replace(
    'FALLBACK',
    'fallback()',
  )
  const compile = (pragma: string) =>
    compileSources({
      'Rights.sol': `pragma solidity ^0.8.27;${pragma}\n${source}${STRICT}${CARRIERS}`,
    })
  const [lax, today] = [compile('pragma abicoder v1;'), compile('')]
  const codes = {
    ...old,
    '0.8 with the older coder': lax.Rights!.bytecode,
    '0.8': today.Rights!.bytecode,
    strict: today.Strict!.bytecode,
  }
  const { abi, bytecode } = today.Proxy!
  const own = abi.find(({ type }) => type === 'constructor')
  router = await deploy(today.Router!.bytecode)
  for (const [name, code] of Object.entries(codes)) {
    const address = await deploy(code)
    const proxied = AbiConstructor.encode(own as never, { bytecode, args: [address] as never })
    places.push({ name, address })
    places.push({ name: `${name}, upgradeable`, address: await deploy(proxied) })
    places.push({ name: `${name}, cloned`, address: await deploy(cloneOf(address)) })
  }
})
after(() => chain?.stop())

async function deploy(data: Hex): Promise<Hex> {
  const { contractAddress, status } = await chain.send({ from: ME, data })
  assert.equal(status, '0x1')
  return contractAddress!
}

/** ERC-1167. */
const cloneOf = (address: Hex): Hex =>
  `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${address.slice(2)}5af43d82803e903d91602b57fd5bf3`

const FUNCTIONS = {
  n: ['approve', 'increaseAllowance', 'sync', 'join', 'stake', 'register'],
  isOn: ['setApprovalForAll', 'vote', 'nominate'],
}

/** Data of a call: half of them as no ABI has it. */
function anyData(): Hex {
  const to = one(OTHERS)
  const n = one([1n, 2n, 256n, 2n ** 96n - 1n, 2n ** 255n, 2n ** 256n - 256n, 2n ** 256n - 1n])
  const kind = next(8)
  if (kind === 0) return encodeCall(`${one(['hope', 'enable'])}(address)`, [to])
  const isBool = kind < 4
  const name = one(isBool ? FUNCTIONS.isOn : FUNCTIONS.n)
  const clean = isBool
    ? encodeCall(`${name}(address,bool)`, [to, true])
    : encodeCall(`${name}(address,uint256)`, [to, n])
  const odd: (() => string)[] = [
    () => clean,
    () => clean,
    // A short one: solc 0.4 takes noughts for what is missing.
    () => clean.slice(0, -2 * (1 + next(4))),
    // Yes is any number but nought.
    () => (isBool ? `${clean.slice(0, -2)}${one(['02', 'ff', '80'])}` : clean),
    () => clean.slice(0, 10) + random.hex(12).slice(2) + clean.slice(34),
    // Another name, which its fallback takes.
    () => random.hex(4) + clean.slice(10),
    () => clean + random.hex(1 + next(40)).slice(2),
  ]
  return one(odd)() as Hex
}

function anyCalls(): { asked: Asked[]; where: string[] } {
  const place = one(places)
  const call = { to: place.address, data: anyData() }
  const ways: (() => { asked: Asked[]; where: string[] })[] = [
    () => ({ asked: [call], where: [place.name] }),
    () => ({ asked: [call], where: [place.name] }),
    () => {
      const other = one(places)
      const asked = [{ to: other.address, data: anyData() }, call]
      return { asked, where: [other.name, place.name] }
    },
    () => {
      const data = encodeCall('go(address,bytes)', [call.to, call.data])
      return { asked: [{ to: router, data }], where: [place.name] }
    },
  ]
  return one(ways)()
}

const QUESTIONS = [
  ['tokens', 'allowance(address,address)'],
  ['collection', 'isApprovedForAll(address,address)'],
  ['operator', 'isOperator(address,address)'],
  ['operator', 'can(address,address)'],
  ['borrowing', 'borrowAllowance(address,address)'],
  ['module', 'isModuleEnabled(address)'],
] as const

/** What everybody may do at these places, by the keys of what is named; some keep two rights of one kind. */
async function held(names: readonly string[]): Promise<Map<string, bigint>> {
  const found = new Map<string, bigint>()
  const asked = places
    .filter(({ name }) => names.includes(name))
    .flatMap(({ address }) =>
      OTHERS.flatMap((to) =>
        QUESTIONS.map(([kind, question]) => ({ address, to, kind, question })),
      ),
    )
  const answers = asked.map(async ({ address, to, kind, question }) => {
    const data = encodeCall(question, kind === 'module' ? [to] : [ME, to])
    const call = chain.rpc.request('eth_call', [{ to: address, data }, 'latest'])
    const answer = (await call.catch(() => '0x')) as Hex
    return [`${kind} ${to} ${address}`, answer === '0x' ? 0n : BigInt(answer)] as const
  })
  for (const [key, much] of await Promise.all(answers)) {
    found.set(key, (found.get(key) ?? 0n) + much)
  }
  return found
}

describe(`what contracts of many compilers give away (SEED=${SEED})`, () => {
  it('is named before it is done', async () => {
    const gained = new Map<string, number>()
    let unreadable = 0
    for (let at = 0; at < CASES; at++) {
      const snapshot = await chain.rpc.request('evm_snapshot', [])
      const { asked, where } = anyCalls()
      const calls = asked.map((call) => ({ chainId: 31_337, from: ME, value: 0n, ...call }))
      const explanation = await explain({ calls, ticker: 'ETH' }, chain.rpc)
      const isUnreadable = explanation.risks.some(({ code }) => code === 'unreadable')
      const said = namedIn(explanation)
      const had = await held(where)
      for (const call of asked) await chain.send({ from: ME, ...call })
      for (const [key, has] of await held(where)) {
        if (has <= had.get(key)!) continue
        for (const name of where) gained.set(name, (gained.get(name) ?? 0) + 1)
        unreadable += Number(isUnreadable)
        const told = said.get(key)
        const isTold = key.startsWith('tokens') ? (told ?? 0n) >= has : told !== undefined
        const what = asked.map(({ to, data }) => `${to} ${data}`).join(', ')
        assert.ok(
          isTold || isUnreadable,
          `SEED=${SEED}, case ${at}, ${where.join(' and ')}: ${key} gains ${has}, had ${had.get(key)}, said ${told}, by ${what}`,
        )
      }
      await chain.rpc.request('evm_revert', [snapshot])
    }
    // A test in which most give nothing, or are unreadable, shows nothing.
    const all = [...gained.values()].reduce((sum, count) => sum + count, 0)
    assert.ok(all > CASES / 3, `${all} gains`)
    assert.ok(unreadable < all / 10, `${unreadable} of ${all} are unreadable`)
    const versions = [...gained.keys()].map((name) => name.split(/[ ,]/)[0])
    assert.deepEqual([...new Set(versions)].sort(), [
      '0.4.26',
      '0.5.17',
      '0.6.12',
      '0.7.6',
      '0.8',
      'strict',
    ])
  })
})
