/** What answering a request takes. It loads while the first screen is looked at. */
export { prepareTransaction } from '../chain/prepare.js'
export { prepareCalls } from '../chain/prepare-calls.js'
export { readAddress } from '../chain/tokens.js'
export { Activity } from './activity/activity.js'
export { statusOfCalls } from './bundle-status.js'
export { answerRpc } from './rpc/methods.js'
export { sendRequest } from './rpc/send.js'
export { Subscriptions } from './subscriptions.js'
