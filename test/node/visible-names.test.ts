/** Names that a page or a node chose: no character of theirs hides, or reorders others. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TemplateResult } from 'lit'

import { overlayOf } from '../../src/app/appearance/locale/overlay.js'
import { coinName, tickerOf, whoseWords } from '../../src/app/screens/base/network.js'
import { loginOptions } from '../../src/app/sign-in/login-options.js'
import { personName } from '../../src/app/sign-in/person.js'
import { prepareTransaction } from '../../src/chain/costs/prepare-transaction.js'
import { parseAddChain } from '../../src/chain/networks/added-chain.js'
import { type Chain, resolveNetwork } from '../../src/chain/networks/networks.js'
import { parseTransaction } from '../../src/chain/requests/transaction.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import type { AppConfig } from '../../src/protocol/service.js'
import { ProviderRpcError } from '../../src/shared/errors.js'

const GIVEN = 'A\u202eB\u200bC'
const SHOWN = 'A⟨U+202E⟩B⟨U+200B⟩C'
const NODE = 'https://node.example.test/'

/** In quotation marks, and isolated from what is around it. */
const QUOTED = `“\u2068${SHOWN}\u2069”`
const isShown = (chain: Chain) => {
  const lines = whoseWords(chain).values.map((value) => (value as TemplateResult).values?.join())
  assert.deepEqual(
    [tickerOf(chain), coinName(chain), lines[0]],
    [QUOTED, QUOTED, `The site calls it ${QUOTED}.`],
  )
}

describe('a person’s name', () => {
  const named = (email: string) => personName({ email } as Parameters<typeof personName>[0])

  it('has every character visible, and few enough of them', () => {
    assert.equal(named(GIVEN), SHOWN)
    assert.equal(named('a'.repeat(80)), 'a'.repeat(80))
    assert.equal(named('a'.repeat(81)), `${'a'.repeat(40)}…${'a'.repeat(40)}`)
  })

  it('keeps its end, where the domain of an address is', () => {
    assert.match(named(`${'bank.example'.repeat(20)}@shop.example`), /^bank.*….*@shop\.example$/)
  })
})

describe('hidden characters show as their code points', () => {
  it('in the names of a network that the page gives to init', async () => {
    const network = { host: NODE, networkName: GIVEN, ticker: GIVEN, tickerName: GIVEN }
    isShown(await resolveNetwork(network, [], async () => 4242n))
  })

  it('in the names of a network that the page adds', () => {
    const nativeCurrency = { name: GIVEN, symbol: GIVEN, decimals: 18 }
    const { chain } = parseAddChain([
      { chainId: '0x1092', chainName: GIVEN, nativeCurrency, rpcUrls: [NODE] },
    ])
    isShown(chain)
  })

  it('in the words of the page on a way to sign in', () => {
    const verifier = { typeOfLogin: 'google', name: 'Google' }
    const verifiers = { google: verifier } as unknown as AppConfig['verifiers']
    const loginConfig = { google: { typeOfLogin: 'google', description: GIVEN } } as const
    const [option] = loginOptions(verifiers, { loginConfig })
    assert.equal(option?.description, SHOWN)
  })

  it('in the words of the page’s own translations', async () => {
    const words = await overlayOf({ Settings: GIVEN, 'Continue with {0}': `${GIVEN} {0}` })
    assert.deepEqual(
      Object.values(words).map((one) => (typeof one === 'string' ? one : one.strings[0])),
      [SHOWN, `${SHOWN} `],
    )
  })

  it('in what a node says of a transaction that would fail', async () => {
    const account = `0x${'11'.repeat(20)}` as const
    const answers: Record<string, unknown> = {
      eth_getBlockByNumber: { baseFeePerGas: '0x1' },
      eth_estimateGas: new ProviderRpcError(3, GIVEN),
    }
    const request = async (method: string) => {
      const answer = answers[method] ?? '0x1'
      if (answer instanceof Error) throw answer
      return answer
    }
    const quantity = async (method: string) => BigInt((await request(method)) as string)
    const rpc = { request, quantity } as unknown as Rpc
    const asked = parseTransaction([{ to: account, data: '0x00' }], account, 5)
    assert.equal((await prepareTransaction(rpc, asked, 5)).failure, SHOWN)
  })
})
