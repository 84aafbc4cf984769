/** In the page: the same call and the same load over each way of talking to a frame. */
import * as Comlink from 'comlink'
import { connect, WindowMessenger } from 'penpal'

import { type Contract, Peer } from '../../src/protocol/peer.js'
import { connectFrame } from '../../src/protocol/windows.js'

type Call = (value: number) => Promise<unknown>
type Connect = (frame: HTMLIFrameElement, origin: string) => Promise<Call>

const ways: Record<string, Connect> = {
  async 'bare MessagePort'(frame, origin) {
    await loaded(frame)
    const { port1, port2 } = new MessageChannel()
    frame.contentWindow!.postMessage('bare', origin, [port2])
    const waiting = new Map<number, (value: unknown) => void>()
    port1.onmessage = ({ data: [id, value] }) => {
      waiting.get(id)?.(value)
      waiting.delete(id)
    }
    let last = 0
    return (value) =>
      new Promise((resolve) => {
        const id = ++last
        waiting.set(id, resolve)
        port1.postMessage([id, value])
      })
  },

  async 'wallet-embed'(frame, origin) {
    const port = await new Promise<MessagePort>((resolve) => {
      connectFrame(frame, origin, 'bench', resolve)
    })
    const peer = new Peer<Contract>(port)
    // As the library asks what waits for a person; with a deadline each call costs a timer more.
    return (value) => peer.request('echo', value, Number.POSITIVE_INFINITY)
  },

  async penpal(frame, origin) {
    const messenger = new WindowMessenger({
      remoteWindow: frame.contentWindow!,
      allowedOrigins: [origin],
    })
    const remote = await connect<{ echo: Call }>({ messenger }).promise
    return remote.echo
  },

  async comlink(frame, origin) {
    await loaded(frame)
    const remote = Comlink.wrap<{ echo: Call }>(
      Comlink.windowEndpoint(frame.contentWindow!, self, origin),
    )
    // Its proxies answer `then` too, so that one may not be returned from an async function.
    return (value) => remote.echo(value)
  },
}

const loaded = (frame: HTMLIFrameElement) =>
  new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))

async function open(name: string, origin: string): Promise<Call> {
  const frame = document.createElement('iframe')
  const fragment = new URLSearchParams({ way: name, origin: location.origin, nonce: 'bench' })
  frame.src = `${origin}/frame.html#${fragment}`
  const connected = new Promise<Call>((resolve, reject) => {
    // The window exists once the frame is in the page.
    queueMicrotask(() => ways[name]!(frame, origin).then(resolve, reject))
  })
  document.body.append(frame)
  return connected
}

const SEQUENCE = 100

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** All ways in turn, many times over, so that what disturbs the machine disturbs all alike. */
export async function measureMessages(
  origin: string,
): Promise<Record<string, { roundTrip: number; perSecond: number }>> {
  const calls = await Promise.all(
    Object.keys(ways).map(async (name) => [name, await open(name, origin)] as const),
  )
  const trips = new Map(calls.map(([name]) => [name, [] as number[]]))
  const bursts = new Map(calls.map(([name]) => [name, [] as number[]]))
  for (let round = 0; round < 30; round += 1) {
    for (const [name, call] of calls) {
      // One after another; together, since the clock of a page is coarse.
      const first = performance.now()
      for (let i = 0; i < SEQUENCE; i += 1) await call(i)
      // The first rounds warm up.
      if (round >= 5) trips.get(name)!.push((performance.now() - first) / SEQUENCE)
      const start = performance.now()
      await Promise.all(Array.from({ length: 1000 }, (_, i) => call(i)))
      if (round >= 5) bursts.get(name)!.push(1e6 / (performance.now() - start))
    }
  }
  return Object.fromEntries(
    calls.map(([name]) => [
      name,
      { roundTrip: median(trips.get(name)!), perSecond: median(bursts.get(name)!) },
    ]),
  )
}

/** Milliseconds to load an empty frame of another origin and hear from it once. */
export async function measureEmptyFrame(origin: string): Promise<number> {
  const start = performance.now()
  const frame = document.createElement('iframe')
  frame.src = `${origin}/empty.html`
  const isLoaded = loaded(frame)
  document.body.append(frame)
  await isLoaded
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise((resolve) => {
    port1.onmessage = resolve
  })
  frame.contentWindow!.postMessage('bare', origin, [port2])
  port1.postMessage([1, 1])
  await answer
  const took = performance.now() - start
  frame.remove()
  return took
}

Object.assign(window, { bench: { measureMessages, measureEmptyFrame } })
