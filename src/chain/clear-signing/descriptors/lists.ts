/** Payments to a list of recipients: Disperse, thirdweb's airdrops. Which calls they make is read in `listed-calls.ts`. */
import type { Descriptor, Format } from '../descriptor.js'

const PAYING: Format = { intent: 'Send to several recipients', fields: [] }

export const LISTS: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      'disperseEther(address[] recipients,uint256[] amounts)': PAYING,
      'disperseToken(address token,address[] recipients,uint256[] amounts)': PAYING,
      'disperseTokenSimple(address token,address[] recipients,uint256[] amounts)': PAYING,
      'airdropNativeToken((address recipient,uint256 amount)[] contents)': PAYING,
      'airdropERC20(address token,(address recipient,uint256 amount)[] contents)': PAYING,
    },
  },
}
