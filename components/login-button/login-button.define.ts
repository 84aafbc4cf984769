import { register } from '../register.js'
import { LoginButton } from './login-button.js'

register('login-button', LoginButton)

declare global {
  interface HTMLElementTagNameMap {
    'login-button': LoginButton
  }
}

export type * from '../events.js'
export { LoginButton }
