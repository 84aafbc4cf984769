/** Messages and typed data: signed, but not sent. */
import type { TemplateResult } from 'lit'

import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { utf8 } from '../../src/shared/encoding.js'
import { type Asking, asking } from './asking.js'
import { ACCOUNT, CHAIN, CONTRACT, HASH, LONG_SITE, OTHER } from './data.js'
import type { Area } from './state.js'

const message = (text: string | Uint8Array<ArrayBuffer>, own?: Asking): TemplateResult =>
  asking('message', { message: typeof text === 'string' ? utf8(text) : text, chain: CHAIN }, own)

const typed = (data: Record<string, unknown>): TemplateResult =>
  asking('typedData', {
    data: parseTypedData([ACCOUNT, data], ACCOUNT, CHAIN.chainId),
    chain: CHAIN,
  })

const LONG = `Terms of the summer concerts.\n\n${'Whoever buys a ticket may come, and may bring one child under the age of six. '.repeat(24)}`

const MAIL = {
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[]' },
      { name: 'contents', type: 'string' },
      { name: 'attachment', type: 'bytes' },
      { name: 'theLongestNameOfAFieldThatAnybodyEverWroteDown', type: 'uint256' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Harbour mail',
    version: '1',
    chainId: CHAIN.chainId,
    verifyingContract: CONTRACT,
  },
  message: {
    from: { name: 'Sample Person', wallets: [ACCOUNT] },
    to: [{ name: 'Another Person', wallets: [OTHER, CONTRACT] }],
    contents: 'Shall we meet at the harbour?',
    attachment: HASH,
    theLongestNameOfAFieldThatAnybodyEverWroteDown: String(2n ** 256n - 1n),
  },
}

export const messages: Area = {
  name: 'Messages',
  states: [
    { name: 'a text', draw: () => message('I was here, at the harbour.') },
    { name: 'a long text', draw: () => message(LONG) },
    { name: 'an empty text', draw: () => message('') },
    { name: 'from right to left', draw: () => message('أوافق على شروط البيع.') },
    { name: 'for a site with a long name', draw: () => message('Hello', { site: LONG_SITE }) },
    { name: 'a hash that is no text', draw: () => message(new Uint8Array(32).fill(0xde)) },
    {
      name: 'with characters that cannot be seen',
      draw: () => message('Send it to me\u200b and \u202enobody else'),
    },
    { name: 'with letters of several alphabets', draw: () => message('Sign in to p\u0430ypal') },
    { name: 'typed data', draw: () => typed(MAIL) },
    {
      name: 'typed data with nothing in it',
      draw: () =>
        typed({ types: { Nothing: [] }, primaryType: 'Nothing', domain: {}, message: {} }),
    },
  ],
}
