/**
 * Real contracts for tests. Compiles `test/contracts` with the OpenZeppelin contracts that they import, once per
 * change, and deploys them.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Abi from 'ox/Abi'
import * as AbiConstructor from 'ox/AbiConstructor'
import * as AbiFunction from 'ox/AbiFunction'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = join(ROOT, 'test/contracts')
const CACHE = join(ROOT, 'node_modules/.cache/test-contracts')
const SETTINGS = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
}

type Hex = `0x${string}`

export interface Compiled {
  abi: Abi.Abi
  bytecode: Hex
}

interface Solc {
  version(): string
  compile(input: string, callbacks: { import(path: string): { contents: string } }): string
}
interface Output {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi.Abi; evm: { bytecode: { object: string } } }>>
}

let compiled: Record<string, Compiled> | undefined

/** All contracts by name. Cached, since compiling takes seconds. */
function contracts(): Record<string, Compiled> {
  compiled ??= read(cacheFile()) ?? compile()
  return compiled
}

function contract(name: string): Compiled {
  const found = contracts()[name]
  if (!found) throw new Error(`There is no contract ${name} in test/contracts.`)
  return found
}

/** Data of a transaction that makes a contract. */
export function deployData(name: string, args: unknown[] = []): Hex {
  const { abi, bytecode } = contract(name)
  const own = abi.find((item) => item.type === 'constructor')
  if (!own) return bytecode
  return AbiConstructor.encode(own as never, { bytecode, args: args as never })
}

/** @param signature - With names or without, such as `transfer(address,uint256)`. */
export const encodeCall = (signature: string, args: readonly unknown[]): Hex =>
  AbiFunction.encodeData(functionOf(signature), args as never)

const functionOf = (signature: string) =>
  AbiFunction.from<readonly string[]>([`function ${signature}`]) as AbiFunction.AbiFunction

/** Call data for a function of a contract. @param method - Name, or signature where names are not unique. */
export function callData(name: string, method: string, args: unknown[] = []): Hex {
  const { abi } = contract(name)
  const own = method.includes('(')
    ? functionOf(method)
    : AbiFunction.fromAbi(abi, method as never, { args: args as never } as never)
  return AbiFunction.encodeData(own as never, args as never)
}

function compile(): Record<string, Compiled> {
  const sources = ownSources().map((file) => [file, readFileSync(join(SOURCES, file), 'utf8')])
  const made = compileSources(Object.fromEntries(sources))
  write(cacheFile(), made)
  return made
}

/**
 * Compiles sources.
 *
 * @param sources - By file name.
 * @returns All contracts by name.
 */
export function compileSources(
  sources: Record<string, string>,
  changed: object = {},
): Record<string, Compiled> {
  const require = createRequire(import.meta.url)
  const solc = require('solc') as Solc
  const files = Object.entries(sources).map(([file, content]) => [file, { content }])
  const wanted = { '*': ['abi', 'evm.bytecode.object'] }
  const outputSelection = Object.fromEntries(Object.keys(sources).map((file) => [file, wanted]))
  const settings = { ...SETTINGS, ...changed, outputSelection }
  const input = { language: 'Solidity', sources: Object.fromEntries(files), settings }
  const find = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') })
  const output = solc.compile(JSON.stringify(input), { import: find })
  const { errors = [], contracts } = JSON.parse(output) as Output
  const failures = errors.filter(({ severity }) => severity === 'error')
  if (failures.length) throw new Error(failures.map((one) => one.formattedMessage).join('\n'))
  const all = Object.values(contracts).flatMap((file) =>
    Object.entries(file).map(([name, { abi, evm }]) => {
      return [name, { abi, bytecode: `0x${evm.bytecode.object}` }]
    }),
  )
  return Object.fromEntries(all) as Record<string, Compiled>
}

const ownSources = (): string[] =>
  readdirSync(SOURCES)
    .filter((file) => file.endsWith('.sol'))
    .sort()

/** The name depends on the sources and on the versions of their dependencies. */
function cacheFile(): string {
  const hash = createHash('sha256').update(JSON.stringify(SETTINGS))
  for (const file of ownSources()) hash.update(file).update(readFileSync(join(SOURCES, file)))
  for (const name of ['solc', '@openzeppelin/contracts']) {
    hash.update(readFileSync(join(ROOT, 'node_modules', name, 'package.json')))
  }
  return join(CACHE, `${hash.digest('hex').slice(0, 32)}.json`)
}

function read(file: string): Record<string, Compiled> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Compiled>
  } catch {
    return undefined
  }
}

/** Writes atomically, since tests of other files may be reading. */
function write(file: string, made: Record<string, Compiled>): void {
  mkdirSync(CACHE, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(made))
  renameSync(draft, file)
}
