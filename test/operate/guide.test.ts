/**
 * docs/operate.md from empty machines to a wallet, every command as it stands there, typed by root on four machines with
 * a systemd, an address and a disk each; then a person signs in on a site, by https. Prints how much of it there was.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'

import { signIn } from '../../demo/testing/kit.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { GUIDE, guideSteps, type Step, stepsIn, unitNames } from '../support/deploy.js'
import { after, before, describe, it } from '../support/suite.js'
import { lackOfMachines, type Machine } from './support/machine.js'
import { NODES, type OutsideWorld, startOutside } from './support/world.js'

/** What the goal is. */
const MOST_COMMANDS = 25
const MOST_MINUTES = 15
const CLIENT = { id: 'shop-wallet', secret: 'a secret of the provider' }
const ASKED = '/run/asked'
const ENOUGH = '/run/enough'
/** Asks the login service through its proxy, one request after the other, until it is enough. */
const ASK = `node -e '
  const { existsSync, writeFileSync } = require("node:fs")
  let asked = 0
  const failed = []
  const ask = async () => {
    while (!existsSync("${ENOUGH}")) {
      const status = await fetch("https://login.example/healthz").then((one) => one.status, String)
      if (status !== 200) failed.push(status)
      if (++asked === 10) writeFileSync("${ASKED}", "")
    }
  }
  Promise.all([ask(), ask(), ask()]).then(() => console.log(JSON.stringify({ asked, failed })))'`
const UNTIL_READY = (port: string) =>
  `curl --silent --fail --output /dev/null --retry 100 --retry-delay 1 --retry-connrefused http://localhost:${port}/readyz`
/** Beside the guide's way, in its text. */
const WATCH = 'systemctl enable --now wallet-embed-nodes-check'
const FRONT_UNITS = ['wallet-embed-wallet', 'wallet-embed-login@4051', 'wallet-embed-login@4071']
const NO_POSTGRESQL =
  !existsSync('/lib/systemd/system/postgresql.service') && 'there is no PostgreSQL here'
const steps = guideSteps()

describe('the guide from empty machines to a wallet', { skip: lackOfMachines() }, () => {
  let world: OutsideWorld
  let commands = 0
  const begun = performance.now()

  before(async () => {
    world = await startOutside(CLIENT)
    const { front, nodes } = world
    // The guide: every machine has nginx, and the front has Redis.
    await Promise.all([front, ...nodes].map((one) => one.run('systemctl start nginx')))
    await front.run('systemctl start redis-server')
  })
  after(() => world?.stop())

  /** Types the guide's next commands for a machine, up to the one that begins so. */
  const follow = async (machine: Machine, last: string): Promise<string> => {
    const own = world.nodes.indexOf(machine) + 1
    const kind = own ? 'node' : 'front'
    const mine = steps.filter((step) => step.machine === kind)
    const done = followed.get(machine) ?? 0
    const end = mine.findIndex(({ command }, at) => at >= done && command.startsWith(last))
    assert.ok(end >= 0, `The guide has no further "${last}" for ${kind}.`)
    let said = ''
    for (const step of mine.slice(done, end + 1)) {
      said = await machine.run(here(step, own))
      commands++
    }
    followed.set(machine, end + 1)
    return said
  }
  const followed = new Map<Machine, number>()
  const onNodes = (last: string) => Promise.all(world.nodes.map((node) => follow(node, last)))
  const carry = async (file: string, from: Machine, path: string, to: Machine[]) => {
    const text = await from.read(path)
    await Promise.all(to.map((one) => one.write(`/etc/wallet-embed/${file}`, `${text}\n`)))
  }

  it('makes a key that nobody has', async () => {
    const said = await onNodes('/opt/wallet-embed/deploy/install.sh')
    const peers = said.map((text, i) => {
      const key = text.trim().split('\n').at(-1)
      return [i + 1, { key, url: `http://${NODES[i]}:7000` }]
    })
    const text = JSON.stringify(Object.fromEntries(peers))
    for (const node of world.nodes) await node.write('/etc/wallet-embed/peers.json', text)
    const keys = (await onNodes('wallet-embed dkg')).map(
      (out) => out.match(/Group key: (\w+)/)?.[1],
    )
    assert.ok(keys[0])
    assert.equal(new Set(keys).size, 1)
  })

  it('starts everything', async () => {
    const { front, nodes } = world
    const checked = await follow(front, 'wallet-embed registry check')
    assert.doesNotMatch(checked, /WRONG/)
    await carry('registry.json', front, '/etc/wallet-embed/registry.json', nodes)
    await carry('network.json', nodes[0]!, '/var/lib/wallet-embed/network.json', [front])
    await onNodes('systemctl')
    assert.match(await follow(front, 'curl'), /^({"ok":true}){5}$/)
  })

  it('lets somebody sign in on a site', async () => {
    const page = await world.browser.newPage()
    await page.goto('https://shop.example/')
    await signIn(page, 'sample.person@example.test')
    const log = await world.front.read('/var/log/wallet-embed/audit.log')
    assert.match(log, /"event":"token","verifier":"google".*"outcome":"ok"/)
    await page.close()
  })

  it('has a service that has every node prove its share', async () => {
    const { front, nodes } = world
    assert.ok(readFileSync(GUIDE, 'utf8').includes(WATCH))
    await front.run(WATCH)
    const found = await front.run(
      `until curl --silent localhost:9102/metrics | grep ^wallet_embed_node_proves_share; do sleep 0.1; done`,
    )
    const lines = nodes.map((_, i) => `wallet_embed_node_proves_share{index="${i + 1}"} 1`)
    assert.deepEqual(found.trim().split('\n').toSorted(), lines)
  })

  it('leaves services that were started once, and keys that they alone read', async () => {
    const { front, nodes } = world
    for (const [machine, names] of [
      [front, [...FRONT_UNITS, 'wallet-embed-nodes-check']],
      ...nodes.map((node, i) => [node, [`wallet-embed-node@${i + 1}`]] as const),
    ] as const) {
      for (const name of names) {
        const show = `systemctl show --value --property=ActiveState,NRestarts,User ${name}`
        const found = (await machine.run(show)).trim().split('\n').toSorted()
        assert.deepEqual(found, ['0', 'active', 'wallet-embed'], name)
      }
      const nobody = 'runuser -u nobody -- sh -c'
      const asked = `${nobody} 'cat /etc/wallet-embed/keys/* /var/lib/wallet-embed/*' 2>&1 || true`
      assert.match(await machine.run(asked), /Permission denied/)
    }
    assert.equal(unitNames().length, 4)
  })

  it('has copies that can be restarted one right after the other, and nobody notices', async () => {
    const { front } = world
    const asking = front.run(ASK)
    await front.run(
      `until [ -e ${ASKED} ]; do sleep 0.1; done
       systemctl restart wallet-embed-login@4051 && ${UNTIL_READY('4051')}
       systemctl restart wallet-embed-login@4071 && ${UNTIL_READY('4071')}
       touch ${ENOUGH}`,
    )
    const { asked, failed } = JSON.parse(await asking)
    assert.ok(asked > 20, `${asked}`)
    assert.deepEqual(failed, [])
  })

  it('keeps what people write down in PostgreSQL', { skip: NO_POSTGRESQL }, async () => {
    const { front, browser } = world
    for (const step of stepsIn(readFileSync(fromRoot('docs/sync.md'), 'utf8'))) {
      await front.run(step.command)
    }
    for (const port of ['4051', '4071']) await front.run(UNTIL_READY(port))
    const page = await (await browser.newContext()).newPage()
    await page.goto('https://shop.example/')
    await signIn(page, 'sample.person@example.test')
    const count = `runuser -u postgres -- psql wallet --tuples-only --no-align --command 'select count(*) from wallet_embed_sync'`
    await front.run(`until ${count} | grep 1; do sleep 0.1; done`)
    await page.context().close()
  })

  it(`is at most ${MOST_COMMANDS} commands and ${MOST_MINUTES} minutes`, (t) => {
    const minutes = (performance.now() - begun) / 60_000
    t.diagnostic(
      `${commands} commands on four machines, ${minutes.toFixed(1)} minutes, 3 files by hand`,
    )
    console.log(`The guide: ${commands} commands, ${minutes.toFixed(1)} minutes.`)
    assert.equal(
      commands,
      steps.reduce((sum, { machine }) => sum + (machine === 'node' ? 3 : 1), 0),
    )
    assert.ok(commands <= MOST_COMMANDS)
    assert.ok(minutes <= MOST_MINUTES)
  })
})

/** With a node's own index and name, and what the provider gave. */
function here({ command }: Step, node: number): string {
  return command
    .replace('node 1 node1.example', `node ${node} node${node}.example`)
    .replace('https://node1.example --out', `https://node${node}.example --out`)
    .replace('--index 1', `--index ${node}`)
    .replace('node@1', `node@${node}`)
    .replace('<our client id there>', CLIENT.id)
    .replace('<our client secret there>', CLIENT.secret)
}
