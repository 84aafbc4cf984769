/** The package's entry. Importing it does nothing: no element is registered, no window is touched. */

export type {
  LoginRequest,
  SignedIn,
  SignInFields,
  SignInRequest,
} from '../components/wallet-embed/login-window.js'
export type { WalletEvents } from './client/frame/connection.js'
export type { WalletSnapshot } from './client/frame/snapshot.js'
export type { ProviderDetail } from './client/provider/announce.js'
export type { Provider, ProviderEvents } from './client/provider/provider.js'
export type {
  CallFailure,
  CallsStatus,
  Connected,
  RequestArguments,
  RequestFunction,
  RequestResults,
  WalletPermission,
} from './client/provider/request.js'
export { LoginClient, type LoginClientEvents } from './login-client.js'
export {
  ProviderRpcError,
  WALLET_ERROR_CODES,
  WalletError,
  type WalletErrorCode,
} from './shared/errors.js'
export * from './shared/options.js'
export { Wallet } from './wallet.js'
