/** The browser's dialogue about passkeys, with its virtual authenticator; and what is kept of them. */
import { expect, fixture, html } from '@open-wc/testing'
import { executeServerCommand } from '@web/test-runner-commands'
import { render, type TemplateResult } from 'lit'
import type { Screen } from '../../src/app/screens/base/screen.js'
import type { PasskeyStatus } from '../../src/app/screens/sign-in/passkey.js'
import { signInWithPasskey } from '../../src/app/screens/sign-in/passkey-login.js'
import { createPasskey, usePasskey } from '../../src/app/sign-in/passkeys/ceremony.js'
import {
  admit,
  decline,
  dismiss,
  findPasskey,
  forgetPasskey,
  hasDeclined,
  keepPasskey,
  knownPasskeys,
  mayLoginFast,
  passkeysFor,
} from '../../src/app/sign-in/passkeys/known-passkeys.js'
import { wrap } from '../../src/app/sign-in/passkeys/wrap.js'
import '../../src/app/screens/sign-in/passkey.js'
import '../../src/app/screens/settings/passkeys.js'
import { unwrapSecret, wrapSecret } from '../../src/keys/passkey.js'
import { toBase64Url } from '../../src/shared/encoding.js'
import { WalletError } from '../../src/shared/errors.js'
import { ADDRESS, buttonOf, fakeSigner, OTHER, signedIn, USER } from './app-support.js'
import { codeOf, until } from './support.js'

const ITEM = 'wallet-embed:passkeys'
const DAY = 86_400_000
const devtools = <T>(method: string, params: object = {}) =>
  executeServerCommand<T, object>('devtools', { method, params })
const DEVICE = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_0',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
  hasPrf: true,
}

describe('a passkey', () => {
  let authenticatorId = ''
  const plugIn = async (own: object = {}) => {
    const options = { ...DEVICE, ...own }
    const added = await devtools<{ authenticatorId: string }>('WebAuthn.addVirtualAuthenticator', {
      options,
    })
    authenticatorId = added.authenticatorId
  }

  beforeEach(async () => {
    // The page may have had one for another file of tests.
    await devtools('WebAuthn.disable')
    await devtools('WebAuthn.enable', { enableUI: false })
  })
  after(() => devtools('WebAuthn.disable'))

  it('gives the same 32 bytes each time, and another passkey others', async () => {
    await plugIn()
    const made = await createPasskey('account', 'Sample', 'Wallet')
    expect(made.output.length).to.equal(32)
    const used = await usePasskey()
    expect(used).to.deep.equal({ ...made, kind: 'account' })
    const other = await createPasskey('device', 'Sample', 'Wallet')
    expect(other.output).to.not.deep.equal(made.output)
    expect(await usePasskey([other.credentialId])).to.deep.equal({ ...other, kind: 'device' })
  })

  it('that answers only when it is used, as security keys do, is used at once', async () => {
    await plugIn({ hasPrf: false, hasHmacSecret: true, transport: 'usb' })
    const { output, credentialId } = await createPasskey('account', 'Sample', 'Wallet')
    expect((await usePasskey([credentialId])).output).to.deep.equal(output)
  })

  it('that is of no use is not left on the device', async () => {
    const { get } = navigator.credentials
    const left = async () => {
      const { credentials } = await devtools<{ credentials: object[] }>('WebAuthn.getCredentials', {
        authenticatorId,
      })
      return credentials.length
    }
    const person = { addresses: [ADDRESS], userInfo: USER } as never
    await plugIn()
    const { signer } = fakeSigner({ wrap: new WalletError('NOT_LOGGED_IN') })
    expect(await codeOf(wrap(signer, person))).to.equal('NOT_LOGGED_IN')
    await until('an empty device', async () => !(await left()), 3_000)
    await devtools('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    await plugIn({ hasPrf: false, hasHmacSecret: true, transport: 'usb' })
    navigator.credentials.get = async () => {
      throw new DOMException('', 'NotAllowedError')
    }
    try {
      expect(await codeOf(wrap(fakeSigner().signer, person))).to.equal('USER_REJECTED')
    } finally {
      navigator.credentials.get = get
    }
    await until('an empty device', async () => !(await left()), 3_000)
  })

  it('opens what it wrapped', async () => {
    await plugIn()
    const secret = crypto.getRandomValues(new Uint8Array(32))
    const { output, credentialId } = await createPasskey('device', 'Sample', 'Wallet')
    const wrapped = await wrapSecret(secret, output, credentialId)
    const again = await usePasskey([credentialId])
    expect(await unwrapSecret(wrapped, again.output, again.credentialId)).to.deep.equal(secret)
  })

  it('is discoverable, and demands the person’s finger, face or PIN', async () => {
    const asked: CredentialCreationOptions[] = []
    const { create } = navigator.credentials
    navigator.credentials.create = async (options) => {
      asked.push(options!)
      throw new DOMException('', 'NotAllowedError')
    }
    try {
      expect(await codeOf(createPasskey('account', 'Sample', 'Wallet'))).to.equal('USER_REJECTED')
    } finally {
      navigator.credentials.create = create
    }
    const { rp, authenticatorSelection, attestation } = asked[0]!.publicKey!
    expect(rp).to.deep.equal({ id: location.hostname, name: 'Wallet' })
    expect(authenticatorSelection).to.deep.equal({
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    })
    expect(attestation).to.equal('none')
  })

  it('without a pseudo-random function is PASSKEY_UNAVAILABLE', async () => {
    await plugIn({ hasPrf: false })
    expect(await codeOf(createPasskey('account', 'Sample', 'Wallet'))).to.equal(
      'PASSKEY_UNAVAILABLE',
    )
  })

  it('that wraps what another browser keeps opens no account of its own, and says so', async () => {
    await plugIn()
    await createPasskey('device', 'Sample', 'Wallet')
    const place = await fixture<HTMLElement>(html`<div></div>`)
    const { signer, asked } = fakeSigner()
    const dialog = { signer, site: null, application: '', locale: 'en' }
    const show = (content: TemplateResult) => render(content, place)
    const outcome = codeOf(signInWithPasskey({ ...dialog, show }, false))
    const inside = () => place.querySelector('we-passkey')!.shadowRoot!
    const press = async (name: string) => {
      const named = () =>
        [...inside().querySelectorAll('button')].find((one) => one.textContent === name)
      await until(named)
      named()!.click()
    }
    await press('Use a passkey')
    await until(() => inside().querySelector('[role=alert]'))
    expect(inside().textContent).to.include('only signs in faster where it was made')
    expect(asked).to.deep.equal([])
    await press('Cancel')
    expect(await outcome).to.equal('USER_REJECTED')
  })

  it('that nobody confirms, or that is not there, is USER_REJECTED', async () => {
    await plugIn({ isUserVerified: false })
    expect(await codeOf(createPasskey('account', 'Sample', 'Wallet'))).to.equal('USER_REJECTED')
    await devtools('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    await plugIn()
    expect(await codeOf(usePasskey())).to.equal('USER_REJECTED')
  })

  it('is PASSKEY_UNAVAILABLE in a browser without WebAuthn', async () => {
    const { PublicKeyCredential } = window
    Reflect.deleteProperty(window, 'PublicKeyCredential')
    try {
      expect(await codeOf(usePasskey())).to.equal('PASSKEY_UNAVAILABLE')
    } finally {
      window.PublicKeyCredential = PublicKeyCredential
    }
  })
})

describe('what a browser keeps of passkeys', () => {
  const wrapped = { version: 1 as const, iv: 'iv', data: 'data' }
  const id = (byte: number) => Uint8Array.of(byte)
  const keep = (byte: number, address: `0x${string}` = ADDRESS) =>
    keepPasskey({ credentialId: id(byte), kind: 'device', address, userInfo: USER, wrapped })
  beforeEach(() => localStorage.removeItem(ITEM))
  after(() => localStorage.removeItem(ITEM))

  it('is for the applications that logged the account in, and for no other', () => {
    keep(1)
    expect(admit(ADDRESS, 'shop')).to.be.true
    expect(admit(OTHER, 'forum')).to.be.false
    expect(passkeysFor('shop')).to.deep.equal([id(1)])
    expect(passkeysFor('forum')).to.deep.equal([])
  })

  it('goes with the last application that logs out', () => {
    keep(1)
    admit(ADDRESS, 'shop')
    admit(ADDRESS, 'forum')
    dismiss('shop')
    expect(passkeysFor('shop')).to.deep.equal([])
    expect(passkeysFor('forum').length).to.equal(1)
    dismiss('forum')
    expect(knownPasskeys()).to.deep.equal([])
    expect(localStorage.getItem(ITEM)).to.equal(null)
  })

  it('is not offered once more where a further account is in use', async () => {
    const session = { addresses: [ADDRESS, OTHER], chosen: OTHER }
    const { app } = signedIn({ site: null }, session)
    const list = () => fixture(html`<we-passkeys .app=${app}></we-passkeys>`)
    expect(!!buttonOf(await list(), 'Add a passkey')).to.equal(true)
    keep(1)
    expect(!!buttonOf(await list(), 'Add a passkey')).to.equal(false)
  })

  it('is made once by two quick presses', async () => {
    const { app } = signedIn({ site: null })
    let made = 0
    Object.defineProperty(app, 'addPasskey', { value: async () => made++ })
    const list = await fixture(html`<we-passkeys .app=${app}></we-passkeys>`)
    for (let press = 0; press < 2; press++) buttonOf(list, 'Add a passkey').click()
    expect(made).to.equal(1)
  })

  it('asks before it is removed, with the focus where that is answered', async () => {
    keep(1)
    const list = await fixture<Screen>(html`<we-passkeys></we-passkeys>`)
    const press = (name: string) => buttonOf(list, name).click()
    const focused = () => (list.renderRoot as ShadowRoot).activeElement?.textContent?.trim()
    press('Remove')
    await until(() => focused() === 'Cancel')
    press('Cancel')
    await until(() => focused() === 'Passkeys')
    expect(knownPasskeys().length).to.equal(1)
    press('Remove')
    await until(() => focused() === 'Cancel')
    press('Remove')
    await until(() => focused() === 'Passkeys')
    expect(knownPasskeys().length).to.equal(0)
  })

  it('stays where any site may have told of the logout, and logs in no more by itself', () => {
    keep(1)
    admit(ADDRESS, 'shop')
    const request = { clientId: 'shop', fastLogin: true }
    expect(mayLoginFast(request, false)).to.equal(true)
    const after = { ...request, lastLogout: 'plain' } as const
    expect(mayLoginFast(after, false)).to.equal(false)
    expect(passkeysFor('shop')).to.deep.equal([id(1)])
    expect(mayLoginFast(after, true)).to.equal(false)
    expect(knownPasskeys()).to.deep.equal([])
  })

  it('stays at a logout of an application that never had it', () => {
    keep(1)
    dismiss('shop')
    expect(knownPasskeys().length).to.equal(1)
  })

  it('is one wrapped secret for an account: a new one takes the place of the old', () => {
    keep(1)
    admit(ADDRESS, 'shop')
    keep(2)
    keep(3, OTHER)
    expect(findPasskey(id(1))).to.equal(undefined)
    expect(passkeysFor('shop')).to.deep.equal([id(2)])
    expect(knownPasskeys().length).to.equal(2)
  })

  it('is discarded on the device with its entry, unless it is the account', () => {
    const told: string[] = []
    const credentials = PublicKeyCredential as unknown as Record<string, unknown>
    const { signalUnknownCredential } = credentials
    credentials.signalUnknownCredential = async (about: { credentialId: string }) =>
      told.push(about.credentialId)
    try {
      keep(1)
      keep(2)
      admit(ADDRESS, 'shop')
      dismiss('shop')
      keepPasskey({
        ...{ credentialId: id(3), kind: 'account', address: OTHER },
        ...{ userInfo: USER, wrapped: null },
      })
      forgetPasskey(toBase64Url(id(3)))
    } finally {
      credentials.signalUnknownCredential = signalUnknownCredential
    }
    expect(told).to.deep.equal([toBase64Url(id(1)), toBase64Url(id(2))])
    expect(knownPasskeys()).to.deep.equal([])
  })

  it('is forgotten after 90 days without use, and when it is removed', () => {
    keep(1)
    const stored = JSON.parse(localStorage.getItem(ITEM)!)
    stored.passkeys[0].used = Date.now() - 91 * DAY
    localStorage.setItem(ITEM, JSON.stringify(stored))
    expect(knownPasskeys()).to.deep.equal([])
    keep(2)
    forgetPasskey(knownPasskeys()[0]!.id)
    expect(knownPasskeys()).to.deep.equal([])
  })

  it('is nothing where it cannot be read', () => {
    for (const text of ['', '{', '{"passkeys":[{"id":1}],"declined":[]}']) {
      localStorage.setItem(ITEM, text)
      expect(knownPasskeys()).to.deep.equal([])
    }
  })

  it('of a later build hides no other, and stays', () => {
    keep(1)
    const { passkeys, declined } = JSON.parse(localStorage.getItem(ITEM)!)
    const later = { ...passkeys[0], id: 'later', wrapped: { version: 2 } }
    localStorage.setItem(ITEM, JSON.stringify({ passkeys: [...passkeys, later], declined }))
    expect(knownPasskeys().length).to.equal(1)
    decline(OTHER)
    expect(findPasskey(id(1))?.address).to.equal(ADDRESS)
    forgetPasskey(toBase64Url(id(1)))
    expect(JSON.parse(localStorage.getItem(ITEM)!)).to.deep.equal({
      ...{ passkeys: [later], declined: [OTHER] },
    })
  })

  it('has who said no', () => {
    expect(hasDeclined(ADDRESS)).to.be.false
    decline(ADDRESS)
    expect([hasDeclined(ADDRESS), hasDeclined(OTHER)]).to.deep.equal([true, false])
  })
})

describe('the screen that asks for a passkey', () => {
  const person = 'sample.one@example.test'
  const STATUSES: [PasskeyStatus, string, string[]][] = [
    [
      { name: 'choose' },
      'the account is lost, unless you have saved its recovery phrase',
      ['Use a passkey', 'Create a passkey', 'Sign in another way', 'Cancel'],
    ],
    [{ name: 'choose', problem: 'none' }, 'it was cancelled', ['Use a passkey']],
    [{ name: 'choose', problem: 'foreign' }, 'where it was made', ['Use a passkey']],
    [{ name: 'known', person }, person, ['Use a passkey', 'Sign in another way']],
    [{ name: 'offer', person }, 'by finger, face or PIN', ['Create a passkey', 'Not now']],
    [{ name: 'busy' }, 'Follow what it shows', []],
    [{ name: 'unavailable' }, 'cannot keep the key', ['Sign in another way', 'Cancel']],
  ]
  for (const [status, text, buttons] of STATUSES) {
    const what = 'problem' in status ? `${status.name}, ${status.problem}` : status.name
    it(`says what to do and is accessible: ${what}`, async () => {
      const nothing = () => {}
      const screen =
        await fixture(html`<we-passkey .status=${status} site="https://shop.example.test"
        application="Shop" .onUse=${nothing} .onCreate=${nothing} .onOther=${nothing}
        .onCancel=${nothing}></we-passkey>`)
      expect(screen.shadowRoot!.textContent).to.include(text)
      const names = [...screen.shadowRoot!.querySelectorAll('button')].map((one) => one.textContent)
      for (const name of buttons) expect(names).to.include(name)
      await expect(screen).to.be.accessible()
    })
  }
})
