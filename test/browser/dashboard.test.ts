/** The page of the operators' dashboard, in each engine; the program behind it is in test/programs/dashboard.test.ts. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'

import '../../src/dashboard/dashboard.js'
import { everything, until } from './support.js'

const VERSION = 'a'.repeat(64)
const SESSION = {
  ...{ name: 'session-1', until: '2030-01-01T00:00:00.000Z' },
  ...{ hasAudit: true, hasNetwork: true, hasWallet: true },
}
const VERIFIER = {
  ...{ id: 'github', name: 'GitHub', typeOfLogin: 'github', protocol: 'oidc' },
  ...{ issuer: 'https://github.example', clientId: 'ours', verifierIdField: 'sub' },
  ...{ isVerifierIdCaseSensitive: true, isVerifierIdVerified: false },
}
const NAME = '<img src=x onerror="window.hasRun = true">'
const SHOP = { id: 'shop', name: NAME, origins: [], redirectUrls: [], permissions: [] }
const REGISTRY = {
  version: VERSION,
  applications: [{ ...SHOP, approvals: {} }],
  verifiers: [VERIFIER],
}
const NODE = { url: 'https://node.example', publicKey: 'b'.repeat(64) }
const FAULT = 'proves another share than the published one: another generation'
const RUNS = 'version 1.2.3 (0a1b2c3d), share 1-2'
const DIFFERENCE = 'reads registry 0a1b2c3d, which most nodes do not'
const ANSWERS: Record<string, unknown> = {
  'GET session': SESSION,
  'GET registry': REGISTRY,
  'GET errors?hours=24': { since: SESSION.until, codes: [] },
  'GET nodes': {
    threshold: 1,
    nodes: [
      { index: 1, ...NODE, says: RUNS, differences: [DIFFERENCE], notes: [] },
      { index: 2, ...NODE, fault: FAULT, differences: [], notes: [] },
    ],
  },
}

interface Asked {
  method: string
  path: string
  body: Record<string, unknown>
  version: string | null
}

describe('the page of the dashboard', () => {
  const real = globalThis.fetch
  /** Writes that the page sent. */
  let asked: Asked[]
  /** Paths that the page looked at. */
  let looked: string[]
  /** What a look is answered, in the place of the usual. */
  let own: Record<string, () => Response | Promise<Response>>
  /** What the next write is answered. */
  let answer: { status: number; body: unknown }

  beforeEach(async () => {
    asked = []
    looked = []
    own = {}
    answer = { status: 200, body: { version: VERSION, notes: [], needsSignal: false } }
    location.hash = ''
    globalThis.fetch = async (url, { method = 'GET', body, headers } = {}) => {
      const path = String(url).replace('/api/', '')
      if (method === 'GET') {
        looked.push(path)
        return own[path]?.() ?? Response.json(ANSWERS[`GET ${path}`])
      }
      const version = new Headers(headers).get('if-match')
      asked.push({ method, path, body: JSON.parse(String(body ?? '{}')), version })
      return Response.json(answer.body, { status: answer.status })
    }
    await fixture(html`<we-dashboard></we-dashboard>`)
    await until('the section', () => textOf('h1').includes('Applications'))
  })
  afterEach(() => {
    fixtureCleanup()
    globalThis.fetch = real
    location.hash = ''
  })

  const all = (selector: string) =>
    [...everything(document.body)].filter((one) => one.matches(selector))
  const textOf = (selector: string) => all(selector).map((one) => one.textContent.trim())

  const focused = (): Element | null => {
    let at = document.activeElement
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    return at
  }
  const nameOf = (element: Element | null): string => {
    const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent
    return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim()
  }
  const goTo = async (name: string) => {
    for (let presses = 0; presses < 60; presses++) {
      if (nameOf(focused()) === name) return
      await sendKeys({ press: 'Tab' })
    }
    throw new Error(`Tab never gets to ${name}.`)
  }
  const press = async (name: string) => {
    await goTo(name)
    await sendKeys({ press: 'Enter' })
  }
  const type = async (label: string, text: string) => {
    await goTo(label)
    await sendKeys({ type: text })
  }
  const said = (text: string) => until(text, () => textOf('[role=status]').join().includes(text))
  const isAccessible = () => expect(document.querySelector('we-dashboard')).to.be.accessible()

  it('registers an application by keyboard, in the version that it shows', async () => {
    await press('Add an application')
    await type('Client id', 'new')
    await type('Name', 'New')
    await type('Origins', 'https://new.example')
    await press('Add')
    await said('New is added.')
    expect(nameOf(focused())).to.equal('Applications')
    const [{ method, path, body, version }] = asked as [Asked]
    expect([method, path, version]).to.deep.equal(['POST', 'applications', `"${VERSION}"`])
    expect([body.id, body.origins]).to.deep.equal(['new', ['https://new.example']])
    await isAccessible()
  })

  it('shows the mistake of a verifier at its field, which has the focus', async () => {
    await press('Sign-in')
    await until('the section', () => textOf('h1').includes('Sign-in'))
    await press('Add a verifier')
    await type('Name in the registry', 'work')
    await type('Issuer', 'https://nowhere.example')
    const fields = [{ field: 'issuer', fault: 'discovery: cannot be reached' }]
    answer = {
      status: 400,
      body: { error: { code: 'INVALID_ARGUMENT', reason: 'fields', fields } },
    }
    await press('Check and add')
    await said('See what is wrong below.')
    await until('the focus', () => nameOf(focused()) === 'Issuer')
    const field = focused() as HTMLInputElement
    expect(field.value).to.equal('https://nowhere.example')
    expect(field.getAttribute('aria-invalid')).to.equal('true')
    expect(textOf('#issuer-fault')).to.deep.equal(['discovery: cannot be reached'])
    await isAccessible()
  })

  it('asks a second time before it moves people, and sends the word then', async () => {
    await press('Sign-in')
    await until('the section', () => textOf('h1').includes('Sign-in'))
    const moves = [{ verifier: 'github', sentence: 'github is gone', people: 3 }]
    const good = answer
    answer = {
      status: 409,
      body: { error: { code: 'INVALID_ARGUMENT', reason: 'moved-addresses', moves } },
    }
    await press('Remove GitHub')
    await until('the question', () => nameOf(focused()) === "This moves people's addresses")
    expect(textOf('li')).to.include('github is gone: 3 in the audit log.')
    await isAccessible()
    answer = good
    await press('Move them')
    await said('GitHub is removed.')
    expect(asked.map(({ body }) => body.accept)).to.deep.equal([undefined, ['moved-addresses']])
  })

  it('tries a login, and says what came of it', async () => {
    await press('Sign-in')
    await until('the section', () => textOf('h1').includes('Sign-in'))
    answer = { status: 200, body: { outcome: 'works', detail: 'invalid_grant' } }
    await press('Try GitHub')
    await said('GitHub works: the provider knows the client and its secret.')
    answer = { status: 200, body: { outcome: 'fails', detail: 'invalid_client' } }
    await press('Try GitHub')
    await said('Logins by GitHub fail: invalid_client')
    answer = { status: 200, body: { outcome: 'unclear', detail: '4711' } }
    await press('Try GitHub')
    await said('GitHub answers 4711.')
    expect(asked.map(({ path }) => path)).to.deep.equal(Array(3).fill('verifiers/github/trial'))
    await isAccessible()
  })

  it('shows a node whose share is not the published one', async () => {
    await press('Key nodes')
    await said('1 of 2 work. Sign-ins need 1.')
    expect(textOf('.notice.danger')).to.deep.equal([`Wrong: ${FAULT}.`])
    expect(textOf('li .notice.warning')).to.deep.equal([`Differs: ${DIFFERENCE}.`])
    expect(textOf('dd')).to.include(RUNS)
    await isAccessible()
  })

  it('signs out, and offers the ways to sign in again', async () => {
    await press('Sign out')
    await said('You are signed out.')
    expect(textOf('h1')).to.deep.equal(['Sign in'])
    await isAccessible()
  })

  it('stays signed in where the session cannot be ended', async () => {
    answer = {
      status: 503,
      body: { error: { code: 'SERVICE_UNAVAILABLE', detail: 'Not now.' } },
    }
    await press('Sign out')
    await said('Not now.')
    expect(textOf('h1')).to.deep.equal(['Applications'])
  })

  it('says that a change is saved, also where the registry cannot be read again', async () => {
    own.registry = () => Response.json({}, { status: 503 })
    await press(`Remove ${NAME}`)
    await press(`Remove ${NAME}`)
    await said('is removed.')
    expect(textOf('.notice.danger')).to.deep.equal(['INTERNAL'])
    expect(asked.length).to.equal(1)
  })

  it('shows older entries of the search that it shows, and counts of the time that it names', async () => {
    let release: (answer: Response) => void = () => {}
    own.audit = () =>
      new Promise((resolve) => {
        release = resolve
      })
    own['audit?before=1-2'] = () => Response.json({ entries: [] })
    await press('Log')
    await until('the log', () => looked.includes('audit'))
    // Neither can be done while the log is being read.
    await type('Verifier', 'google')
    await press('Search')
    const select = all('select')[0] as HTMLSelectElement
    select.value = '168'
    select.dispatchEvent(new Event('change'))
    release(Response.json({ entries: [], next: '1-2' }))
    await until('older entries', () => textOf('button').includes('Older entries'))
    expect(select.value).to.equal('24')
    expect(textOf('p')).to.include('Nothing was found so far.')
    await press('Older entries')
    await said('0 entries more.')
    expect(looked.at(-1)).to.equal('audit?before=1-2')
  })

  it('shows what is in the registry as text', async () => {
    await until('the list', () => textOf('h2').includes(NAME))
    expect(all('img').length).to.equal(0)
    expect('hasRun' in window).to.equal(false)
  })
})
