/**
 * What a large registry costs a person: the same first visits and logins with the demo's own entries, and with a thousand
 * embedders, a thousand verifiers and ten thousand applications besides. One visit of the one after one of the other.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startStack } from '../demo/stack.js'
import { build } from '../scripts/build.js'
import type { Registry } from '../src/protocol/registry.js'
import { launch, openDemo, PERSON, type SharedWorld } from '../test/e2e/support.js'
import { TRUSTING } from '../test/e2e/worlds.js'
import { visit } from './screens.js'
import { median, round, table } from './table.js'

const VISITS = 15
const SITES = 1_000
const VERIFIERS = 1_000
const APPLICATIONS = 10_000

/** Milliseconds. */
interface Times {
  usable: number
  opened: number
  login: number
}

export async function registry(): Promise<void> {
  await build()
  const browser = await launch()
  const [few, many] = [await start(), await start(grow)]
  const times: Record<'few' | 'many', Times[]> = { few: [], many: [] }
  try {
    // The first visit of all warms up the programs.
    for (let count = 0; count <= VISITS; count += 1) {
      const one = await measure({ ...few, browser })
      const other = await measure({ ...many, browser })
      if (count) {
        times.few.push(one)
        times.many.push(other)
      }
    }
  } finally {
    await browser.close()
    await few.stop()
    await many.stop()
  }
  report(times)
}

async function start(
  change?: (registry: Registry) => Registry,
): Promise<Pick<SharedWorld, 'dir' | 'stack' | 'stop'>> {
  const dir = await mkdtemp(join(tmpdir(), 'wallet-embed-bench-'))
  const options = { dir, build: false, embedders: [TRUSTING], sync: false }
  let stack = await startStack(options)
  if (change) {
    await stack.stop()
    // A stack that starts anew keeps what was added by hand.
    const file = join(dir, 'registry.json')
    const written = JSON.parse(await readFile(file, 'utf8')) as Registry
    await writeFile(file, JSON.stringify(change(written)))
    stack = await startStack(options)
  }
  const stop = async () => {
    await stack.stop()
    await rm(dir, { recursive: true, force: true })
  }
  return { dir, stack, stop }
}

function grow(registry: Registry): Registry {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
  const site = (at: number) => `https://shop-${at}.example.test`
  const { google } = registry.verifiers
  const { demo } = registry.applications
  return {
    ...registry,
    embedders: [...registry.embedders, ...numbers(SITES).map(site)],
    verifiers: {
      ...registry.verifiers,
      ...Object.fromEntries(
        numbers(VERIFIERS).map((at) => [`shop-${at}`, { ...google!, origins: [site(at)] }]),
      ),
    },
    applications: {
      ...registry.applications,
      ...Object.fromEntries(
        numbers(APPLICATIONS).map((at) => [
          `application-${at}`,
          { ...demo!, origins: [site(at)], redirectUrls: [`${site(at)}/`] },
        ]),
      ),
    },
  }
}

async function measure(world: SharedWorld): Promise<Times> {
  const seen = await visit(world)
  const demo = await openDemo(world)
  const begin = performance.now()
  await demo.signIn(PERSON)
  const login = performance.now() - begin
  await demo.close()
  return { ...seen, login }
}

function report({ few, many }: Record<'few' | 'many', Times[]>): void {
  const row = (what: string, key: keyof Times) => {
    const [base, grown] = [few, many].map((all) => median(all.map((times) => times[key])))
    return {
      what,
      'few entries, ms': round(base!, 0),
      'many, ms': round(grown!, 0),
      'x few (goal 1.1)': round(grown! / base!),
    }
  }
  table(`${SITES} embedders, ${VERIFIERS} verifiers, ${APPLICATIONS} applications`, [
    row("from the page's start until the frame has drawn its first screen", 'usable'),
    row('from the click on the button to the sign-in screen', 'opened'),
    row("a login, from the first press to the page's account", 'login'),
  ])
}
