/** Checked by the compiler alone: the interface's own names, and what is closed in it and what is open. */
import {
  type BaseLogoutParams,
  type BaseRedirectParams,
  type ExtraLoginOptions,
  LOGIN_PROVIDER,
  type LOGIN_TYPE,
  LOGIN_TYPES,
  type LoginClient,
  type LoginConfig,
  type LoginUserInfo,
  type NetworkInterface,
} from '../../src/index.js'

const logout: BaseLogoutParams & BaseRedirectParams = {
  clientId: 'demo',
  fastLogin: true,
  redirectUrl: 'https://shop.example/',
  appState: 'cart',
}
export const leave = (client: LoginClient) => client.logout(logout)
export const type: LOGIN_TYPE = 'email-password'
LOGIN_TYPES satisfies readonly LOGIN_TYPE[]
// @ts-expect-error There is no such type.
export const noType: LOGIN_TYPE = 'myspace'
export const config: LoginConfig = {
  acme: { typeOfLogin: 'jwt', jwtParameters: { domain: 'tenant.example' } },
  google: { showOnModal: false },
}

// Open: names that are known are offered, and any other text may be one.
export const networks: NetworkInterface[] = [{ host: 'matic' }, { host: 'https://node.example' }]
export const extra: ExtraLoginOptions = { display: 'touch', prompt: 'select_account' }
export const other: ExtraLoginOptions = { display: 'tv', prompt: 'create', tenant: 7 }
export const isGoogle = ({ typeOfLogin }: LoginUserInfo) => typeOfLogin === LOGIN_PROVIDER.GOOGLE
// @ts-expect-error A number is none.
export const noPrompt: ExtraLoginOptions = { prompt: 1 }
