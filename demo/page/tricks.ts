/** Four requests as a dishonest site makes them, for people to see what the wallet says. */
import type { Wallet } from '../../src/index.js'
import type { DemoConfig } from './config.js'
import { byId, onClick } from './dom.js'
import { toHexText } from './ether.js'
import { callNode } from './node.js'
import { fundAll, TOKEN, word } from './play-money.js'
import { requestsOf } from './try.js'

const THIEF = '0x7e1ef0000000000000000000000000000000dead'
const ALL = 2n ** 256n - 1n
/** 0.1 ETH in wei. */
const VALUE = '0x16345785d8a0000'
const USER_REJECTED = 4001

type Request = [method: string, params: unknown[]]

export function offerTricks(
  wallet: Wallet,
  { rpcUrl, chainId }: DemoConfig,
  refresh: () => Promise<void>,
): void {
  const { ask, account } = requestsOf(wallet)
  /** For the local chain alone: a yes must cost play money. */
  const sending = (transaction: object): Request => [
    'eth_sendTransaction',
    [{ ...transaction, chainId: `0x${chainId.toString(16)}` }],
  ]
  /** A theft can only be shown on an account that has something. */
  const given = new Set<string>()
  const fundOnce = async (address: string) => {
    if (given.has(address)) return
    await fundAll(rpcUrl, address)
    given.add(address)
    await refresh()
  }

  /** @param cost - What a yes costs. */
  const trick = (id: string, cost: string, requestFor: (account: string) => Promise<Request>) =>
    onClick(id, 'trick-result', async () => {
      // A sign-in that the person ends is no answer to the trick.
      const [method, params] = await requestFor(await account())
      try {
        await ask(method, params)
      } catch (error) {
        if ((error as { code?: unknown }).code !== USER_REJECTED) throw error
        byId('step-trick').classList.add('finished')
        return 'You rejected it, and nothing happened. That was right.'
      }
      return `You approved it. On a real network ${cost}`
    })

  trick('trick-sign-in', 'bank.example would let this page in as you.', async (address) => {
    const message = `bank.example wants you to sign in with your Ethereum account:
${address}

Sign in to see your photos.

URI: https://bank.example
Version: 1
Chain ID: 31337
Nonce: 8fk2ls0ab3
Issued At: ${new Date().toISOString()}`
    return ['personal_sign', [toHexText(message), address]]
  })

  trick('trick-address', 'your coins would be with a stranger.', async (from) => {
    await fundOnce(from)
    return sending({ from, to: similarTo(from), value: VALUE })
  })

  trick(
    'trick-cap',
    'a stranger could take all of your HUSD, today or in a year.',
    async (from) => {
      await fundOnce(from)
      // approve(address,uint256)
      const data = `0x095ea7b3${word(BigInt(THIEF))}${word(ALL)}`
      return sending({ from, to: TOKEN, data })
    },
  )

  trick('trick-gift', 'all of your HUSD would be gone.', async (from) => {
    await fundOnce(from)
    const { encodeData, from: signature } = await import('ox/AbiFunction')
    // balanceOf(address)
    const query = { to: TOKEN, data: `0x70a08231${word(BigInt(from))}` }
    const balance = BigInt(await callNode<string>(rpcUrl, 'eth_call', [query, 'latest']))
    // transfer(address,uint256), inside a call with a harmless name.
    const taken = `0xa9059cbb${word(BigInt(THIEF))}${word(balance)}` as const
    const data = encodeData(signature('function multicall(bytes[])'), [[taken]])
    return sending({ from, to: TOKEN, data })
  })

  wallet.on('logout', () => {
    byId('step-trick').classList.remove('finished')
    byId('trick-result').textContent = ''
  })
}

/** Begins and ends alike, as people compare addresses. */
function similarTo(address: string): string {
  const middle = [...address.slice(8, -6)].map((digit) =>
    (15 - Number.parseInt(digit, 16)).toString(16),
  )
  return `${address.slice(0, 8)}${middle.join('')}${address.slice(-6)}`.toLowerCase()
}
