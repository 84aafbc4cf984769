/** What answering a request takes. It loads while the first screen is looked at. */
export { readAddress } from '../chain/tokens.js'
export { Activity } from './activity/activity.js'
export { prepareOne, prepareSeveral } from './activity/prepare.js'
export { Bundles } from './bundles.js'
export { Interruption } from './interruption.js'
export { answerRpc } from './rpc/methods.js'
export { sendRequest } from './rpc/send.js'
export { Subscriptions } from './subscriptions.js'
