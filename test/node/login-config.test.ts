/** What a page may leave out of `loginConfig`: the wallet knows the rest. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { loginOptions, offersPasskey } from '../../src/app/sign-in/login-options.js'
import { parse } from '../../src/chain/rpc/parse.js'
import { InitParams } from '../../src/protocol/messages.js'
import type { AppConfig } from '../../src/protocol/service.js'
import { WalletError } from '../../src/shared/errors.js'
import { until } from '../support/until.js'

const VERIFIERS = {
  google: { typeOfLogin: 'google', name: 'Google' },
  'acme-people': { typeOfLogin: 'jwt', name: 'Acme' },
  'acme-mail': { typeOfLogin: 'passwordless', name: 'Mail' },
} as unknown as AppConfig['verifiers']

/** As the frame does it: by the schema, then beside what the operator has. */
const shown = (loginConfig: unknown) =>
  loginOptions(VERIFIERS, parse(InitParams, { loginConfig }, 'params'))
    .filter(({ isShown }) => isShown)
    .map(({ key, verifier }) => (key === verifier ? key : `${key} by ${verifier}`))

describe('a login of loginConfig', () => {
  it('may leave typeOfLogin out where its key says it', (context) => {
    const warn = context.mock.method(console, 'warn', () => {})
    const hidden = { showOnModal: false }
    assert.deepEqual(shown({ google: hidden }), ['acme-people', 'acme-mail'])
    assert.deepEqual(shown({ 'acme-people': hidden }), ['google', 'acme-mail'])
    // The interface's own names, of which the operator has none.
    assert.deepEqual(shown({ kakao: hidden, reddit: hidden }), [
      'google',
      'acme-people',
      'acme-mail',
    ])
    assert.deepEqual(shown({ google: hidden, email_passwordless: { description: 'By mail' } }), [
      'acme-people',
      'acme-mail',
      'email_passwordless by acme-mail',
    ])
    const webauthn = parse(InitParams, { loginConfig: { webauthn: hidden } }, 'params')
    assert.equal(offersPasskey(webauthn), false)
    loginOptions(VERIFIERS, webauthn)
    assert.equal(warn.mock.callCount(), 0)
  })

  it('says on the console that the operator has none of its type, unless it is hidden', (context) => {
    const warn = context.mock.method(console, 'warn', () => {})
    shown({ reddit: { description: 'With Reddit' } })
    assert.deepEqual(
      warn.mock.calls.map(({ arguments: [text] }) => text),
      ['loginConfig.reddit: UNKNOWN_VERIFIER: no verifier of that name or of type reddit.'],
    )
  })

  it('needs a type under any other key, and a type that there is', () => {
    for (const [loginConfig, detail] of [
      [{ gogle: { showOnModal: false } }, /^loginConfig\.gogle\.typeOfLogin: needed/],
      [{ constructor: {} }, /^loginConfig\.constructor\.typeOfLogin: needed/],
      [{ google: { typeOfLogin: 'myspace' } }, /loginConfig\.google\.typeOfLogin: expected one of/],
    ] as const) {
      assert.throws(
        () => shown(loginConfig),
        (error) => WalletError.is(error, 'INVALID_ARGUMENT') && detail.test(error.detail ?? ''),
        JSON.stringify(loginConfig),
      )
    }
  })

  it('goes by the verifier that has its client id, and says so of one that no verifier has', async (context) => {
    const warn = context.mock.method(console, 'warn', () => {})
    const issuer = 'https://people.example.test'
    const google = { ...VERIFIERS.google, issuer, clientId: 'wallet' }
    const verifiers = { google, 'shop-people': { ...google, clientId: 'shop' } } as typeof VERIFIERS
    const verifierOf = (item: object) => {
      const loginConfig = { mine: { typeOfLogin: 'google', ...item } }
      const params = parse(InitParams, { loginConfig }, 'params')
      return loginOptions(verifiers, params).find(({ key }) => key === 'mine')?.verifier
    }
    assert.equal(verifierOf({}), 'google')
    assert.equal(verifierOf({ clientId: 'shop' }), 'shop-people')
    const jwtParameters = { domain: 'people.example.test', client_id: 'shop' }
    assert.equal(verifierOf({ jwtParameters }), 'shop-people')
    assert.equal(verifierOf({ clientId: 'strange' }), 'google')
    await until('the line', () => warn.mock.callCount())
    assert.deepEqual(
      warn.mock.calls.map(({ arguments: [text] }) => text),
      ["loginConfig.mine: clientId is the wallet's operator's to set, and is another."],
    )
  })
})
