import type { Wallet } from '../../src/index.js'
import { byId, onClick } from './dom.js'
import { toHex, toWei } from './ether.js'
import { show } from './wallet.js'

/** Milliseconds to wait until a transaction is in a block; the local chain makes one at once. */
const MINED_DEADLINE = 15_000

/** The second section: what an application asks a wallet for. */
export function offerRequests(wallet: Wallet, chainId: number): void {
  const ask = (method: string, params: unknown[]) => wallet.provider.request({ method, params })
  /** Asks for an account if the page has none yet: the person connects first. */
  const account = async () => {
    const [address] = (await ask('eth_requestAccounts', [])) as string[]
    return address!
  }

  onClick('sign', 'sign-result', async () => {
    const message = byId<HTMLTextAreaElement>('message').value
    return String(await ask('personal_sign', [hexOf(message), await account()]))
  })

  onClick('sign-typed', 'sign-typed-result', async () => {
    const address = await account()
    const data = typedData(address, chainId)
    return String(await ask('eth_signTypedData_v4', [address, JSON.stringify(data)]))
  })

  onClick('send', 'send-result', async () => {
    const to = byId<HTMLInputElement>('to').value.trim()
    const value = toHex(toWei(byId<HTMLInputElement>('amount').value))
    const hash = await ask('eth_sendTransaction', [{ from: await account(), to, value }])
    const block = await mined(ask, String(hash))
    void show(wallet)
    return `${hash}\nMined in block ${block}.`
  })
}

type Ask = (method: string, params: unknown[]) => Promise<unknown>

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

/** UTF-8 as hexadecimal, as `personal_sign` wants it. */
const hexOf = (text: string) =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** EIP-712: something a person can read before signing it. */
const typedData = (owner: string, chainId: number) => ({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Ticket: [
      { name: 'event', type: 'string' },
      { name: 'seat', type: 'string' },
      { name: 'price', type: 'uint256' },
      { name: 'owner', type: 'address' },
    ],
  },
  primaryType: 'Ticket',
  domain: { name: 'Demo tickets', version: '1', chainId },
  message: { event: 'Open-air concert', seat: 'Row 4, seat 12', price: '25', owner },
})
