/** Checked by the compiler alone: the provider fits what libraries take, without a cast, and answers by method. */
import { type CreateConnectorFn, injected } from '@wagmi/core'
import { BrowserProvider } from 'ethers'
import { type Address, createWalletClient, custom, type EIP1193Provider, type Hex } from 'viem'

import { LegacyProvider } from '../../components/legacy.js'
import { walletEmbed } from '../../components/wagmi.js'
import type { WalletEmbed } from '../../components/wallet-embed/wallet-embed.js'
import { Wallet } from '../../src/index.js'

const wallet = new Wallet()
const { provider } = wallet
provider satisfies EIP1193Provider
createWalletClient({ transport: custom(provider) })
injected({ target: { id: 'wallet', name: 'Wallet', provider } })
new BrowserProvider(provider)

const [account] = await provider.request({ method: 'eth_requestAccounts' })
account satisfies Address | undefined
const signature = await provider.request({ method: 'personal_sign', params: ['0x', account] })
signature satisfies Hex
const chainId = await provider.request({ method: 'eth_chainId' })
chainId satisfies Hex
const { id } = await provider.request({ method: 'wallet_sendCalls', params: [{}] })
id satisfies string
const { capabilities } = await provider.request({ method: 'wallet_getCallsStatus', params: [id] })
capabilities?.failures[0]?.reason satisfies string | undefined
// @ts-expect-error What a node answers to its own methods is not known here.
const { logs } = await provider.request({ method: 'eth_getTransactionReceipt', params: ['0x'] })
logs satisfies unknown

walletEmbed(wallet) satisfies CreateConnectorFn

new LegacyProvider(wallet)
declare const element: WalletEmbed
new LegacyProvider(element)
