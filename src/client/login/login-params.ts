/** Arguments of the login client. What the login window reads as well is checked there, with schemas. */
import { WalletError } from '../../shared/errors.js'
import {
  APP_STATE_MAX,
  type IdTokenOptions,
  type LoginClientOptions,
  type LoginParams,
  type LogoutParams,
  SESSION_TIME_MAX,
} from '../../shared/options.js'
import { warnOfUnknown } from '../unknown-names.js'

/** Types of all parameters, by name: each name has a single meaning. */
const TYPES = {
  string: [
    'clientId',
    'uxMode',
    'buildEnv',
    'storage',
    'mfaLevel',
    'loginProvider',
    'redirectUrl',
    'appState',
  ],
  number: ['sessionTime'],
  boolean: ['fastLogin', 'relogin', 'skipKeyOnboarding', 'getWalletKey'],
  object: ['extraLoginOptions', 'loginConfig', 'whiteLabel', 'walletUrls'],
}

/** Characters, as in the login service. */
const NONCE_MAX = 255

/** @throws {WalletError} `INVALID_ARGUMENT`, naming the parameter. */
export function checkParams(
  params: LoginParams & Omit<LoginClientOptions, 'clientId'> & LogoutParams,
): void {
  check(Object(params) === params, 'parameters: an object.')
  warnOfUnknown('option', Object.keys(params), Object.values(TYPES).flat())
  for (const [type, names] of Object.entries(TYPES)) {
    for (const name of names) {
      const value: unknown = params[name as keyof typeof params]
      const isRight = value === undefined || (value !== null && typeof value === type)
      check(isRight, `${name}: a value of type ${type}.`)
    }
  }
  const { appState = '' } = params
  check(appState.length <= APP_STATE_MAX, `appState: at most ${APP_STATE_MAX} characters.`)
}

/** @throws {WalletError} `INVALID_ARGUMENT`, naming the option. */
export function checkOptions(options: LoginClientOptions): void {
  checkParams(options)
  const { clientId, uxMode, storage, sessionTime = 1 } = options
  check(clientId, 'clientId: a text.')
  check([undefined, 'popup', 'redirect'].includes(uxMode), 'uxMode: popup or redirect.')
  check([undefined, 'local', 'session'].includes(storage), 'storage: local or session.')
  const isTime = sessionTime > 0 && sessionTime <= SESSION_TIME_MAX
  check(isTime, `sessionTime: at most ${SESSION_TIME_MAX} seconds.`)
}

/**
 * A misspelt name is refused: a token without its nonce could be used again.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the option.
 */
export function checkIdTokenOptions(options: IdTokenOptions): void {
  check(Object(options) === options, 'parameters: an object.')
  for (const [name, value] of Object.entries(options)) {
    check(name === 'nonce', `${name}: unknown; there is nonce.`)
    const isRight =
      value === undefined || (typeof value === 'string' && value && value.length <= NONCE_MAX)
    check(isRight, `nonce: a text of 1 to ${NONCE_MAX} characters.`)
  }
}

/**
 * A redirect target, made absolute.
 *
 * @throws {WalletError} `INVALID_ARGUMENT` if it is not a page's URL: a script, for instance.
 */
export function pageUrl(redirectUrl: string): string {
  const isUrl = URL.canParse(redirectUrl, location.href)
  const href = isUrl ? new URL(redirectUrl, location.href).href : ''
  check(/^https?:/.test(href), 'redirectUrl: the URL of a page.')
  return href
}

function check(isRight: unknown, expected: string): void {
  if (!isRight) throw new WalletError('INVALID_ARGUMENT', expected)
}
