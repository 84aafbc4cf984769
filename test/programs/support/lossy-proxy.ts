/** Passes bytes on to a server, and can lose an answer with its connection: nobody learns whether it was done. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface LossyProxy {
  port: number
  /** Set before anything connects. */
  target: number
  /** The answer to the next question that contains this text is lost. */
  loseAnswerTo(text: string): void
  close(): void
}

export async function startLossyProxy(): Promise<LossyProxy> {
  const sockets = new Set<Socket>()
  let lost: string | undefined
  const server = createServer((client) => {
    const onward = connect(proxy.target, '127.0.0.1')
    let isLosing = false
    const end = () => {
      client.destroy()
      onward.destroy()
    }
    for (const socket of [client, onward]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.on('data', (chunk) => {
      if (lost !== undefined && chunk.includes(lost)) {
        isLosing = true
        lost = undefined
      }
      onward.write(chunk)
    })
    onward.on('data', (chunk) => {
      if (isLosing) end()
      else client.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: LossyProxy = {
    port: (server.address() as AddressInfo).port,
    target: 0,
    loseAnswerTo(text) {
      lost = text
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return proxy
}
