/** What others may spend or take of the account: listed, and ended by a transaction of the person's own. */

import { expect, fixture, html } from '@open-wc/testing'
import { checksum } from 'ox/Address'

import '../../src/app/screens/lazy-screens.js'
import type { Permissions } from '../../src/app/screens/settings/permissions.js'
import { assetsOf } from '../../src/app/stores/assets.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError, WalletError } from '../../src/shared/errors.js'
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

const TOKEN = `0x${'1b'.repeat(20)}` as const
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

/** @param logs - What the node answers for events, or why it does not. @param left - How much the contract says is left. */
async function open(logs: () => unknown, left: () => string = () => `0x${word(100n)}`) {
  const { node, asked } = fakeNode({ eth_getCode: '0x' })
  const request = async (method: string, params: unknown) => {
    if (method === 'eth_call') {
      const [{ data = '' }] = params as [{ data?: string }]
      return data.startsWith('0xdd62ed3e') ? left() : '0x'
    }
    if (method !== 'eth_getLogs') return node.request(method, params as [])
    asked.push([method, params])
    return logs()
  }
  const { app } = signedIn({ node: { ...node, request } as unknown as Rpc })
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
    // With its checksum, as everything that is sent.
    const to = checksum(TOKEN)
    const own = { account: ADDRESS, chainId: CHAIN.chainId, to, data: REVOKE }
    const everybodys = [{ ...own, status: 'pending' }]
    Object.defineProperty(app.core, 'activity', { value: { everybodys } })
    app.dispatchEvent(new Event('change'))
    await until(() => textOf(screen).includes('On its way'))
    expect(screen.shadowRoot!.querySelector('.row .button')).to.equal(null)
  })

  it('stay with words where the network refuses to revoke, and without where the person says no', async () => {
    const { app, screen } = await open(() => [APPROVAL])
    await until(() => screen.shadowRoot!.querySelector('.row .button'))
    const refusals = [
      new WalletError('USER_REJECTED'),
      new ProviderRpcError(-32000, 'insufficient funds for gas'),
    ]
    const asked: unknown[] = []
    app.core.send = async (request) => {
      asked.push(request)
      throw refusals[asked.length - 1]
    }
    const press = () => screen.shadowRoot!.querySelector<HTMLElement>('.row .button')!.click()
    press()
    await until(() => asked.length === 1)
    await screen.updateComplete
    expect(textOf(screen)).not.to.contain('refused')
    press()
    await until(() => textOf(screen).includes('refused the transaction: insufficient funds'))
  })

  it('are looked for again when a transaction is done', async () => {
    let left = 100n
    const { app, screen } = await open(
      () => [APPROVAL],
      () => `0x${word(left)}`,
    )
    await until(() => screen.shadowRoot!.querySelector('.row'))
    left = 0n
    const news = { status: 'done', attempts: [{ hash: '0x1' }] }
    Object.defineProperty(app.core, 'activity', { value: { everybodys: [], news } })
    app.dispatchEvent(new Event('change'))
    await until(() => textOf(screen).includes('No token permissions were found.'))
  })

  it('of contracts that are in no list stand apart, and one that does not answer is not called', async () => {
    const { screen } = await open(
      () => [APPROVAL],
      () => '0x',
    )
    await until(() => textOf(screen).includes('This contract does not answer as a token does.'))
    expect(textOf(screen)).to.contain('Contracts that are in no list')
    expect(screen.shadowRoot!.querySelector('.row .button')).to.equal(null)
  })

  it('of a token that the person has added do not stand apart', async () => {
    const { app, screen } = await open(() => [APPROVAL])
    assetsOf(app).add(
      { account: ADDRESS, chainId: CHAIN.chainId },
      { type: 'ERC20', address: TOKEN, symbol: 'HUSD', decimals: 6 },
    )
    await until(() => screen.shadowRoot!.querySelector('.row .button'))
    expect(textOf(screen)).not.to.contain('Contracts that are in no list')
  })

  it('are those of the account and network in use, from the moment that either changes', async () => {
    const { app, screen } = await open(() => [APPROVAL])
    await until(() => screen.shadowRoot!.querySelector('.row .button'))
    const { nodeUrl: _, ...chain } = CHAIN
    app.chains.current = { ...chain, chainId: 5 }
    app.dispatchEvent(new Event('change'))
    await until(() => textOf(screen).includes('The site chose the node'))
    expect(screen.shadowRoot!.querySelector('.row')).to.equal(null)
  })

  it('that could not be looked for are not none, and are looked for again', async () => {
    let isSilent = true
    const { screen } = await open(() => {
      if (isSilent) throw new ProviderRpcError(-32_000, 'busy')
      return []
    })
    await until(() => textOf(screen).includes('There may still be some.'))
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
    app.chains.current = chain
    const screen = await fixture<Permissions>(html`<we-permissions .app=${app}></we-permissions>`)
    await until(() => textOf(screen).includes('The site chose the node'))
  })
})
