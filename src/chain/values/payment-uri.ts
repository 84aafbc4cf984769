/**
 * Payments that links and QR codes ask for: `ethereum:` links (https://eips.ethereum.org/EIPS/eip-681) for coins and
 * ERC-20 tokens, account ids (https://chainagnostic.org/CAIPs/caip-10), and addresses behind the short name of a chain
 * (https://eips.ethereum.org/EIPS/eip-3770), as Safe copies them.
 */

export interface PaymentUri {
  /** The recipient: an address as written, or a name. */
  to: string
  chainId?: number
  /** Contract of the token, as it was written; without it the coin. */
  token?: string
  /** In the smallest unit. */
  amount?: bigint
}

/** MetaMask writes the chain id in hex. */
const LINK =
  /^ethereum:(?:pay-)?([^@/?]+)(?:@(\d{1,15}|0x[\da-f]{1,13}))?(?:\/([^?]*))?(?:\?(.*))?$/is
const ACCOUNT_ID = /^eip155:(\d{1,15}):(0x[0-9a-f]{40})$/i
const PREFIXED = /^([a-z\d]+):(0x[0-9a-f]{40})$/i
/** From the list that the standard names (https://chainid.network), and older ones that Safe writes. */
const SHORT_NAMES = new Map(
  Object.entries({
    ...{ eth: 1, oeth: 10, bnb: 56, gno: 100, unichain: 130, matic: 137, sonic: 146, zksync: 324 },
    ...{ wc: 480, zkevm: 1101, mantle: 5000, base: 8453, arb1: 42_161, celo: 42_220, avax: 43_114 },
    ...{ ink: 57_073, linea: 59_144, berachain: 80_094, blast: 81_457, scr: 534_352 },
    ...{ sep: 11_155_111, basesep: 84_532, pol: 137, blastmainnet: 81_457 },
  }),
)
const ADDRESS = /^0x[0-9a-f]{40}$/i
/** EIP-681 allows exponents: 2.014e18. */
const NUMBER = /^\+?(\d*)(?:\.(\d+))?(?:e(\d{1,2}))?$/i

/**
 * @returns Nothing for other text, and for a link to a call other than `transfer`. The address in such a link is that of
 *   a contract: coins that are sent there are lost.
 * @example
 * readPaymentUri('ethereum:0xA0b8…eB48@1/transfer?address=0x8e23…aB2C&uint256=1e6')
 */
export function readPaymentUri(text: string): PaymentUri | undefined {
  const [, id, account] = ACCOUNT_ID.exec(text) ?? []
  if (account) return { to: account, chainId: Number(id) }
  const [, short = '', prefixed] = PREFIXED.exec(text) ?? []
  const chainId = SHORT_NAMES.get(short.toLowerCase())
  if (prefixed && chainId) return { to: prefixed, chainId }
  const [, target, chain, call = '', query = ''] = LINK.exec(text) ?? []
  if (!target || (call && call !== 'transfer')) return undefined
  const params = new URLSearchParams(query)
  const network = chain ? { chainId: Number(chain) } : {}
  if (!call) return withAmount({ to: target, ...network }, params.get('value'))
  const to = params.get('address')
  if (!to || !ADDRESS.test(target)) return undefined
  return withAmount({ to, ...network, token: target }, params.get('uint256'))
}

function withAmount(payment: PaymentUri, text: string | null): PaymentUri | undefined {
  if (text === null) return payment
  const [number, whole = '', part = '', exponent = '0'] = NUMBER.exec(text) ?? []
  const zeros = Number(exponent) - part.length
  if (number === undefined || zeros < 0 || !(whole || part)) return undefined
  return { ...payment, amount: BigInt(whole + part) * 10n ** BigInt(zeros) }
}
