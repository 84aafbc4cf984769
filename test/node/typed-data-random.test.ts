/** Whatever types a page makes up: what is signed is what the tree on the screen says, and any library gets the same hash. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { signTypedData } from '../../src/app/signer/sign.js'
import { parseTypedData, type TypedDataNode } from '../../src/chain/typed-data.js'

const KEY = new Uint8Array(32).fill(9)
const viem = privateKeyToAccount(toHex(KEY))
const CASES = 400

type Types = Record<string, { name: string; type: string }[]>

/** The same numbers in each run (mulberry32), so that a failure can be looked at. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

class Maker {
  readonly #below: (below: number) => number

  constructor(seed: number) {
    this.#below = random(seed)
  }

  make() {
    const names = Array.from({ length: 1 + this.#below(4) }, (_, at) => `${this.#name('T')}${at}`)
    // Each knows only those after it, so that there is an end.
    const types: Types = Object.fromEntries(
      names.map((name, at) => [name, this.#fields(names.slice(at + 1))]),
    )
    const [primaryType] = names as [string]
    const domain = { name: this.#text(), chainId: 1 }
    return { types, primaryType, domain, message: this.#struct(types, primaryType) }
  }

  #fields(structs: string[]) {
    return Array.from({ length: 1 + this.#below(5) }, (_, at) => ({
      name: `${this.#name('f')}${at}`,
      type: this.#type(structs),
    }))
  }

  #type(structs: string[]): string {
    const atoms = [
      ...['string', 'bytes', 'bool', 'address', 'uint256', 'int256'],
      ...[`bytes${1 + this.#below(32)}`, `uint${8 + 8 * this.#below(32)}`],
      `int${8 + 8 * this.#below(32)}`,
    ]
    const all = [...atoms, ...structs, ...structs]
    const type = all[this.#below(all.length)]!
    return type + ['', '', '', '[]', `[${1 + this.#below(3)}]`, '[][]'][this.#below(6)]
  }

  #struct(types: Types, name: string): Record<string, unknown> {
    return Object.fromEntries(
      types[name]!.map(({ name, type }) => [name, this.#value(types, type)]),
    )
  }

  #value(types: Types, type: string): unknown {
    const list = /^(.*)\[(\d*)\]$/.exec(type)
    if (list) {
      const length = Number(list[2] || this.#below(3))
      return Array.from({ length }, () => this.#value(types, list[1]!))
    }
    if (Object.hasOwn(types, type)) return this.#struct(types, type)
    if (type === 'string') return this.#text()
    if (type === 'bool') return this.#below(2) === 1
    if (type === 'address') return `0x${this.#hex(20)}`
    if (type.startsWith('bytes')) return `0x${this.#hex(Number(type.slice(5) || this.#below(40)))}`
    const bits = BigInt(/\d+$/.exec(type)![0])
    const number = BigInt.asUintN(Number(bits), BigInt(`0x${this.#hex(32)}`))
    return (type.startsWith('u') ? number : BigInt.asIntN(Number(bits), number)).toString()
  }

  #hex(bytes: number): string {
    return Array.from({ length: bytes }, () => this.#below(256).toString(16).padStart(2, '0')).join(
      '',
    )
  }

  #name(first: string): string {
    const letters = 'abcXYZ019_'
    return first + Array.from({ length: this.#below(6) }, () => letters[this.#below(10)]).join('')
  }

  #text(): string {
    return ['', 'hi', 'grüß dich', '0x00', '{"a":1}', 'A(uint256 b)', '\u202e', '1e3'][
      this.#below(8)
    ]!
  }
}

/** What a person reads, as data again. */
function readBack(nodes: readonly TypedDataNode[]): Record<string, unknown> {
  return Object.fromEntries(nodes.map((node) => [node.name, readValue(node)]))
}

function readValue({ type, value, children }: TypedDataNode): unknown {
  if (!children) return type === 'bool' ? value === 'true' : value
  return type.endsWith(']') ? children.map(readValue) : readBack(children)
}

describe('typed data of any types', () => {
  it(`is signed as it is shown, and as viem signs it, ${CASES} times`, async () => {
    for (let seed = 1; seed <= CASES; seed++) {
      const data = new Maker(seed).make()
      const read = parseTypedData([viem.address, JSON.stringify(data)], viem.address, 1)
      const signature = signTypedData(read.value, KEY)
      assert.equal(signature, await viem.signTypedData(data as never), `seed ${seed}`)
      const { name, chainId } = readBack(read.domain)
      const domain = { name, chainId: Number(chainId) }
      const shown = { ...data, domain, message: readBack(read.message) }
      assert.equal(signature, await viem.signTypedData(shown as never), `seed ${seed}, as shown`)
    }
  })
})
