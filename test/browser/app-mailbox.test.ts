import { expect } from '@open-wc/testing'

import { awaitLetter, leaveLetter, seal, unseal } from '../../src/app/windows/mailbox.js'
import { letterId } from '../../src/shared/mailbox.js'
import { codeOf } from './support.js'

const STATE = 'a'.repeat(22)
const SERVICE = 'https://login.example.test/'

describe('a letter', () => {
  const { fetch } = window
  const asked: { url: string; body: Record<string, string> }[] = []
  /** The service answers in turn. */
  const serve = (...answers: unknown[]) => {
    asked.length = 0
    window.fetch = async (url, init) => {
      asked.push({ url: String(url), body: JSON.parse(String(init?.body)) })
      return new Response(JSON.stringify(answers.shift()))
    }
  }
  afterEach(() => {
    window.fetch = fetch
  })

  it('lies under a name that does not tell the state, and is ciphertext', async () => {
    serve({})
    await leaveLetter(SERVICE, STATE, await seal('?code=secret', STATE))
    expect(asked[0]!.url).to.equal('https://login.example.test/mailbox')
    expect(asked[0]!.body.id).to.match(/^[\w-]{43}$/)
    expect(JSON.stringify(asked)).not.to.include(STATE)
    expect(JSON.stringify(asked)).not.to.include('secret')
  })

  it('is opened by who knows the state, and by nobody else', async () => {
    const data = await seal('?code=secret', STATE)
    expect(await seal('?code=secret', STATE)).not.to.equal(data)
    expect(await unseal(data, STATE)).to.equal('?code=secret')
    expect(await codeOf(unseal(data, 'b'.repeat(22)))).to.equal('TOKEN_MALFORMED')
    expect(await codeOf(unseal('', STATE))).to.equal('TOKEN_MALFORMED')
  })

  it('is waited for through answers that are none', async () => {
    serve({ data: null }, { error: { code: 'SERVICE_UNAVAILABLE' } }, { data: 'ciphertext' })
    const { signal } = new AbortController()
    expect(await awaitLetter(SERVICE, STATE, signal)).to.equal('ciphertext')
    expect(asked.length).to.equal(3)
    expect(asked[0]).to.deep.equal({
      url: 'https://login.example.test/mailbox/take',
      body: { id: await letterId(STATE) },
    })
  })

  it('is waited for until the one who waits gives up', async () => {
    const abort = new AbortController()
    window.fetch = async () => {
      abort.abort()
      throw new TypeError('no network')
    }
    expect(await codeOf(awaitLetter(SERVICE, STATE, abort.signal))).to.equal('ABORTED')
  })
})
