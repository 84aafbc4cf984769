/** Whose account acts by a contract's code is told so wherever it signs: that code may take signatures for orders. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { utf8 } from '../../src/shared/encoding.js'
import { ADDRESS, CHAIN, OTHER, SITE } from './app-support.js'
import { nodeOf } from './shown-support.js'
import { until } from './support.js'

const CODE = `0xef0100${'ab'.repeat(20)}`
const TOLD = 'Your account acts by the code of a contract'

const { value: _, ...DATA } = parseTypedData(
  [
    ADDRESS,
    {
      types: { Mail: [{ name: 'to', type: 'address' }] },
      primaryType: 'Mail',
      domain: { name: 'Post', chainId: CHAIN.chainId },
      message: { to: OTHER },
    },
  ],
  ADDRESS,
  CHAIN.chainId,
)

const nodeWith = (code: string) => {
  const node = nodeOf()
  const request = async (method: string, params?: unknown) =>
    method === 'eth_getCode' ? code : node.request(method, params)
  return { ...node, request }
}
const SCREENS = {
  message: (
    code: string,
  ) => html`<we-sign-message style="block-size: 600px" .site=${SITE} address=${ADDRESS}
    .chain=${CHAIN} .node=${nodeWith(code)} .message=${utf8('Hello')}></we-sign-message>`,
  'typed data': (code: string) => html`<we-sign-typed-data style="block-size: 600px" .site=${SITE}
    address=${ADDRESS} .chain=${CHAIN} .node=${nodeWith(code)} .data=${DATA}
    .lookUp=${async () => ({ isContract: false })}></we-sign-typed-data>`,
}
const noteOf = (screen: Element) => screen.shadowRoot!.querySelector<HTMLElement>('we-own-code')!

describe('whose account acts by a contract’s code', () => {
  afterEach(() => fixtureCleanup())

  for (const [what, draw] of Object.entries(SCREENS)) {
    it(`is told so by a ${what} to sign, above its end`, async () => {
      const screen = await fixture<HTMLElement>(draw(CODE))
      const note = noteOf(screen)
      await until(() => note.shadowRoot!.textContent!.includes(TOLD))
      expect(note.shadowRoot!.textContent).to.include('abab')
      const end = screen.shadowRoot!.querySelector('.end')!
      expect(note.compareDocumentPosition(end) & Node.DOCUMENT_POSITION_FOLLOWING).to.not.equal(0)
      await expect(screen).to.be.accessible()
    })

    it(`is told nothing by a ${what} where it does not, and no room is taken`, async () => {
      const screen = await fixture<HTMLElement>(draw('0x'))
      await until(() => noteOf(screen)?.hidden)
      expect(noteOf(screen).getBoundingClientRect().height).to.equal(0)
    })
  }
})
