import { expect } from '@open-wc/testing'

import { connectFrame, listen, PROTOCOL } from '../../src/protocol/windows.js'
import { until, WALLET_ORIGIN } from './support.js'

/** A frame of the stand-in wallet, which greets `location.origin` with `nonce`. */
function createFrame(nonce: string, origin = location.origin): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.src = `${WALLET_ORIGIN}/test/browser/stand-in/frame#${new URLSearchParams({ origin, nonce })}`
  return frame
}

const loaded = (frame: HTMLIFrameElement) =>
  new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))

describe('the handshake', () => {
  const stops: (() => void)[] = []

  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
    for (const frame of document.querySelectorAll('iframe')) frame.remove()
  })

  /** Counts the ports that `frame` is given. */
  function connect(frame: HTMLIFrameElement, origin: string, nonce: string): MessagePort[] {
    const ports: MessagePort[] = []
    stops.push(connectFrame(frame, origin, nonce, (port) => ports.push(port)))
    return ports
  }

  it('gives each document of the frame a port of its own', async () => {
    const frame = createFrame('n')
    const ports = connect(frame, WALLET_ORIGIN, 'n')
    document.body.append(frame)
    await until(() => ports.length)
    frame.src = frame.src.replace('/frame#', '/frame?again#')
    await until(() => ports.length === 2)
    expect(ports[0] === ports[1]).to.be.false
  })

  it('hears from a document that is gone that it is going, at its origin, and nothing else', () => {
    const heard: string[] = []
    const source = createFrame('n')
    document.body.append(source)
    const expected = { source: source.contentWindow, origin: WALLET_ORIGIN }
    for (const type of ['unloading', 'leaving', 'result'] as const) {
      stops.push(listen(type, expected, () => heard.push(type)))
    }
    for (const [type, origin, from] of [
      ['unloading', WALLET_ORIGIN, null],
      ['unloading', location.origin, null],
      ['unloading', WALLET_ORIGIN, window],
      ['leaving', WALLET_ORIGIN, null],
      ['result', WALLET_ORIGIN, null],
    ] as const) {
      const data = { protocol: PROTOCOL, type, state: 's' }
      window.dispatchEvent(new MessageEvent('message', { data, origin, source: from }))
    }
    expect(heard).to.deep.equal(['unloading'])
  })

  for (const [what, expected, nonce] of [
    ['another origin', `http://other.localhost:${location.port}`, 'n'],
    ['a suffix of the origin', WALLET_ORIGIN.slice(0, -1), 'n'],
    ['the origin with a slash', `${WALLET_ORIGIN}/`, 'n'],
    ['any origin', '*', 'n'],
    ['another nonce', WALLET_ORIGIN, 'm'],
  ] as const) {
    it(`gives no port if it expects ${what}`, async () => {
      const frame = createFrame('n')
      const heard: unknown[] = []
      const listener = ({ data }: MessageEvent) => heard.push(data)
      window.addEventListener('message', listener)
      stops.push(() => window.removeEventListener('message', listener))
      const ports = connect(frame, expected, nonce)
      document.body.append(frame)
      await until(() => heard.length)
      expect(ports).to.deep.equal([])
    })
  }

  it('gives no port to another window at the right origin', async () => {
    const [ours, theirs] = [createFrame('other'), createFrame('n')]
    const ports = connect(ours, WALLET_ORIGIN, 'n')
    document.body.append(ours, theirs)
    await Promise.all([loaded(ours), loaded(theirs)])
    expect(ports).to.deep.equal([])
  })

  it('greets no page but the one in its address', async () => {
    const heard: unknown[] = []
    const listener = ({ data }: MessageEvent) => heard.push(data)
    window.addEventListener('message', listener)
    stops.push(() => window.removeEventListener('message', listener))
    const frame = createFrame('n', 'https://another.example')
    document.body.append(frame)
    await loaded(frame)
    expect(heard).to.deep.equal([])
  })

  it('ignores what is no message of ours', async () => {
    const heard: unknown[] = []
    const expected = { source: window, origin: location.origin }
    stops.push(listen('hello', expected, (message) => heard.push(message)))
    const hello = { protocol: PROTOCOL, type: 'hello', nonce: 'n' }
    for (const data of [
      null,
      'hello',
      7,
      [],
      {},
      { ...hello, protocol: 'wallet-embed/0' },
      { ...hello, type: 'connect' },
      { ...hello, nonce: { toString: () => 'n' }.toString },
      { ...hello, nonce: 7 },
      hello,
    ]) {
      try {
        window.postMessage(data, location.origin)
      } catch {
        // A function cannot be posted at all.
      }
    }
    await until(() => heard.length)
    expect(heard).to.deep.equal([{ nonce: 'n' }])
  })
})
