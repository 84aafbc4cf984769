/** The fee that a rollup takes for a transaction's bytes on the chain below, beside the gas. */
import * as AbiFunction from 'ox/AbiFunction'
import * as Rlp from 'ox/Rlp'

import type { TransactionRequest } from '../requests/transaction.js'
import { toQuantity } from '../rpc/quantity.js'
import type { Rpc } from '../rpc/rpc.js'

/** Chains of the OP Stack (https://docs.optimism.io) whose nodes want the account to have this fee, too. */
const OP_STACK = [
  10, 130, 204, 252, 288, 480, 1868, 8453, 34_443, 57_073, 81_457, 84_532, 7_777_777, 11_155_420,
]
const SCROLL = [534_351, 534_352]
/** Contracts that tell the fee, by chain. */
const ORACLES = new Map<number, `0x${string}`>([
  ...OP_STACK.map((id) => [id, '0x420000000000000000000000000000000000000f'] as const),
  ...SCROLL.map((id) => [id, '0x5300000000000000000000000000000000000002'] as const),
])
const FEE = AbiFunction.from('function getL1Fee(bytes data) view returns (uint256)')
/** As long as a usual nonce, tip, price and gas: their values hardly matter. */
const [NONCE, TIP, PRICE, GAS] = ['0xf1e2', '0xb1c2d3e4', '0x91a2b3c4d5', '0x81d2c3'] as const

/** @returns Wei; 0 on other chains, and where the chain does not tell. */
export async function dataFeeOf(
  rpc: Rpc,
  requests: readonly TransactionRequest[],
  chainId: number,
): Promise<bigint> {
  const to = ORACLES.get(chainId)
  if (!to) return 0n
  const fees = requests.map(async (request) => {
    const data = AbiFunction.encodeData(FEE, [unsigned(request, chainId)])
    return rpc.quantity('eth_call', [{ to, data }, 'latest']).catch(() => 0n)
  })
  return (await Promise.all(fees)).reduce((sum, fee) => sum + fee, 0n)
}

/** The transaction in the form of EIP-1559. */
function unsigned(
  { to, value, data, accessList = [] }: TransactionRequest,
  chainId: number,
): `0x${string}` {
  const list = accessList.map(({ address, storageKeys }) => [address, [...storageKeys]])
  const coins = value ? evenly(value) : '0x'
  const fields = [evenly(chainId), NONCE, TIP, PRICE, GAS, to ?? '0x', coins, data, list] as const
  return `0x02${Rlp.fromHex(fields).slice(2)}`
}

/** Whole bytes, as RLP wants. */
function evenly(value: bigint | number): `0x${string}` {
  const digits = toQuantity(value).slice(2)
  return `0x${digits.length % 2 ? '0' : ''}${digits}`
}
