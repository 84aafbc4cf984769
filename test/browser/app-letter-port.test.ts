import { expect } from '@open-wc/testing'

import { LetterPort, newSecret } from '../../src/app/windows/letter-port.js'
import { Peer } from '../../src/protocol/peer.js'
import { codeOf, until } from './support.js'

const SERVICE = 'https://login.example.test'
const NODE = { index: 1, url: 'https://node.example.test', publicKey: '0'.repeat(64) }
const CONFIG = {
  loginService: SERVICE,
  keyNetwork: { threshold: 1, groupKey: '0'.repeat(64), nodes: [NODE] },
  verifiers: {},
  chains: [],
}
const PATIENCE = 30_000

interface Letter {
  id: string
  data: string
}
type Asks = Record<string, { params: unknown; result: unknown }>

/** The login service's mailbox, which may be anybody's. */
class Mailbox {
  /** All that was left, in its order. */
  readonly left: Letter[] = []
  readonly #letters = new Map<string, string>()
  readonly #waiting = new Map<string, (data: string) => void>()
  /** It does not answer who leaves a letter, until it speaks. */
  isSilent = false
  readonly #unanswered: (() => void)[] = []
  /** Letters of which who left them has heard that they arrived. */
  told = 0
  /** What it does with a letter in the place of keeping it. */
  meddle: ((letter: Letter) => Letter[]) | undefined

  put({ id, data }: Letter): void {
    const take = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (take) take(data)
    else if (!this.#letters.has(id)) this.#letters.set(id, data)
  }

  answer = async (url: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    if (String(url).startsWith('/config.json')) return new Response(JSON.stringify(CONFIG))
    const letter = JSON.parse(String(init?.body)) as Letter
    if (String(url).endsWith('/take'))
      return new Response(JSON.stringify({ data: await this.#take(letter.id, init?.signal) }))
    expect(letter.data.length).to.be.at.most(16_384)
    this.left.push(letter)
    for (const one of this.meddle?.(letter) ?? [letter]) this.put(one)
    if (this.isSilent) await new Promise<void>((resolve) => this.#unanswered.push(resolve))
    const json = async () => {
      this.told += 1
      return {}
    }
    return Object.assign(new Response('{}'), { json })
  }

  speak(): void {
    this.isSilent = false
    for (const answer of this.#unanswered.splice(0)) answer()
  }

  #take(id: string, signal: AbortSignal | null | undefined): Promise<string> {
    const there = this.#letters.get(id)
    this.#letters.delete(id)
    if (there !== undefined) return Promise.resolve(there)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, resolve)
      signal?.addEventListener('abort', () => {
        this.#waiting.delete(id)
        reject(new DOMException('', 'AbortError'))
      })
    })
  }

  get isWaitedFor(): boolean {
    return this.#waiting.size > 0
  }
}

describe('a port of letters', () => {
  const { fetch, addEventListener, removeEventListener } = window
  let mailbox: Mailbox
  /** Ports that may still leave a letter: each listens for the end of its document until then. */
  let listening = 0
  const open: Peer<Asks>[] = []

  beforeEach(() => {
    mailbox = new Mailbox()
    window.fetch = mailbox.answer
    window.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
      if (type === 'pagehide') listening += 1
      addEventListener.call(window, type, listener)
    }
    window.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
      if (type === 'pagehide') listening -= 1
      removeEventListener.call(window, type, listener)
    }
  })
  afterEach(async () => {
    for (const peer of open.splice(0)) peer.close()
    mailbox.speak()
    // What they still leave is not the next test's.
    await until('the last letters', () => listening <= 0)
    listening = 0
    Object.assign(window, { fetch, addEventListener, removeEventListener })
  })

  /** One end, and how it ended. */
  const end = (
    side: 'frame' | 'window',
    secret: string,
    onRequest: (method: string, params: unknown) => unknown = () => null,
    arriveTime = PATIENCE,
  ) => {
    const ended: boolean[] = []
    const port = new LetterPort({
      secret,
      side,
      arriveTime,
      onEnd: (isTold) => {
        ended.push(isTold)
        peer.close()
      },
    })
    const peer = new Peer<Asks>(port, { onRequest })
    open.push(peer)
    return { peer, ended }
  }
  const both = (onRequest?: (method: string, params: unknown) => unknown) => {
    const secret = newSecret()
    return { secret, frame: end('frame', secret, onRequest), window: end('window', secret) }
  }

  it('carries questions and answers, with what a structured clone keeps', async () => {
    const said = {
      amount: 12345678901234567890n,
      bytes: new Uint8Array([0, 255, 7]),
      text: 'n1',
      nothing: null,
      list: ['b', 't', '', 1.5, true, { $: 'n9', ['__proto__']: 'x' }],
    }
    const { window } = both((method, params) => ({ method, params }))
    const answer = (await window.peer.request('echo', said, PATIENCE)) as { params: typeof said }
    expect(answer).to.deep.equal({ method: 'echo', params: said })
    expect(answer.params.bytes).to.be.instanceOf(Uint8Array)
  })

  it('carries what is longer than a letter', async () => {
    const long = 'ß'.repeat(40_000)
    const { window } = both((_, params) => params)
    expect(await window.peer.request('echo', long, PATIENCE)).to.equal(long)
    expect(mailbox.left.length).to.be.greaterThan(10)
  })

  it('puts what is said in one turn into one letter', async () => {
    const { window } = both((_, params) => params)
    const all = [1, 2, 3, 4, 5].map((one) => window.peer.request('echo', one, PATIENCE))
    expect(await Promise.all(all)).to.deep.equal([1, 2, 3, 4, 5])
    expect(mailbox.left.length).to.equal(2)
  })

  it('leaves nothing in the mailbox that can be read, and no name twice', async () => {
    const { secret, window } = both(() => 'an answer')
    await window.peer.request('question', 'a word', PATIENCE)
    await window.peer.request('question', 'a word', PATIENCE)
    const text = JSON.stringify(mailbox.left)
    for (const word of [secret, 'question', 'a word', 'an answer']) {
      expect(text).not.to.include(word)
      expect(text).not.to.include(btoa(word).replaceAll('=', ''))
    }
    for (const part of ['id', 'data'] as const) {
      expect(new Set(mailbox.left.map((letter) => letter[part])).size).to.equal(4)
    }
  })

  it('tells the other end that it was closed, after what was said before', async () => {
    const { frame, window } = both((_, params) => {
      setTimeout(() => frame.peer.close())
      return params
    })
    expect(await window.peer.request('echo', 1, PATIENCE)).to.equal(1)
    await until(() => window.ended.length === 1)
    expect(window.ended).to.deep.equal([true])
    expect(frame.ended).to.deep.equal([])
    expect(mailbox.isWaitedFor).to.equal(false)
  })

  it('tells so while its document goes', async () => {
    const { frame, window: other } = both(() => null)
    await other.peer.request('hello', 0, PATIENCE)
    await until('both to know that their letters arrived', () => mailbox.told === 2)
    window.dispatchEvent(new Event('pagehide'))
    expect(mailbox.left.length).to.equal(4)
    expect([...frame.ended, ...other.ended]).to.deep.equal([false, false])
  })

  for (const doesArrive of [true, false]) {
    it(`tells so while its document goes, with a letter under way that ${doesArrive ? 'arrives' : 'does not'}`, async () => {
      const secret = newSecret()
      const other = end('window', secret)
      mailbox.isSilent = true
      mailbox.meddle = (letter) => (doesArrive ? [letter] : [])
      other.peer.request('hello', 0, PATIENCE).catch(() => {})
      await until(() => mailbox.left.length === 1)
      mailbox.meddle = undefined
      window.dispatchEvent(new Event('pagehide'))
      mailbox.isSilent = false
      const heard: string[] = []
      const frame = end('frame', secret, (method) => heard.push(method))
      await until(() => frame.ended.length === 1)
      expect(frame.ended).to.deep.equal([true])
      expect(heard).to.deep.equal(doesArrive ? ['hello'] : [])
    })
  }

  it('ends when nobody is there in time, and waits no more', async () => {
    const { ended } = end('frame', newSecret(), undefined, 100)
    await until(() => ended.length === 1)
    expect(ended).to.deep.equal([false])
    expect(mailbox.isWaitedFor).to.equal(false)
  })

  it('says nothing to whoever has another secret', async () => {
    const heard: string[] = []
    const { ended } = end('frame', newSecret(), (method) => heard.push(method), 300)
    const other = end('window', newSecret())
    expect(await codeOf(other.peer.request('next', null, 200))).to.equal('TIMEOUT')
    await until(() => ended.length === 1)
    expect(heard).to.deep.equal([])
  })

  // Whoever runs the mailbox, or knows what a letter is called.
  for (const [what, meddle] of [
    [
      'is changed',
      (letter: Letter) => [
        {
          ...letter,
          data: letter.data.replace(
            /.(.{9})$/,
            (all) => `${all[0] === 'A' ? 'B' : 'A'}${all.slice(1)}`,
          ),
        },
      ],
    ],
    ['is made up', (letter: Letter) => [{ ...letter, data: 'A'.repeat(80) }]],
    ['is no text of ours', (letter: Letter) => [{ ...letter, data: '***' }]],
  ] as const) {
    it(`hears nothing of a letter that ${what}, and ends`, async () => {
      const heard: string[] = []
      const { frame, window } = both((method) => heard.push(method))
      mailbox.meddle = (letter) => [...meddle(letter)]
      window.peer.request('settle', null, PATIENCE).catch(() => {})
      await until(() => frame.ended.length === 1)
      expect(frame.ended).to.deep.equal([false])
      expect(heard).to.deep.equal([])
    })
  }

  it('hears nothing twice: an earlier letter in the place of the next ends it', async () => {
    const heard: unknown[] = []
    const { frame, window } = both((_, params) => heard.push(params))
    await window.peer.request('settle', 'first', PATIENCE)
    const [first] = mailbox.left
    mailbox.meddle = (letter) => [{ id: letter.id, data: first!.data }]
    window.peer.request('settle', 'second', PATIENCE).catch(() => {})
    await until(() => frame.ended.length === 1)
    expect(heard).to.deep.equal(['first'])
  })

  it('hears nothing out of turn: a later letter in the place of an earlier ends it', async () => {
    const heard: unknown[] = []
    const { frame, window } = both((_, params) => heard.push(params))
    const held: Letter[] = []
    mailbox.meddle = (letter) => {
      held.push(letter)
      return held.length < 2 ? [] : [{ id: held[0]!.id, data: held[1]!.data }]
    }
    window.peer.request('settle', 'first', PATIENCE).catch(() => {})
    await until(() => held.length === 1)
    window.peer.request('settle', 'second', PATIENCE).catch(() => {})
    await until(() => frame.ended.length === 1)
    expect(heard).to.deep.equal([])
  })

  it('takes no letter of its own for the other’s', async () => {
    const heard: string[] = []
    const { window, frame } = both((method) => {
      heard.push(method)
      return null
    })
    let own: Letter | undefined
    mailbox.meddle = (letter) => {
      own ??= letter
      // The frame's answer is the window's own question, under the answer's name.
      return letter === own ? [letter] : [{ id: letter.id, data: own.data }]
    }
    window.peer.request('next', null, PATIENCE).catch(() => {})
    await until(() => window.ended.length === 1)
    expect(window.ended).to.deep.equal([false])
    expect(heard).to.deep.equal(['next'])
    // It tells the frame, which does not wait any longer.
    await until(() => frame.ended.length === 1)
  })
})
