/** The interface's lists and defaults, letter for letter. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  BUILD_ENVS,
  BUTTON_POSITIONS,
  DEVELOPMENT_WALLET_URL,
  LOGIN_PROVIDER,
  LOGIN_TYPES,
  THEMES,
} from '../../src/index.js'

describe('the constants of the interface', () => {
  it('are the corners', () => {
    assert.deepEqual(BUTTON_POSITIONS, ['top-left', 'top-right', 'bottom-right', 'bottom-left'])
  })

  it('are the build environments, one of them on this machine', () => {
    const known = ['production', 'development', 'staging', 'testing', 'binance', 'lrc', 'beta']
    assert.deepEqual(BUILD_ENVS, known)
    assert.equal(new URL(DEVELOPMENT_WALLET_URL).port, '4050')
  })

  it('are the themes', () => {
    assert.deepEqual(THEMES, ['light', 'dark', 'auto'])
  })

  it('are the types of login', () => {
    const known = ['google', 'facebook', 'reddit', 'discord', 'twitch', 'apple', 'github']
    const more = ['linkedin', 'twitter', 'weibo', 'line', 'jwt', 'email-password', 'passwordless']
    assert.deepEqual(LOGIN_TYPES, [...known, ...more])
  })

  it('are the login providers, by name', () => {
    assert.deepEqual(LOGIN_PROVIDER, {
      GOOGLE: 'google',
      FACEBOOK: 'facebook',
      REDDIT: 'reddit',
      DISCORD: 'discord',
      TWITCH: 'twitch',
      APPLE: 'apple',
      LINE: 'line',
      GITHUB: 'github',
      KAKAO: 'kakao',
      LINKEDIN: 'linkedin',
      TWITTER: 'twitter',
      WEIBO: 'weibo',
      WECHAT: 'wechat',
      EMAIL_PASSWORDLESS: 'email_passwordless',
      WEBAUTHN: 'webauthn',
    })
  })
})
