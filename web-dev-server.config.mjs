import { unbundled } from './web-plugins.js'

/** `npm run states`: every screen in every state, and the elements, from their sources as they are. */
export default {
  ...unbundled,
  appIndex: 'demo/states.html',
  port: 8100,
}
