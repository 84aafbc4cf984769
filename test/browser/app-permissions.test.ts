/** What others may spend or take of the account: listed, and ended by a transaction of the person's own. */
import { expect, fixture, html } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import type { Permissions } from '../../src/app/screens/settings/permissions.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import {
  ADDRESS,
  buttonOf,
  CHAIN,
  clearStorage,
  fakeNode,
  OTHER,
  SITE,
  signedIn,
  textOf,
} from './app-support.js'
import { until } from './support.js'

const TOKEN = `0x${'12'.repeat(20)}` as const
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
/** `Approval`: the account lets an address spend this much. */
const APPROVAL = {
  address: TOKEN,
  topics: [
    '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
    `0x${word(ADDRESS)}`,
    `0x${word(OTHER)}`,
  ],
  data: `0x${word(100n)}`,
}
const REVOKE = `0x095ea7b3${word(OTHER)}${word(0n)}`

/** @param logs - What the node answers for events, or why it does not. */
async function open(logs: () => unknown, setup: Parameters<typeof signedIn>[0] = {}) {
  const { node, asked } = fakeNode({ eth_call: '0x', eth_getCode: '0x' })
  const request = async (method: string, params: unknown) => {
    if (method !== 'eth_getLogs') return node.request(method, params as [])
    asked.push([method, params])
    return logs()
  }
  const { app } = signedIn({ node: { ...node, request } as unknown as Rpc, ...setup })
  const screen = await fixture<Permissions>(html`<we-permissions .app=${app}></we-permissions>`)
  return { app, screen, times: () => asked.filter(([method]) => method === 'eth_getLogs').length }
}

describe('token permissions', () => {
  beforeEach(clearStorage)
  after(clearStorage)

  it('are listed with who has them, and each can be revoked after a confirmation', async () => {
    const { app, screen } = await open(() => [APPROVAL])
    await until(() => textOf(screen).includes('can spend up to 100'))
    expect(textOf(screen)).to.contain('0x8617…070d')
    await expect(screen).to.be.accessible()
    screen.shadowRoot!.querySelector<HTMLElement>('.row .button')!.click()
    await until(() => app.requests.current?.kind === 'transaction')
    const question = app.requests.current!
    if (question.kind !== 'transaction') throw new Error(question.kind)
    const { request, isOwn } = question.subject
    expect([request.to, request.data, request.value, isOwn]).to.deep.equal([
      TOKEN,
      REVOKE,
      0n,
      true,
    ])
    question.reject()
  })

  it('that are being revoked cannot be revoked twice', async () => {
    const { app, screen } = await open(() => [APPROVAL])
    await until(() => screen.shadowRoot!.querySelector('.row .button'))
    const everybodys = [{ account: ADDRESS, to: TOKEN, data: REVOKE, status: 'pending' }]
    Object.defineProperty(app, 'activity', { value: { everybodys } })
    app.dispatchEvent(new Event('change'))
    await until(() => textOf(screen).includes('On its way'))
    expect(screen.shadowRoot!.querySelector('.row .button')).to.equal(null)
  })

  it('are looked for again when a transaction is done', async () => {
    let logs: unknown[] = [APPROVAL]
    const { app, screen } = await open(() => logs)
    await until(() => screen.shadowRoot!.querySelector('.row'))
    logs = [{ ...APPROVAL, data: `0x${word(0n)}` }]
    app.store.set('past-events', undefined)
    const news = { status: 'done', attempts: [{ hash: '0x1' }] }
    Object.defineProperty(app, 'activity', { value: { everybodys: [], news } })
    app.dispatchEvent(new Event('change'))
    await until(() => textOf(screen).includes('No token permissions were found.'))
  })

  it('that could not be looked for are not none, and are looked for again', async () => {
    let isSilent = true
    const { screen } = await open(() => {
      if (isSilent) throw new ProviderRpcError(-32_000, 'busy')
      return []
    })
    await until(() => textOf(screen).includes('That does not mean that there is nothing.'))
    isSilent = false
    buttonOf(screen, 'Try again').click()
    await until(() => textOf(screen).includes('No token permissions were found.'))
  })

  it('are looked for further back by a press, where the node answers for a part of the chain', async () => {
    let most = 1
    const { screen, times } = await open(() => {
      if (most-- !== 0) throw new ProviderRpcError(-32_005, 'too many blocks')
      return []
    })
    await until(() => textOf(screen).includes('Nothing was found so far.'))
    const before = times()
    expect(before).to.be.at.most(6)
    most = 0
    buttonOf(screen, 'Look further back').click()
    await until(() => times() > before)
    await expect(screen).to.be.accessible()
  })

  it('at a node that a site chose are not looked for, which is said', async () => {
    const { nodeUrl: _, ...chain } = CHAIN
    const { node } = fakeNode()
    const { app } = signedIn({ node, site: SITE })
    app.chain = chain
    const screen = await fixture<Permissions>(html`<we-permissions .app=${app}></we-permissions>`)
    await until(() => textOf(screen).includes('The site chose the node'))
  })
})
