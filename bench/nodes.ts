/**
 * What a login costs a key node: the shipped program as one process, asked over HTTP with real tokens,
 * beside the bare parts of its work in the same run. Logins a second of one core come from the process's
 * own CPU time: a busy machine moves it less than the clock.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { build } from '../scripts/build.js'
import { evaluate, identityInput, verifyEvaluation } from '../src/keys/oprf.js'
import { Evaluation } from '../src/protocol/service.js'
import { createEvaluator, curveReady } from '../src/server/keys/evaluator.js'
import { makeDevShares } from '../src/server/keys/shares.js'
import { seal } from '../src/server/platform/seal.js'
import { createTokenCheck } from '../src/server/tokens/token-check.js'
import { decrypt, exportPublicKey, generateKeyPair, thumbprint } from '../src/shared/jwe.js'
import { type Issuer, registryFor, startIssuer } from '../test/node/support/issuer.js'
import { inTemporaryFolder, readShare } from '../test/node/support/services.js'
import { AT_ONCE, ask, post } from './load.js'
import { startProgram } from './program.js'
import { round, table } from './table.js'

/** Different people, each with a token and a key. */
const PEOPLE = 200
const WARM_UP = 400
const LOGINS = 3_000
const GOAL = 500
const UNLIMITED = '999999999'

interface Login {
  verifierId: string
  body: string
  privateKey: CryptoKey
}

export async function nodes(): Promise<void> {
  await build(['server'])
  await curveReady()
  const issuer = await startIssuer()
  try {
    await inTemporaryFolder((dir) => measureIn(dir, issuer))
  } finally {
    issuer.close()
  }
}

async function measureIn(dir: string, issuer: Issuer): Promise<void> {
  const network = await makeDevShares({
    urls: ['http://a.test', 'http://b.test'],
    threshold: 2,
    dir,
  })
  await writeFile(join(dir, 'registry.json'), JSON.stringify(registryFor(issuer.url)))
  const logins = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => prepare(issuer, i)))
  const node = await startProgram(
    ...['node', '--share', join(dir, 'share-1.json'), '--registry', join(dir, 'registry.json')],
    ...['--wallet-origin', 'http://localhost:4050', '--rate-limit', UNLIMITED],
  )
  const url = `${node.url}/evaluate`
  try {
    const [first] = logins as [Login]
    const { answer } = JSON.parse(await post(url, first.body))
    const evaluation = Evaluation.parse(JSON.parse(await decrypt(answer, first.privateKey)))
    const input = identityInput('google', first.verifierId)
    if (!verifyEvaluation(input, network.nodes[0]!.publicKey, evaluation)) {
      throw new Error('The node gives a wrong answer.')
    }
    const bodies = logins.map(({ body }) => body)
    await ask(url, bodies, WARM_UP)
    const [cpuBefore, start] = [await node.cpuTime(), performance.now()]
    await ask(url, bodies, LOGINS)
    const seconds = (performance.now() - start) / 1000
    const perLogin = ((await node.cpuTime()) - cpuBefore) / LOGINS
    table(`A key node of one process, ${LOGINS} logins, ${AT_ONCE} at once`, [
      { what: 'CPU time of a login, µs', figure: round(perLogin, 0) },
      { what: `logins a second of one core (goal ${GOAL})`, figure: round(1e6 / perLogin, 0) },
      { what: 'logins a second by the clock, this machine', figure: round(LOGINS / seconds, 0) },
      { what: 'memory after them, MB', figure: round(await node.memory(), 0) },
    ])
    await parts(dir, issuer, first, perLogin)
  } finally {
    await node.end()
  }
}

/** What a login consists of, each part by itself. */
async function parts(dir: string, issuer: Issuer, login: Login, whole: number): Promise<void> {
  const share = await readShare(dir, 1)
  const secret = Uint8Array.from(Buffer.from(share.secret, 'hex'))
  const input = identityInput('google', login.verifierId)
  const evaluator = createEvaluator(secret)
  const { idToken, key } = JSON.parse(login.body)
  const answer = JSON.stringify({ index: 1, ...evaluator.evaluate(input) })
  const checkToken = createTokenCheck(registryFor(issuer.url))
  const rows: [what: string, times: number, work: () => unknown][] = [
    [
      'evaluation and proof, libsodium (the bare curve, goal 1.5 x)',
      500,
      () => evaluator.evaluate(input),
    ],
    ['evaluation and proof, noble', 50, () => evaluate(input, secret, share.publicKey)],
    ["the token's signature and claims (RS256)", 3_000, () => checkToken('google', idToken, key)],
    ["encryption of the answer to the person's key", 500, () => seal(answer, key)],
  ]
  const measured = []
  for (const [what, times, work] of rows) {
    const cost = await cpuTimeOf(work, times)
    const ratios = { 'of a login': round(cost / whole), 'a login, x this': round(whole / cost, 1) }
    measured.push({ what, 'CPU, µs': round(cost, 0), ...ratios })
  }
  table('Parts of a login, by themselves in another process', measured)
}

/** Microseconds of CPU time. */
async function cpuTimeOf(work: () => unknown, times: number): Promise<number> {
  for (let i = 0; i < times / 5; i++) await work()
  const before = process.cpuUsage()
  for (let i = 0; i < times; i++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

async function prepare(issuer: Issuer, i: number): Promise<Login> {
  const { publicKey, privateKey } = await generateKeyPair()
  const key = await exportPublicKey(publicKey)
  const verifierId = `sample.${i}@example.test`
  const claims = issuer.claims(await thumbprint(key), { email: verifierId })
  const idToken = await issuer.sign({ ...claims, exp: claims.exp! + 3600 })
  return { verifierId, privateKey, body: JSON.stringify({ verifier: 'google', idToken, key }) }
}
