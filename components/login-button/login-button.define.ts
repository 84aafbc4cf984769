import { register } from '../register.js'
import { LoginButton } from './login-button.js'

register('login-button', LoginButton)

declare global {
  interface HTMLElementTagNameMap {
    'login-button': LoginButton
  }
}

export type { LoginClient } from '../../src/login-client.js'
export type * from '../../src/shared/options.js'
export type * from '../events.js'
export { LoginButton }
