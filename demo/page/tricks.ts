/** Four requests as a dishonest site makes them, for people to see what the wallet says. */
import type { Wallet } from '../../src/index.js'
import type { DemoConfig } from './config.js'
import { byId, onClick } from './dom.js'
import { toHexText } from './ether.js'
import { fund } from './node.js'
import { fundToken, TOKEN, word } from './play-token.js'

const THIEF = '0x7e1ef0000000000000000000000000000000dead'
const ALL = 2n ** 256n - 1n
/** 0.1 ETH in wei. */
const VALUE = '0x16345785d8a0000'
const USER_REJECTED = 4001

export function offerTricks(
  wallet: Wallet,
  { rpcUrl }: DemoConfig,
  refresh: () => Promise<void>,
): void {
  const ask = (method: string, params: unknown[]) => wallet.provider.request({ method, params })
  const account = async () => ((await ask('eth_requestAccounts', [])) as string[])[0]!
  /** Who has nothing can lose nothing. */
  const given = new Set<string>()
  const funded = async () => {
    const address = await account()
    if (given.has(address)) return address
    await Promise.all([fund(rpcUrl, address), fundToken(rpcUrl, address)])
    given.add(address)
    await refresh()
    return address
  }

  /** @param cost - What a yes costs. */
  const trick = (id: string, cost: string, run: () => Promise<unknown>) =>
    onClick(id, 'trick-result', async () => {
      try {
        await run()
      } catch (error) {
        if ((error as { code?: unknown }).code !== USER_REJECTED) throw error
        byId('step-trick').classList.add('finished')
        return 'You rejected it, and nothing happened. That was right.'
      }
      return `You approved it. On a real network ${cost}`
    })

  trick('trick-sign-in', 'bank.example would let this page in as you.', async () => {
    const address = await account()
    const time = new Date().toISOString()
    const message = `bank.example wants you to sign in with your Ethereum account:
${address}

Sign in to see your photos.

URI: https://bank.example
Version: 1
Chain ID: 31337
Nonce: 8fk2ls0ab3
Issued At: ${time}`
    await ask('personal_sign', [toHexText(message), address])
  })

  trick('trick-address', 'your coins would be with a stranger.', async () => {
    const from = await funded()
    await ask('eth_sendTransaction', [{ from, to: similarTo(from), value: VALUE }])
  })

  trick('trick-cap', 'a stranger could take all of your HUSD, today or in a year.', async () => {
    const from = await funded()
    // approve(address,uint256)
    const data = `0x095ea7b3${word(BigInt(THIEF))}${word(ALL)}`
    await ask('eth_sendTransaction', [{ from, to: TOKEN, data }])
  })

  trick('trick-gift', 'all of your HUSD would be gone.', async () => {
    const from = await funded()
    const { encodeData, from: signature } = await import('ox/AbiFunction')
    const balance = (await ask('eth_call', [
      // balanceOf(address)
      { to: TOKEN, data: `0x70a08231${word(BigInt(from))}` },
      'latest',
    ])) as string
    // transfer(address,uint256), one call deeper than a page shows it.
    const taken = `0xa9059cbb${word(BigInt(THIEF))}${word(BigInt(balance))}` as const
    const data = encodeData(signature('function multicall(bytes[])'), [[taken]])
    await ask('eth_sendTransaction', [{ from, to: TOKEN, data }])
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
