/** Requests that send something, or that are about the chain itself. */
import { TOKEN } from '../play-money.js'
import { type Known, keep, type RequestGroup } from './types.js'

/** An account that every local chain of this kind begins with. */
const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** 0.01 ETH in wei. */
const VALUE = '0x2386f26fc10000'
const GWEI = '0x3b9aca00'

const transfer = ({ address }: Known) => ({ from: address, to: RECEIVER, value: VALUE })
const feeMarket = (known: Known) => ({
  ...transfer(known),
  maxFeePerGas: `0x${(3_000_000_000).toString(16)}`,
  maxPriorityFeePerGas: GWEI,
})

export const SENDING_GROUPS: RequestGroup[] = [
  {
    title: 'Transactions',
    requests: [
      {
        title: 'Send ETH',
        method: 'eth_sendTransaction',
        about:
          'Moves play money to another account. The fee is found out and shown before you agree.',
        params: (known) => [transfer(known)],
        remember: keep('transaction'),
      },
      {
        title: 'Send with a fee of your own',
        method: 'eth_sendTransaction',
        about:
          'The same with the most that the fee may be, and a tip for the block’s maker (EIP-1559).',
        params: (known) => [feeMarket(known)],
        remember: keep('transaction'),
      },
      {
        title: 'Send with an access list',
        method: 'eth_sendTransaction',
        about: 'Says beforehand which accounts and storage it will touch (EIP-2930).',
        params: (known) => [
          {
            ...transfer(known),
            gasPrice: GWEI,
            accessList: [{ address: RECEIVER, storageKeys: [] }],
          },
        ],
        remember: keep('transaction'),
      },
      {
        title: 'Send as in the old days',
        method: 'eth_sendTransaction',
        about: 'With one price for gas, as all transactions were until 2021.',
        params: (known) => [{ ...transfer(known), gasPrice: GWEI }],
        remember: keep('transaction'),
      },
      {
        title: 'Sign, don’t send',
        method: 'eth_signTransaction',
        about: 'Gives the signed transaction to the page, which may send it whenever it likes.',
        params: (known) => [feeMarket(known)],
        remember(result, known) {
          const raw = typeof result === 'string' ? result : (result as { raw?: unknown })?.raw
          if (typeof raw === 'string') known.raw = raw
        },
      },
      {
        title: 'Send what was signed',
        method: 'eth_sendRawTransaction',
        about: 'Hands the transaction that was signed above to the chain. Nobody is asked again.',
        params: ({ raw }) => [raw],
        remember: keep('transaction'),
      },
      {
        title: 'Is it in a block?',
        method: 'eth_getTransactionReceipt',
        about: 'What became of the last transaction that you sent from here.',
        params: ({ transaction }) => [transaction],
      },
    ],
  },
  {
    title: 'Many calls at once',
    requests: [
      {
        title: 'What can it do?',
        method: 'wallet_getCapabilities',
        about: 'Whether several calls can be sent as one (EIP-5792).',
        params: ({ address, chainId }) => [address, [chainId]],
      },
      {
        title: 'Send calls',
        method: 'wallet_sendCalls',
        about: 'Several payments, one after another, agreed to in one go.',
        params: ({ address, chainId }) => [
          {
            version: '2.0.0',
            from: address,
            chainId,
            atomicRequired: false,
            calls: [
              { to: RECEIVER, value: VALUE },
              { to: RECEIVER, value: VALUE },
            ],
          },
        ],
        remember: keep('calls'),
      },
      {
        title: 'How far are they?',
        method: 'wallet_getCallsStatus',
        about: 'What became of the last calls that you sent from here.',
        params: ({ calls }) => [calls],
      },
      {
        title: 'Show me',
        method: 'wallet_showCallsStatus',
        about: 'The same, on the wallet’s screen.',
        params: ({ calls }) => [calls],
      },
    ],
  },
]

export const CHAIN_GROUPS: RequestGroup[] = [
  {
    title: 'Chains',
    requests: [
      {
        title: 'Add a chain',
        method: 'wallet_addEthereumChain',
        about: 'Tells the wallet of another chain and where its node is (EIP-3085).',
        params: ({ chainId, rpcUrl }) => [
          {
            chainId,
            chainName: 'My own chain',
            rpcUrls: [rpcUrl],
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          },
        ],
      },
      {
        title: 'Switch the chain',
        method: 'wallet_switchEthereumChain',
        about:
          'Asks to work on another chain. One that the wallet doesn’t know: error 4902 (EIP-3326).',
        params: ({ chainId }) => [{ chainId }],
      },
    ],
  },
  {
    title: 'Tokens',
    requests: [
      {
        title: 'Keep an eye on a token',
        method: 'wallet_watchAsset',
        about:
          'Asks to list a token beside the balance (EIP-747): HUSD, of which the play money has some.',
        params: () => [
          {
            type: 'ERC20',
            options: {
              address: TOKEN,
              symbol: 'HUSD',
              decimals: 6,
            },
          },
        ],
      },
    ],
  },
  {
    title: 'What there is',
    requests: [
      {
        title: 'Get the assets',
        method: 'wallet_getAssets',
        about: 'Asks what the account has on all networks of the wallet (ERC-7811).',
        params: ({ address }) => [{ account: address }],
      },
    ],
  },
  {
    title: 'News',
    requests: [
      {
        title: 'Tell me of new blocks',
        method: 'eth_subscribe',
        about:
          'From then on every new block is an event, “message”, in the list below. Send something to make one.',
        params: () => ['newHeads'],
        remember: keep('subscription'),
      },
      {
        title: 'No more news',
        method: 'eth_unsubscribe',
        about: 'Ends the last subscription.',
        params: ({ subscription }) => [subscription],
      },
      {
        title: 'Collect new blocks',
        method: 'eth_newBlockFilter',
        about: 'The older way: the node collects, the page asks from time to time.',
        params: () => [],
        remember: keep('filter'),
      },
      {
        title: 'What came in?',
        method: 'eth_getFilterChanges',
        about: 'What has been collected since it was last asked for.',
        params: ({ filter }) => [filter],
      },
    ],
  },
  {
    title: 'Reading the chain',
    requests: [
      {
        title: 'Which chain?',
        method: 'eth_chainId',
        about: 'The chain’s number, in hexadecimal.',
        params: () => [],
      },
      {
        title: 'Newest block',
        method: 'eth_blockNumber',
        about: 'How long the chain is. Reads like this go straight to the chain’s node.',
        params: () => [],
      },
      {
        title: 'Balance',
        method: 'eth_getBalance',
        about: 'In wei, of which 10¹⁸ are one ETH.',
        params: ({ address }) => [address, 'latest'],
      },
      {
        title: 'How many sent?',
        method: 'eth_getTransactionCount',
        about: 'How many transactions this account has sent; the next one’s number (“nonce”).',
        params: ({ address }) => [address, 'latest'],
      },
      {
        title: 'What would it cost?',
        method: 'eth_estimateGas',
        about: 'How much gas a transaction would use.',
        params: (known) => [transfer(known)],
      },
      {
        title: 'Call a contract',
        method: 'eth_call',
        about:
          'Runs a contract’s function without a transaction. Put an address and data of your own.',
        params: ({ address }) => [{ from: address, to: RECEIVER, data: '0x' }, 'latest'],
      },
      {
        title: 'Look at a block',
        method: 'eth_getBlockByNumber',
        about: 'All that a block says of itself.',
        params: () => ['latest', false],
      },
    ],
  },
]
