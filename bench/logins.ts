/**
 * What a person waits for after the identity provider has answered: from the ID token to their key, in a
 * browser that has never been here, beside the bare cost of the same computation in the same run. How often
 * the browser went to the nodes is counted by the nodes.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { build } from '../scripts/build.js'
import { openDemo, PERSON, startWorld, type World } from '../test/e2e/support.js'
import type { KeyCost } from './pages/keys.js'
import { script } from './serve.js'
import { median, round, table } from './table.js'

const LOGINS = 9
const NODES = ['node1', 'node2', 'node3']

interface Login extends KeyCost {
  /** Unix time in milliseconds. */
  tokenAt: number
  keyAt: number
}

/** What a node wrote of a request. */
interface Line {
  method: string
  /** Unix time in milliseconds, when it was answered. */
  time: number
  /** Milliseconds that it took. */
  ms: number
}

export async function logins(): Promise<void> {
  await build()
  const code = await script('bench/pages/keys.ts')
  const world = await startWorld()
  try {
    const all: Login[] = []
    for (let count = 0; count < LOGINS; count += 1) all.push(await measure(world, code))
    await report(world, all)
  } finally {
    await world.stop()
  }
}

/** One login in a profile of its own: nothing is cached, compiled or connected. */
async function measure(world: World, code: string): Promise<Login> {
  const demo = await openDemo(world)
  await demo.page.evaluate(
    "wallet.on('login', () => { window.keyAt = performance.timeOrigin + performance.now() })",
  )
  await demo.signIn(PERSON)
  const keyAt = (await demo.page.evaluate('window.keyAt')) as number
  const frame = demo.page.frames().find((one) => one.url().includes('/frame'))!
  const tokenAt = (await frame.evaluate(
    "performance.timeOrigin + performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/token')).responseEnd",
  )) as number
  const bare = await demo.context.newPage()
  await bare.addScriptTag({ content: code, type: 'module' })
  const cost = (await bare.evaluate('measureKeys()')) as KeyCost
  await demo.close()
  return { tokenAt, keyAt, ...cost }
}

async function report({ dir }: World, all: Login[]): Promise<void> {
  const logs = await Promise.all(NODES.map((name) => linesOf(join(dir, 'logs', `${name}.log`))))
  const during = all.flatMap(({ tokenAt, keyAt }) =>
    logs.map((lines) => lines.filter(({ time }) => time >= tokenAt && time <= keyAt)),
  )
  const whole = median(all.map(({ tokenAt, keyAt }) => keyAt - tokenAt))
  const curve = median(all.map((login) => login.curve))
  const phrase = median(all.map((login) => login.account))
  const node = median(during.flat().map(({ ms }) => ms))
  const ms = (what: string, value: number) => ({ what, figure: round(value, 1) })
  table(`From the identity provider's answer to the key, ${LOGINS} first logins`, [
    ms('from the ID token until the page has the account, ms', whole),
    ms('of it the bare curve: two proofs, two answers combined, ms', curve),
    ms('of it the bare phrase and account (BIP-39, BIP-32), ms', phrase),
    ms("a node's own time, ms", node),
    { what: 'x the bare computation', figure: round(whole / (curve + phrase + node)) },
    {
      what: 'round trips to a node after the ID token (goal 1), at most',
      figure: Math.max(...during.map((lines) => lines.length)),
    },
  ])
}

async function linesOf(file: string): Promise<Line[]> {
  const text = await readFile(file, 'utf8')
  return text
    .split('\n')
    .filter((line) => line.includes('"answered"'))
    .map((line) => JSON.parse(line) as Line)
}
