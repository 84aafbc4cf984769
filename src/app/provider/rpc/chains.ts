/** Adding a chain (EIP-3085), and switching chains (EIP-3326). */
import { checkNodes, parseAddChain, parseSwitchChain } from '../../../chain/networks/added-chain.js'
import { type Chain, MAX_ADDED } from '../../../chain/networks/networks.js'
import { WalletError } from '../../../shared/errors.js'
import { askOnce } from '../../approval/ask-once.js'
import { tellUnusedWords } from '../../support/network-words.js'
import type { RpcContext } from './context.js'

/** Adds a chain and switches to it. For a chain of the operator, only switches: node and names stay the operator's. */
export async function addChain(context: RpcContext, params: unknown): Promise<null> {
  const { chain: asked, rpcUrls, names } = parseAddChain(params)
  const known = context.chains.find(asked.chainId)
  const shown = known?.nodeUrl ? known : asked
  tellUnusedWords('wallet_addEthereumChain', shown, {
    chainName: [names.name, shown.name],
    'nativeCurrency.symbol': [names.ticker, shown.ticker],
    'nativeCurrency.name': [names.tickerName, shown.tickerName],
  })
  if (known?.nodeUrl) return goTo(context, known)
  const rpcUrl = await checkNodes(asked.chainId, rpcUrls, (url) =>
    context.chains.nodeAt({ rpcUrl: url }).quantity('eth_chainId'),
  )
  const chain = { ...asked, rpcUrl }
  checkRoom(context, chain)
  await askOnce(context.requests, 'addChain', { chain })
  context.chains.add(chain)
  context.chains.switchTo(chain)
  return null
}

export async function switchChain(context: RpcContext, params: unknown): Promise<null> {
  const chainId = parseSwitchChain(params)
  if (chainId === context.chains.current.chainId) return null
  const chain = context.chains.find(chainId)
  if (!chain) {
    const detail = `0x${chainId.toString(16)}: add it first (wallet_addEthereumChain).`
    throw new WalletError('UNKNOWN_CHAIN', detail)
  }
  return goTo(context, chain)
}

async function goTo(context: RpcContext, chain: Chain): Promise<null> {
  if (chain.chainId === context.chains.current.chainId) return null
  checkRoom(context, chain)
  await askOnce(context.requests, 'switchChain', { from: context.chains.current, to: chain })
  context.chains.switchTo(chain)
  return null
}

/**
 * Where to go is kept, and the way back too. Checked before the person is asked: a yes must not come to nothing.
 *
 * @throws {WalletError} `LIMIT_EXCEEDED`
 */
function checkRoom({ chains }: RpcContext, { chainId }: Chain): void {
  const known = chains.known.map((one) => one.chainId)
  const kept = known.filter((id) => chains.isAdded(id))
  const more = [...new Set([chains.current.chainId, chainId])].filter((id) => !known.includes(id))
  if (kept.length + more.length > MAX_ADDED) {
    throw new WalletError('LIMIT_EXCEEDED', `${MAX_ADDED} networks were added.`)
  }
}
