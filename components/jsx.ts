/** Types alone: what JSX may set of the elements. `react.ts`, `preact.ts` and `solid.ts` tell each framework. */
import type { LoginButtonEventMap, WalletEmbedEventMap } from './events.js'
import type { LoginButton } from './login-button/login-button.js'
import type { WalletEmbedProperties } from './wallet-embed/wallet-embed-base.js'

/** A listener's name: the event's, after `on` or the framework's own prefix. */
type Listeners<Events, Before extends string> = {
  [Name in keyof Events & string as `${Before}${Name}`]?: (event: Events[Name]) => void
}

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Name

/** Properties under their own names, and as attributes: an object as JSON. */
type Settings<Properties> = {
  [Name in keyof Properties]?: Properties[Name] | undefined
} & {
  [Name in keyof Properties & string as Kebab<Name> extends Name ? never : Kebab<Name>]?:
    | (NonNullable<Properties[Name]> extends object ? string : Properties[Name])
    | undefined
}

/** Properties of `<login-button>`. */
type LoginButtonProperties = Pick<
  LoginButton,
  'client' | 'provider' | 'params' | 'disabled' | 'clientId' | 'uxMode' | 'buildEnv' | 'walletUrl'
>

/** All properties in kebab-case: Solid puts every other name of an element's property in lower case. */
type KebabSettings<Properties> = {
  [Name in keyof Properties & string as Kebab<Name>]?: Properties[Name] | undefined
}

/** What Solid's JSX may set of the elements. */
export interface SolidProps {
  'wallet-embed': KebabSettings<WalletEmbedProperties> & Listeners<WalletEmbedEventMap, 'on:'>
  'login-button': KebabSettings<LoginButtonProperties> & Listeners<LoginButtonEventMap, 'on:'>
}

/** What JSX may set of `<wallet-embed>`. */
export type WalletEmbedProps = Settings<WalletEmbedProperties> &
  Listeners<WalletEmbedEventMap, 'on'>

/** What JSX may set of `<login-button>`. */
export type LoginButtonProps = Settings<LoginButtonProperties> &
  Listeners<LoginButtonEventMap, 'on'>
