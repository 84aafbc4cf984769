/** What is signed is what is shown: read off the screen, put together again by another library, and compared. */
import { expect, fixtureCleanup } from '@open-wc/testing'
import { hashTypedData, recoverAddress } from 'viem/utils'

import { signTransaction, signTypedData } from '../../src/app/signer/sign.js'
import type { TransactionRequest } from '../../src/chain/requests/transaction.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { withAllowance } from '../../src/chain/risks/approvals.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError, WalletError } from '../../src/shared/errors.js'
import { randomOf as anyData, randomData } from '../support/any-typed-data.js'
import { ADDRESS, CHAIN, OTHER } from './app-support.js'
import {
  anyRequest,
  approve,
  draw,
  drawCalls,
  drawTypedData,
  type Hex,
  nodeOf,
  randomOf,
  readToTheEnd,
  readTransaction,
  readTypedData,
  signerOf,
  word,
} from './shown-support.js'
import { until } from './support.js'

/** `deposit()`: what it does can be read. */
const DEPOSIT = '0xd0e30db0'
const SEED = 20_261_121
const ROUNDS = 12
const BATCHES = 6
/** Of nothing else; and whose it is. */
const KEY = Uint8Array.from({ length: 32 }, (_, at) => at + 1)
const SIGNER = '0x6370eF2f4Db3611D657b90667De398a2Cc2a370C'
const ETHER = 10n ** 18n
/** Without end, of whatever token it is sent to. */
const APPROVE = `0x095ea7b3${word(BigInt(OTHER))}${word(2n ** 256n - 1n)}` as const
const PAYMENT = { from: ADDRESS, to: OTHER, value: ETHER, data: '0x', fees: undefined } as const
/** Wei a gas, of the node that the tests ask: what is slow, what is usual, what is fast. */
const TIPS = [10n ** 8n, 10n ** 9n, 3n * 10n ** 9n]
/** A contract that is a token with eighteen decimals. */
const token = (asked: string) => (asked.startsWith('0x313ce567') ? `0x${word(18n)}` : '0x')

/** The person allows this much instead. */
function allow(root: ParentNode, amount: string): void {
  const form = root.querySelector('we-allowance')!.shadowRoot!
  form.querySelector('input')!.value = amount
  form.querySelector('button')!.click()
}

describe('what is signed', function () {
  this.timeout(240_000)
  afterEach(() => fixtureCleanup())

  it(`is what is shown, for random transactions (seed ${SEED})`, async () => {
    const random = randomOf(SEED)
    for (let round = 0; round < ROUNDS; round++) {
      const { root, approved } = await draw(anyRequest(random))
      await until(() => root.querySelector('details'))
      const shown = readTransaction(root)
      await approve(root)
      await until(approved)
      const raw = signTransaction(approved()!, KEY)
      expect(await signerOf(shown, raw), `round ${round}`).to.equal(SIGNER)
      fixtureCleanup()
    }
  })

  it('is played with the gas and for the fees that it is signed with, and for none', async () => {
    const played: unknown[] = []
    const node = nodeOf()
    const request = async (method: string, params: unknown) => {
      if (method !== 'eth_simulateV1') return node.request(method, params as never)
      const [{ blockStateCalls }] = params as [
        { blockStateCalls: [{ calls: { gas: string; gasPrice?: string; input: string }[] }] },
      ]
      played.push(
        ...blockStateCalls[0].calls
          .filter(({ input }) => input === DEPOSIT)
          .map(({ gas, gasPrice }) => [gas, !!gasPrice]),
      )
      return undefined
    }
    for (const gas of [undefined, 90_000n]) {
      const asked: TransactionRequest = { ...PAYMENT, data: DEPOSIT, ...(gas && { gas }) }
      const { element, root, approved } = await draw(asked, { ...node, request } as unknown as Rpc)
      await element.updateComplete
      await approve(root)
      await until(approved)
      const gasOf = `0x${approved()!.gas.toString(16)}`
      expect(played.splice(0)).to.have.deep.members([
        [gasOf, false],
        [gasOf, true],
      ])
      fixtureCleanup()
    }
  })

  it(`is what is shown, for random batches at any speed with allowances that were changed (seed ${SEED})`, async () => {
    const random = randomOf(SEED)
    for (let round = 0; round < BATCHES; round++) {
      const requests = Array.from({ length: 1 + random.below(4) }, () => {
        const { gas: _, nonce: __, accessList: ___, ...request } = anyRequest(random)
        return { ...request, fees: undefined }
      })
      const approval = { from: ADDRESS, to: random.hex(20), value: 0n, data: APPROVE } as const
      requests.splice(random.below(requests.length + 1), 0, { ...approval, fees: undefined })
      const { root, approved } = await drawCalls(requests, nodeOf(token))
      const speeds = () => [...root.querySelectorAll<HTMLElement>('.speeds input')]
      await until(() => root.querySelector('we-allowance') && speeds().length)
      const speed = random.below(TIPS.length)
      speeds()[speed]!.click()
      const amount = String(1 + random.below(1_000_000))
      allow(root, amount)
      const calls = () => [...root.querySelectorAll('.call')]
      // What was there before the change is not taken for what comes after it.
      await until(() => root.querySelector('we-allowance')?.isEdited)
      await until(() => calls().every((call) => call.querySelector('details')))
      const shown = calls().map(readTransaction)
      await approve(root)
      await until(approved)
      for (const { fees } of approved()!) {
        expect(fees).to.deep.include({ maxPriorityFeePerGas: TIPS[speed] })
      }
      const changed = withAllowance(APPROVE, 1, BigInt(amount) * ETHER)
      expect(approved()!.map(({ data }) => data)).to.deep.equal(
        requests.map(({ data }) => (data === APPROVE ? changed : data)),
      )
      const signers = approved()!.map((one, at) => signerOf(shown[at]!, signTransaction(one, KEY)))
      expect(new Set(await Promise.all(signers)), `round ${round}`).to.deep.equal(new Set([SIGNER]))
      fixtureCleanup()
    }
  })

  it('is the allowance that the person chose, and not the one that the site asked for', async () => {
    const request = { from: ADDRESS, to: OTHER, value: 0n, data: APPROVE, fees: undefined } as const
    const { root, approved } = await draw(request, nodeOf(token))
    await until(() => root.querySelector('we-allowance'))
    const text = () => root.querySelector('main')!.innerText
    expect(text()).to.include('all of these tokens').and.include('Unlimited')
    root.querySelector('we-allowance')!.shadowRoot!.querySelector('input')!.focus()
    allow(root, '12.5')
    await until(() => root.querySelector('details') && text().includes('12.5'))
    expect(root.activeElement?.localName, 'the focus').to.equal('we-allowance')
    expect(text()).not.to.include('Unlimited')
    expect(text()).not.to.include('all of these tokens')
    await approve(root)
    await until(approved)
    expect(approved()!.data).to.equal(withAllowance(APPROVE, 1, 12n * ETHER + ETHER / 2n))
  })

  it('is no allowance that can be read as two amounts, and may be none at all', async () => {
    const request = { from: ADDRESS, to: OTHER, value: 0n, data: APPROVE, fees: undefined } as const
    const { root, approved } = await draw(request, nodeOf(token))
    await until(() => root.querySelector('we-allowance'))
    const said = () => root.querySelector('we-allowance')!.shadowRoot!.querySelector('p')!.innerText
    allow(root, '1,000')
    await until(() => said().includes('can be read as two amounts'))
    expect(root.querySelector('main')!.innerText).to.include('Unlimited')
    allow(root, '1.0000000000000000001')
    await until(() => said().includes('at most 18 decimals'))
    allow(root, '')
    await until(() => said().includes('Enter an amount'))
    allow(root, '0')
    await until(() => root.querySelector('we-allowance')!.isEdited)
    await approve(root)
    await until(approved)
    expect(approved()!.data).to.equal(withAllowance(APPROVE, 1, 0n))
  })

  it(`is what is shown, for random typed data (seed ${SEED})`, async () => {
    const random = randomData.bind(undefined, anyData(SEED))
    for (let round = 0; round < ROUNDS; round++) {
      const data = random({
        name: `Shown ${round}`,
        version: '1',
        chainId: CHAIN.chainId,
        verifyingContract: OTHER,
      })
      const { value, ...shownData } = parseTypedData([ADDRESS, data], ADDRESS, CHAIN.chainId)
      const { root, approved } = await drawTypedData(shownData)
      await until(() => root.querySelector('.tree'))
      const shown = readTypedData(root, data.types)
      expect(shown.primaryType).to.equal(data.primaryType)
      await approve(root)
      await until(approved)
      const hash = hashTypedData(shown as never)
      const signature = signTypedData(value, KEY) as Hex
      expect(await recoverAddress({ hash, signature }), `round ${round}`).to.equal(SIGNER)
      fixtureCleanup()
    }
  })

  it('cannot be approved while the network is away, and goes on by itself once it is back', async () => {
    const node = nodeOf()
    let isAway = true
    const reached = async <T>(answer: () => Promise<T>): Promise<T> => {
      if (isAway) throw new WalletError('CHAIN_DISCONNECTED')
      return answer()
    }
    const away = {
      request: (method: string, params: unknown) => reached(() => node.request(method, params)),
      quantity: (method: string, params: unknown[]) => reached(() => node.quantity(method, params)),
    } as unknown as Rpc
    const { root, approved } = await draw(PAYMENT, away)
    await until(() => root.querySelector('[role=alert]')?.textContent?.includes('does not answer'))
    expect(root.querySelector('footer .primary')!.ariaDisabled).to.equal('true')
    isAway = false
    dispatchEvent(new Event('online'))
    await approve(root)
    await until(approved)
    expect(root.querySelector('[role=alert]')).to.equal(null)
  })

  it('takes another look when the person chooses another speed', async () => {
    const { root, approved } = await draw(PAYMENT)
    const button = () => root.querySelector<HTMLElement>('footer .primary')!
    await until(() => button().ariaDisabled === 'false')
    root.querySelector<HTMLElement>('.speeds input')!.click()
    const tip = () => readTransaction(root).maxPriorityFeePerGas
    await until(() => root.querySelector('details') && tip() === TIPS[0])
    expect(button().ariaDisabled).to.equal('true')
    await approve(root)
    await until(approved)
    expect(approved()!.fees).to.deep.include({ maxPriorityFeePerGas: TIPS[0] })
  })

  it('costs what is shown once the network has become dearer, and takes another look', async () => {
    let base = 10n ** 9n
    const node = nodeOf(undefined, () => base)
    const { root, approved } = await draw(PAYMENT, node)
    const button = () => root.querySelector<HTMLElement>('footer .primary')!
    await until(() => button().ariaDisabled === 'false')
    base *= 5n
    document.dispatchEvent(new Event('visibilitychange'))
    await until(() => root.querySelector('[role=alert]')?.textContent?.includes('more expensive'))
    await until(() => root.querySelector('details'))
    expect(button().ariaDisabled, 'armed before the new fee was seen').to.equal('true')
    const shown = readTransaction(root)
    await approve(root)
    await until(approved)
    expect(await signerOf(shown, signTransaction(approved()!, KEY))).to.equal(SIGNER)
    expect(shown.maxFeePerGas! > 2n * base).to.equal(true)
  })

  /** The buttons and boxes that stand between a person and their yes. */
  const step = (root: ParentNode, name: string) =>
    [...root.querySelectorAll<HTMLElement>('button, label')].find(({ innerText }) =>
      innerText.trim().startsWith(name),
    )
  const yes = (root: ParentNode) => root.querySelector<HTMLElement>('footer .primary')!
  /** As long as a yes takes where nothing is in its way. */
  const aWhile = async () => {
    const { element, root } = await draw(PAYMENT)
    element.style.cssText = 'position: fixed; inset: 0; block-size: 600px'
    await until(() => yes(root).ariaDisabled === 'false')
    element.remove()
  }

  it('can be approved once the last call, the fee and the total were on the screen, and not before', async () => {
    const requests = Array.from({ length: 8 }, () => ({ ...PAYMENT, value: 1n }))
    const { root, approved } = await drawCalls(requests)
    await until(() => step(root, 'Read on'))
    await aWhile()
    expect(yes(root).ariaDisabled).to.equal('true')
    await approve(root)
    await until(approved)
  })

  /** A node for which all fails until it is told otherwise, in whichever block it is then. */
  function failing(own: Rpc = nodeOf()) {
    const state = { fails: true, block: 1n, asked: 0 }
    const refused = () => {
      state.asked++
      if (state.fails) throw new ProviderRpcError(3, 'execution reverted: too early')
    }
    const request = async (method: string, params: unknown) => {
      if (
        method === 'eth_estimateGas' ||
        (method === 'eth_call' && JSON.stringify(params).includes('"from"'))
      ) {
        refused()
      }
      return own.request(method, params)
    }
    const quantity = async (method: string, params: unknown[]) =>
      method === 'eth_blockNumber' ? state.block : BigInt((await request(method, params)) as string)
    return { state, node: { request, quantity } as unknown as Rpc }
  }

  it('takes a second step where it would fail, in a transaction and in a batch', async () => {
    const gas: bigint[] = []
    for (const ask of [
      draw,
      async (request: TransactionRequest, node: Rpc) => drawCalls([request, request], node),
    ]) {
      const { node } = failing()
      const { root, approved } = await ask({ ...PAYMENT, data: DEPOSIT }, node)
      await until(() => step(root, 'I know the danger'))
      expect(root.querySelector('main')!.innerText)
        .to.include('would fail')
        .and.include('too early')
      await readToTheEnd(root)
      await aWhile()
      expect(yes(root).ariaDisabled).to.equal('true')
      await approve(root)
      await until(approved)
      gas.push(...[approved()!].flat().map((one) => one.gas))
      fixtureCleanup()
    }
    expect(gas).to.deep.equal([500_160n, 500_160n, 500_160n])
  })

  it('says what gas the site allows where that is less than it takes; too little is a danger', async () => {
    const request = { ...PAYMENT, data: DEPOSIT, gas: 40_000n } as const
    const text = 'The site allows 40,000 gas, and the network expects 50,000.'
    const tight = await draw(request)
    await until(() => tight.root.querySelector('main')!.innerText.includes(text))
    expect(step(tight.root, 'I know the danger')).to.equal(undefined)
    fixtureCleanup()
    const { node, state } = failing()
    state.fails = false
    const short = {
      ...node,
      request: async (method: string, params: unknown) => {
        if (method === 'eth_call' && JSON.stringify(params).includes('"gas":"0x9c40"')) {
          throw new ProviderRpcError(-32000, 'out of gas')
        }
        return node.request(method, params)
      },
    } as unknown as Rpc
    const { root, approved } = await draw(request, short)
    await until(() => step(root, 'I know the danger'))
    const shown = root.querySelector('main')!.innerText
    expect(shown).to.include(text).and.include('would fail').and.include('out of gas')
    await approve(root)
    await until(approved)
    expect(approved()!.gas).to.equal(40_000n)
  })

  it('is worked out anew with the next block, where it would fail', async () => {
    const { node, state } = failing()
    const { root, approved } = await draw({ ...PAYMENT, data: DEPOSIT }, node)
    await until(() => step(root, 'I know the danger'))
    state.block++
    const { asked } = state
    await until(() => state.asked >= asked + 2)
    expect(step(root, 'I know the danger'), 'still a danger').to.not.equal(undefined)
    state.fails = false
    state.block++
    await until(() => !step(root, 'I know the danger'))
    expect(root.querySelector('main')!.innerText).not.to.include('would fail')
    await approve(root)
    await until(approved)
    expect(approved()!.gas).to.equal(60_000n)
  })

  it('takes a second step where it is dangerous, in a transaction and in a batch', async () => {
    const endless = { ...PAYMENT, value: 0n, data: APPROVE }
    for (const ask of [() => draw(endless), () => drawCalls([endless, endless])]) {
      const { root, approved } = await ask()
      // It was short before it was explained: what was read of it then counts for nothing.
      await until(() => root.querySelector('.notice.danger') && step(root, 'Read on'))
      await readToTheEnd(root)
      await aWhile()
      expect(yes(root).ariaDisabled).to.equal('true')
      step(root, 'I know the danger')!.querySelector('input')!.click()
      await until(() => yes(root).ariaDisabled === 'false')
      await approve(root)
      await until(approved)
      fixtureCleanup()
    }
  })
})
