/** The card at the top: sign in, sign, send; each with one button. */
import type { Wallet } from '../../src/index.js'
import type { DemoConfig } from './config.js'
import { byId, onClick, shorten } from './dom.js'
import { toHexText } from './ether.js'
import { fundAll } from './play-money.js'

/** Milliseconds to wait until a transaction is in a block; the local chain makes one at once. */
const MINED_DEADLINE = 15_000
/** Its key is public, so that real money must not go there: the transactions name the local chain. */
const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** 0.1 ETH in wei. */
const VALUE = '0x16345785d8a0000'

export function offerFirstSteps(
  wallet: Wallet,
  { rpcUrl, chainId }: DemoConfig,
  refresh: () => Promise<void>,
): void {
  const { ask, account } = requestsOf(wallet)

  onClick('wallet-login', 'wallet-result', async () => {
    await wallet.login()
    return undefined
  })
  onClick('wallet-logout', 'wallet-result', async () => {
    await wallet.logout()
    return undefined
  })

  onClick('sign', 'sign-result', async () => {
    const message = toHexText(byId<HTMLInputElement>('message').value)
    const address = await account()
    const signature = (await ask('personal_sign', [message, address])) as `0x${string}`
    const isTrue = (await signerOf(message, signature)).toLowerCase() === address.toLowerCase()
    if (!isTrue) throw new Error('The signature is not by your account.')
    byId('step-sign').classList.add('finished')
    return `${shorten(signature, 18, 8)}\nChecked by this page: your account signed it.`
  })

  onClick('wallet-fund', 'send-result', async () => {
    const address = await account()
    await fundAll(rpcUrl, address)
    await refresh()
    return 'The local chain gave you 10 ETH, 1,250.50 HUSD (a token to play with) and a postcard.'
  })

  onClick('send', 'send-result', async () => {
    const from = await account()
    const transaction = { from, to: RECEIVER, value: VALUE, chainId: `0x${chainId.toString(16)}` }
    const hash = String(await ask('eth_sendTransaction', [transaction]))
    const block = await mined(ask, hash)
    await refresh()
    byId('step-send').classList.add('finished')
    return `${shorten(hash, 18, 8)}\nIn block ${block}.`
  })

  wallet.on('logout', () => {
    for (const step of ['step-sign', 'step-send']) byId(step).classList.remove('finished')
    for (const output of ['sign-result', 'send-result']) byId(output).textContent = ''
  })
}

type Ask = (method: string, params: unknown[]) => Promise<unknown>

/** `account` asks for one if the page has none yet: the person signs in first. */
export function requestsOf({ provider }: Wallet): { ask: Ask; account(): Promise<string> } {
  const ask: Ask = (method, params) => provider.request({ method, params })
  const account = async () => ((await ask('eth_requestAccounts', [])) as string[])[0]!
  return { ask, account }
}

/** The address of the signer, computed here without a request. */
async function signerOf(message: `0x${string}`, signature: `0x${string}`): Promise<string> {
  const [{ getSignPayload }, { recoverAddress }, { fromHex }] = await Promise.all([
    import('ox/PersonalMessage'),
    import('ox/Secp256k1'),
    import('ox/Signature'),
  ])
  return recoverAddress({ payload: getSignPayload(message), signature: fromHex(signature) })
}

/** @returns The block's number. @throws {Error} If the transaction failed or is not mined in time. */
async function mined(ask: Ask, hash: string): Promise<number> {
  const end = Date.now() + MINED_DEADLINE
  while (Date.now() < end) {
    const receipt = (await ask('eth_getTransactionReceipt', [hash])) as {
      blockNumber: string
      status: string
    } | null
    if (receipt?.status === '0x0') throw new Error(`${hash} was mined, but failed.`)
    if (receipt) return Number(receipt.blockNumber)
    await new Promise((again) => setTimeout(again, 250))
  }
  throw new Error(`${hash} is not mined yet.`)
}
