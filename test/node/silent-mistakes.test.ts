/** What a page asks for in vain, and the line of the console that says what to do. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it, mock } from 'node:test'

import { tellMistakes } from '../../components/login-button/mistakes.js'
import { warnOfUnknownKeys } from '../../src/app/sites/unknown-keys.js'
import { Connection } from '../../src/client/frame/connection.js'

const lines: unknown[] = []
mock.method(console, 'warn', (line: unknown) => lines.push(line))
beforeEach(() => void lines.splice(0))

describe('the console has a line', () => {
  it('for a listener of the provider’s for an event that there is not', () => {
    const { provider } = new Connection()
    provider.on('accountsChanged', () => {})
    assert.deepEqual(lines, [])
    provider.on('accountChanged' as 'accountsChanged', () => {})
    provider.once('networkChanged' as 'chainChanged', () => {})
    const all = 'connect, disconnect, chainChanged, accountsChanged, message'
    assert.deepEqual(lines, [
      `wallet-embed: unknown event accountChanged; there are ${all}.`,
      `wallet-embed: unknown event networkChanged; there are ${all}.`,
    ])
    provider.off('accountChanged' as 'accountsChanged', () => {})
    assert.equal(lines.length, 2)
  })

  it('soon, for requests before init, and one for all', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const { provider } = new Connection()
    for (const method of ['eth_accounts', 'eth_requestAccounts']) {
      provider.request({ method }).catch(() => {})
    }
    context.mock.timers.tick(1_999)
    assert.deepEqual(lines, [])
    context.mock.timers.tick(1)
    assert.deepEqual(lines, ['wallet-embed: requests wait: call init().'])
  })

  it('for an attribute of the tag that looks like one that it reads, and for no other', () => {
    const known = ['network', 'wallet-url', 'skip-key-onboarding', 'theme', 'language']
    const own = ['network', 'class', 'lang', 'title', 'data-v-7', '_ngcontent-abc', 'hidden']
    warnOfUnknownKeys('init', { attributes: [own, known] })
    assert.deepEqual(lines, [])
    const wrong = ['netwrok', 'skipkeyonboarding']
    warnOfUnknownKeys('init', { attributes: [[...own, ...wrong], known] })
    assert.deepEqual(lines.splice(0), [
      'wallet-embed: attribute netwrok: unknown, did you mean network?',
      'wallet-embed: attribute skipkeyonboarding: unknown, did you mean skip-key-onboarding?',
    ])
    for (const attributes of [7, null, [7, known], [[7], known], [own], [wrong, wrong, wrong]]) {
      warnOfUnknownKeys('init', { attributes })
    }
    assert.deepEqual(lines, [])
  })

  it('for an attribute of the button, likewise', () => {
    const known = ['provider', 'client-id', 'ux-mode', 'build-env', 'wallet-url', 'disabled']
    const tell = (names: string[], own: object) =>
      tellMistakes({ ...own, getAttributeNames: () => names } as never, known)
    tell([...known, 'class', 'id', 'slot', 'style', 'title', 'part', 'data-id'], { clientId: 'a' })
    tell(['ux-mode'], { client: {} })
    assert.deepEqual(lines, [])
    tell(['client-id', 'walet-url', 'clientid'], { clientId: 'a' })
    tell([], {})
    assert.deepEqual(lines, [
      'login-button: attribute walet-url: unknown, did you mean wallet-url?',
      'login-button: attribute clientid: unknown, did you mean client-id?',
      'login-button needs client-id or client.',
    ])
  })

  it('for a key that a method does not have, also deep in a change while the wallet runs', () => {
    warnOfUnknownKeys('login', { verifier: 'google', login_hint: 'ann@shop.example' })
    warnOfUnknownKeys('configure', { network: { host: 'localhost' }, isNetworkAsked: true })
    warnOfUnknownKeys('logout', null)
    assert.deepEqual(lines, [])
    warnOfUnknownKeys('login', { verifer: 'google' })
    warnOfUnknownKeys('configure', { network: { host: 'localhost', chainID: 1 } })
    assert.deepEqual(lines, [
      'Wallet login: verifer: unknown, did you mean verifier?',
      'Wallet parameters: network.chainID: unknown, did you mean chainId?',
    ])
  })

  it('once for what each change brings again', () => {
    for (const theme of ['dark', 'light']) {
      warnOfUnknownKeys('configure', { theme, enabledVerifiers: { google: false } })
    }
    assert.deepEqual(lines, [
      'Wallet parameters: enabledVerifiers: deprecated; use loginConfig with showOnModal: false.',
    ])
  })

  it('for a language that the wallet does not speak', () => {
    for (const language of ['de', 'de-CH', 'zh-Hant-TW', 'EN']) {
      warnOfUnknownKeys('init', { language })
    }
    assert.deepEqual(lines, [])
    warnOfUnknownKeys('init', { language: 'tlh', whiteLabel: { defaultLanguage: 'english' } })
    const all = 'en, ar, de, es, fr, ja, ko, pt, tr, zh'
    assert.deepEqual(lines, [
      `Wallet parameters: language: not used: the wallet speaks ${all}.`,
      `Wallet parameters: whiteLabel.defaultLanguage: not used: the wallet speaks ${all}.`,
    ])
  })

  it('for a picture that the wallet’s policy does not load', () => {
    const secure = { logoDark: '', logoLight: 'https://shop.example/logo.png' }
    const local = {
      logoDark: 'data:image/png;base64,',
      logoLight: 'http://localhost:5173/logo.png',
    }
    for (const whiteLabel of [secure, local]) warnOfUnknownKeys('init', { whiteLabel })
    assert.deepEqual(lines, [])
    const whiteLabel = { ...secure, logoDark: 'http://localhost.evil.example/logo.png' }
    const loginConfig = { google: { logoHover: 'http://shop.example/logo.png' } }
    warnOfUnknownKeys('init', { whiteLabel, loginConfig })
    assert.deepEqual(lines, [
      'Wallet parameters: whiteLabel.logoDark: not shown, since it is not https.',
      'Wallet parameters: loginConfig.google.logoHover: not shown, since it is not https.',
    ])
  })
})
