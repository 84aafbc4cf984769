/**
 * ioredis listens for one error of a connection. A TLS handshake can fail twice (the certificate, then the peer's
 * answer to that), and an unhandled error event ends the process.
 */
import type { StandaloneConnectionOptions } from 'ioredis'
import { StandaloneConnector } from 'ioredis/built/connectors/index.js'

export class Connector extends StandaloneConnector {
  // ioredis passes its options untyped.
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
