/** What nodes evaluate without a login, to show that they can. No person's key comes of it: identities begin with a different label. */
import { utf8 } from '../shared/encoding.js'

export const PROBE = utf8('wallet-embed/probe/v1')
