/** In the frame: answers each way of asking with what it was asked. */
import * as Comlink from 'comlink'
import { connect, WindowMessenger } from 'penpal'

import { Peer } from '../../src/protocol/peer.js'
import { acceptPage } from '../../src/protocol/windows.js'

const {
  way,
  origin = '',
  nonce = '',
} = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
const echo = (value: unknown) => value

if (way === 'wallet-embed') {
  acceptPage(origin, nonce, (port) => {
    new Peer(port, { onRequest: (_, params) => echo(params) })
  })
} else if (way === 'penpal') {
  const messenger = new WindowMessenger({ remoteWindow: window.parent, allowedOrigins: [origin] })
  connect({ messenger, methods: { echo } })
} else if (way === 'comlink') {
  Comlink.expose({ echo }, Comlink.windowEndpoint(window.parent, self, origin))
}
