/** Checked by the compiler alone: what custom-elements.json says that comes along with the element does. */
export type {
  BuildEnv,
  LoginButton,
  LoginClient,
  LoginClientOptions,
  LoginErrorEvent,
  LoginParams,
  LoginProvider,
  LoginSuccessEvent,
} from '../../components/login-button/login-button.define.js'
