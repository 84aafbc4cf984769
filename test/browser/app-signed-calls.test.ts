/** A call that is signed, and not sent: what it does is on the screen, and its dangers take a second step. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'

import { asking } from '../../demo/states/asking.js'
import type { SignTypedData } from '../../src/app/screens/approve/sign/sign-typed-data.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { ADDRESS, CHAIN } from './app-support.js'
import { approve, drawTypedData, type Hex, word } from './shown-support.js'
import { until } from './support.js'

const SAFE: Hex = '0x6666666666666666666666666666666666666600'
const TOKEN: Hex = '0x4444444444444444444444444444444444444400'
const FRIEND: Hex = '0x777777777777777777777777777777777777ab00'
/** Ends as the friend's does. */
const POISONED: Hex = '0x777700000000000000000000000000000000ab00'
const NOBODY: Hex = `0x${'0'.repeat(40)}`
const SAFE_TX =
  'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce'

/** A Safe's transaction that sends tokens. */
function sending(to: Hex) {
  const types = {
    SafeTx: SAFE_TX.split(',').map((field) => {
      const [type, name] = field.split(' ') as [string, string]
      return { type, name }
    }),
  }
  const rest = { value: 0, operation: 0, safeTxGas: 0, baseGas: 0, gasPrice: 0, nonce: 0 }
  const data = `0xa9059cbb${to.slice(2).padStart(64, '0')}${word(5n)}`
  const message = { to: TOKEN, data, ...rest, gasToken: NOBODY, refundReceiver: NOBODY }
  const domain = { chainId: CHAIN.chainId, verifyingContract: SAFE }
  const asked = { types, primaryType: 'SafeTx', domain, message }
  const { value: _, ...shown } = parseTypedData([ADDRESS, asked], ADDRESS, CHAIN.chainId)
  return shown
}

const mainOf = (root: ShadowRoot) => root.querySelector('main')!.innerText
const box = (root: ShadowRoot) => root.querySelector<HTMLInputElement>('.second input')

describe('a transaction of a Safe that is signed', () => {
  afterEach(() => fixtureCleanup())

  it('is told as what it does, and to whom', async () => {
    const { root, approved } = await drawTypedData(sending(FRIEND))
    await until(() => mainOf(root).includes('Send tokens'))
    expect(mainOf(root).toLowerCase()).to.include('7777 7777 7777 ab00')
    expect(box(root)).to.equal(null)
    await approve(root)
    await until(approved)
  })

  it('takes a second step where it goes to an address that passes for a known one', async () => {
    const lookUp = async () => ({ isContract: true })
    const people = { known: [FRIEND] }
    const subject = { data: sending(POISONED), chain: CHAIN }
    const { shadowRoot: root } = await fixture<SignTypedData>(
      html`${asking('typedData', subject, { people, lookUp })}`,
    )
    await until(() => box(root!))
    expect(mainOf(root!)).to.include('NOT the address that you know')
    expect(root!.querySelector('footer .primary')!.ariaDisabled).to.equal('true')
  })
})
