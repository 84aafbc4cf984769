/** A token to play with, HUSD, on the local chain: made there when it is first asked for. */
import { callNode, fund } from './node.js'
import { DEPLOY_DATA } from './token-code.js'

/** Makes the token as its first transaction, so that the address is known. */
export const MAKER = '0x4855534400000000000000000000000000000001'
export const TOKEN = '0x29E9c6A8DF6E5FC8108a03Bf2da990Bf2f04F52F'
/** In millionths: 1,250.50 HUSD. */
const FUNDS = 1_250_500_000n
/** Milliseconds; the local chain makes a block at once. */
const DEADLINE = 5_000

/** Gives an account 10 ETH and 1,250.50 HUSD. */
export const fundAll = async (rpcUrl: string, address: string): Promise<void> => {
  await Promise.all([fund(rpcUrl, address), fundToken(rpcUrl, address)])
}

async function fundToken(rpcUrl: string, address: string): Promise<void> {
  const node = <T>(method: string, params: unknown[]) => callNode<T>(rpcUrl, method, params)
  const send = async (transaction: object) => {
    const hash = await node('eth_sendTransaction', [{ from: MAKER, ...transaction }])
    const end = Date.now() + DEADLINE
    while (!(await node('eth_getTransactionReceipt', [hash]))) {
      if (Date.now() > end) throw new Error('The local chain makes no blocks.')
    }
  }
  await node('anvil_impersonateAccount', [MAKER])
  await node('anvil_setBalance', [MAKER, '0xde0b6b3a7640000'])
  if ((await node('eth_getCode', [TOKEN, 'latest'])) === '0x') await send({ data: DEPLOY_DATA })
  // mint(address,uint256)
  await send({ to: TOKEN, data: `0x40c10f19${word(BigInt(address))}${word(FUNDS)}` })
}

/** 32 bytes in hexadecimal digits, as arguments of a call are written. */
export const word = (value: bigint): string => value.toString(16).padStart(64, '0')
