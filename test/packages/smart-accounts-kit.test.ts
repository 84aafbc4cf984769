/**
 * MetaMask's smart accounts kit with this wallet as the signer of a smart account: what it asks the wallet for, and
 * that its transactions work. It is no dependency, since it brings 20 MB: npm installs it into an empty folder.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import {
  type Client,
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  type EIP1193Provider,
  type Hex,
  http,
} from 'viem'

import { ADDRESS, answeringWallet } from '../node/support/answering-wallet.js'
import { refusalsFor, refusedIn } from '../node/support/refusals.js'
import { LocalChain } from '../support/local-chain.js'

const KIT = '@metamask/smart-accounts-kit'
const VERSION = '2.0.0'
const CHAIN_ID = 31_337
const TO = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const ETHER = 10n ** 18n
/** Milliseconds for npm, on a slow network. */
const DEADLINE = 180_000

interface Delegation {
  signature: Hex
}
interface Environment {
  DelegationManager: Hex
}
/** The parts of it that are called here. */
interface Kit {
  PREFERRED_VERSION: string
  toMetaMaskSmartAccount(options: object): Promise<{
    address: Hex
    getFactoryArgs(): Promise<{ factory: Hex; factoryData: Hex }>
    signDelegation(options: object): Promise<Hex>
    signMessage(options: object): Promise<Hex>
    signTypedData(options: object): Promise<Hex>
    signUserOperation(options: object): Promise<Hex>
  }>
  createDelegation(options: object): Delegation
}
interface Utils {
  deploySmartAccountsEnvironment(...args: unknown[]): Promise<Environment>
  overrideDeployedEnvironment(chainId: number, version: string, environment: Environment): void
}
interface Actions {
  erc7715ProviderActions(): (client: Client) => {
    requestExecutionPermissions(requests: object[]): Promise<unknown>
    getSupportedExecutionPermissions(): Promise<unknown>
    getGrantedExecutionPermissions(): Promise<unknown>
  }
  erc7710WalletActions(): (client: Client) => {
    sendTransactionWithDelegation(options: object): Promise<Hex>
    redelegatePermissionContext(options: object): Promise<{ delegation: Delegation }>
  }
  signDelegationActions(): (client: Client) => { signDelegation(options: object): Promise<Hex> }
}

let dir: string
let chain: LocalChain
let kit: Kit & Utils & Actions

before(async () => {
  // It tells its makers what is called, unless it is told not to.
  process.env.DO_NOT_TRACK = '1'
  dir = await mkdtemp(join(tmpdir(), 'wallet-embed-kit-'))
  await writeFile(join(dir, 'package.json'), '{"private":true}')
  const args = ['install', '--no-audit', '--no-fund', `${KIT}@${VERSION}`, 'viem@2.57.1']
  const [local] = await Promise.all([
    LocalChain.start(),
    promisify(execFile)('npm', args, { cwd: dir, timeout: DEADLINE }),
  ])
  chain = local
  await chain.fund(ADDRESS, 100n * ETHER)
  const parts = ['index', 'utils/index', 'actions/index'].map(
    (part) => import(pathToFileURL(join(dir, 'node_modules', KIT, 'dist', `${part}.mjs`)).href),
  )
  kit = Object.assign({}, ...(await Promise.all(parts)))
})
after(async () => {
  await chain?.stop()
  await rm(dir, { recursive: true, force: true })
})

describe('smart-accounts-kit', () => {
  it('has the wallet sign and pay for a smart account, and is refused only what docs/libraries.md names', async () => {
    const wallet = answeringWallet(chain.url, CHAIN_ID)
    const local = defineChain({
      id: CHAIN_ID,
      name: 'Local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [chain.url] } },
    })
    const transport = custom(wallet.provider as EIP1193Provider, { retryCount: 0 })
    const about = { chain: local, pollingInterval: 10 }
    const signer = createWalletClient({ ...about, transport, account: ADDRESS })
    const node = createPublicClient({ ...about, transport: http(chain.url) })
    const done = async (hash: Hex) => {
      const { status } = await node.waitForTransactionReceipt({ hash })
      assert.equal(status, 'success')
    }
    await signer.requestAddresses()

    const environment = await kit.deploySmartAccountsEnvironment(signer, node, local)
    kit.overrideDeployedEnvironment(CHAIN_ID, kit.PREFERRED_VERSION, environment)
    const account = await kit.toMetaMaskSmartAccount({
      client: node,
      implementation: 'Hybrid',
      deployParams: [ADDRESS, [], [], []],
      deploySalt: '0x',
      signer: { walletClient: signer },
    })
    const { factory, factoryData } = await account.getFactoryArgs()
    await done(await signer.sendTransaction({ to: factory, data: factoryData }))
    await done(await signer.sendTransaction({ to: account.address, value: ETHER }))

    const scope = { type: 'nativeTokenTransferAmount', maxAmount: ETHER }
    const asked = { from: account.address, to: ADDRESS, environment, scope }
    const delegation = kit.createDelegation(asked)
    const signature = await account.signDelegation({ delegation })
    const permissionContext = [{ ...delegation, signature }]
    const rights = kit.erc7710WalletActions()(signer)
    const { DelegationManager: delegationManager } = environment
    await done(
      await rights.sendTransactionWithDelegation({
        ...{ account: ADDRESS, chain: local, to: TO, value: 7n },
        ...{ permissionContext, delegationManager },
      }),
    )
    assert.equal(await node.getBalance({ address: TO }), 7n)
    // A right to act as the person's own account, which is no smart account: never a signature.
    const further = { environment, permissionContext, to: TO, scope }
    await assert.rejects(rights.redelegatePermissionContext(further), { code: 4100 })
    const { signDelegation } = kit.signDelegationActions()(signer)
    await signDelegation({ delegation, delegationManager })
    await account.signMessage({ message: 'Hello' })
    await account.signUserOperation({
      ...{ nonce: 0n, callData: '0x', callGasLimit: 1n, verificationGasLimit: 1n },
      ...{ preVerificationGas: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
    })

    const permissions = kit.erc7715ProviderActions()(signer)
    const request = {
      chainId: CHAIN_ID,
      to: TO,
      expiry: 1_900_000_000,
      permission: {
        type: 'native-token-stream',
        isAdjustmentAllowed: true,
        data: { amountPerSecond: 1n, startTime: 1_800_000_000 },
      },
    }
    for (const ask of [
      () => permissions.getSupportedExecutionPermissions(),
      () => permissions.getGrantedExecutionPermissions(),
      () => permissions.requestExecutionPermissions([request]),
    ]) {
      await assert.rejects(ask, { code: 4200 })
    }
    wallet.end()
    assert.deepEqual(refusedIn(wallet.asked).sort(), refusalsFor('smart-accounts-kit'))
  })
})
