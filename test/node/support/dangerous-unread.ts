/** What is signed by names and forms that hide what they can do. */
import { ANYTHING, type Signed, STRANGER } from './judged.js'
import { hyperliquid, of, signs } from './requests.js'
import { ALL, APP, SOON } from './signed-calls.js'

const HASH = `0x${'9f'.repeat(32)}`
const hl = (type: string, message: object): Signed => ({
  type: `HyperliquidTransaction:${type}` as never,
  domain: hyperliquid,
  message: { hyperliquidChain: 'Mainnet', nonce: 1, ...message },
})

/** The domain names none, and the right stands below it. */
const NO_CONTRACT = '⚠ There is no contract'

/** `[what, the request, what stands on the button while the node answers]`. */
export const UNREAD_AWAY: [what: string, asked: Signed, button: string][] = [
  [
    'two hashes',
    signs('Batch(bytes32 one,bytes32 two)', of(APP), { one: HASH, two: HASH }),
    ANYTHING,
  ],
  [
    'a list of hashes',
    {
      type: 'Batch(bytes32[] hashes)' as never,
      domain: of(APP),
      message: { hashes: [HASH, HASH] },
    },
    ANYTHING,
  ],
  [
    'a hash in a struct',
    signs('Batch(Root root)Root(bytes32 hash)', of(APP), { root: { hash: HASH } }),
    ANYTHING,
  ],
  [
    'what typed data is hashed from',
    signs('SafeMessage(bytes message)', of(APP), { message: `0x1901${'9f'.repeat(64)}` }),
    ANYTHING,
  ],
  [
    'loans under another name',
    signs('Delegation(address delegatee,uint256 amount,uint256 nonce,uint256 deadline)', of(APP), {
      ...{ delegatee: STRANGER, amount: ALL, deadline: SOON },
    }),
    '⚠ Can borrow in your name',
  ],
  [
    'who may trade on Hyperliquid',
    hl('ApproveAgent(string hyperliquidChain,address agentAddress,string agentName,uint64 nonce)', {
      ...{ agentAddress: STRANGER, agentName: 'Mobile' },
    }),
    NO_CONTRACT,
  ],
  [
    'who signs for an account on Hyperliquid',
    hl('ConvertToMultiSigUser(string hyperliquidChain,string signers,uint64 nonce)', {
      signers: `{"authorizedUsers":["${STRANGER}"],"threshold":1}`,
    }),
    NO_CONTRACT,
  ],
]
