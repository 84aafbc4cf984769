/** What nodes evaluate for whoever asks whether they can. It is nobody's: an identity begins with another label. */
import { utf8 } from '../shared/encoding.js'

export const PROBE = utf8('wallet-embed/probe/v1')
