/** What there is to play with on the local chain: HUSD, a token, and a postcard to collect. Made when first asked for. */
import { callNode, fund } from './node.js'
import { POSTCARD_DATA, TOKEN_DATA } from './token-code.js'

/** A contract is its maker's first transaction, so that the address is known. */
export const MAKER = '0x4855534400000000000000000000000000000001'
export const TOKEN = '0x29E9c6A8DF6E5FC8108a03Bf2da990Bf2f04F52F'
export const POSTCARD_MAKER = '0x4341524400000000000000000000000000000001'
export const POSTCARD = '0x201Dc0Cec7EABafd7731400a18D792A7B09CDeb9'
/** In millionths: 1,250.50 HUSD. */
const FUNDS = 1_250_500_000n
/** Milliseconds; the local chain makes a block at once. */
const DEADLINE = 5_000

/** Gives an account 10 ETH, 1,250.50 HUSD and a postcard. */
export const fundAll = async (rpcUrl: string, address: string): Promise<void> => {
  const owner = word(BigInt(address))
  await Promise.all([
    fund(rpcUrl, address),
    // mint(address,uint256)
    callMade(rpcUrl, MAKER, TOKEN, TOKEN_DATA, `0x40c10f19${owner}${word(FUNDS)}`),
    // mint(address)
    callMade(rpcUrl, POSTCARD_MAKER, POSTCARD, POSTCARD_DATA, `0x6a627842${owner}`),
  ])
}

/** Calls a contract as its maker, who makes it first if it is missing. */
async function callMade(
  rpcUrl: string,
  maker: string,
  contract: string,
  deployData: string,
  data: string,
): Promise<void> {
  const node = <T>(method: string, params: unknown[]) => callNode<T>(rpcUrl, method, params)
  const send = async (transaction: object) => {
    const hash = await node('eth_sendTransaction', [{ from: maker, ...transaction }])
    const end = Date.now() + DEADLINE
    while (!(await node('eth_getTransactionReceipt', [hash]))) {
      if (Date.now() > end) throw new Error('The local chain makes no blocks.')
    }
  }
  await node('anvil_impersonateAccount', [maker])
  await node('anvil_setBalance', [maker, '0xde0b6b3a7640000'])
  if ((await node('eth_getCode', [contract, 'latest'])) === '0x') await send({ data: deployData })
  await send({ to: contract, data })
}

/** 32 bytes in hexadecimal digits, as arguments of a call are written. */
export const word = (value: bigint): string => value.toString(16).padStart(64, '0')
