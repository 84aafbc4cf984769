/**
 * ioredis listens for one error of a connection. A TLS handshake can fail twice (the certificate, then what the
 * other side says to that), and an error that nobody listens for ends the process.
 */
import type { StandaloneConnectionOptions } from 'ioredis'
import { StandaloneConnector } from 'ioredis/built/connectors/index.js'

export class Connector extends StandaloneConnector {
  // It is given whatever ioredis is.
  constructor(options: unknown) {
    super(options as StandaloneConnectionOptions)
  }

  override async connect(...args: Parameters<StandaloneConnector['connect']>) {
    const stream = await super.connect(...args)
    // ioredis tells the first one itself.
    stream.on('error', () => {})
    return stream
  }
}
