/** A wallet that answers a page, and a person who approves. */
import { expect } from '@open-wc/testing'
import type { ApprovalRequest } from '../../src/app/approval/approval-requests.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import type { Transport } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { ADDRESS, fakeNode, fakeSigner, OTHER, signedIn } from './app-support.js'
import { until } from './support.js'

export const ADDED = {
  chainId: '0x3039',
  chainName: 'Sample chain',
  nativeCurrency: { name: 'Sample', symbol: 'SMP', decimals: 18 },
  rpcUrls: ['https://node.example.test'],
}
export const CALLS = {
  version: '2.0.0',
  chainId: '0x7a69',
  atomicRequired: false,
  calls: [{ to: OTHER, value: '0x1' }, { to: OTHER }],
}
/** The page's way to nodes that only it may reach; each says that it is chain 12345. */
export const viaPage: Transport = async (_, method) => (method === 'eth_chainId' ? '0x3039' : null)

/** Says yes to what is asked, as the screen would. */
export async function approve(app: WalletApp, kind: ApprovalRequest['kind']): Promise<void> {
  await until(() => app.requests.current)
  const question = app.requests.current!
  expect(question.kind).to.equal(kind)
  if (question.kind === 'transaction') {
    const { request, chain } = question.subject
    question.approve((await app.core.prepare(request, chain)).transaction)
  } else if (question.kind === 'calls') {
    const { requests, chain } = question.subject
    question.approve((await app.core.prepareCalls(requests, chain)).transactions)
  } else question.approve(null as never)
}
export function setUp() {
  const { node, asked } = fakeNode({
    eth_call: new ProviderRpcError(3, 'execution reverted'),
    eth_simulateV1: new ProviderRpcError(-32601, 'no such method'),
  })
  const { request } = node
  const { signer } = fakeSigner({
    signTypedDataV1: '0xsigned-data-v1',
    encryptionPublicKey: 'public-key',
    decrypt: 'the text',
    recover: ADDRESS.toLowerCase(),
  })
  return { ...signedIn({ node, signer, viaPage }), node, asked, request }
}
/** What the page was told last under a name. */
export const last = (told: [string, unknown][], name: string) =>
  told.filter(([one]) => one === name).at(-1)?.[1]
