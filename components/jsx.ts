/** Types alone: what JSX may set of the elements. `react.ts`, `preact.ts` and `solid.ts` tell each framework. */
import type { LoginButtonEventMap, WalletEmbedEventMap } from './events.js'
import type { LoginButton } from './login-button/login-button.js'
import type { WalletEmbedProperties } from './wallet-embed/wallet-embed-base.js'

/** A listener's name is the event's, after `on` or whatever the framework puts before it. */
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

/** What JSX may set of `<wallet-embed>`. */
export type WalletEmbedProps<Before extends string = 'on'> = Settings<WalletEmbedProperties> &
  Listeners<WalletEmbedEventMap, Before>

/** What JSX may set of `<login-button>`. */
export type LoginButtonProps<Before extends string = 'on'> = Settings<
  Pick<
    LoginButton,
    'client' | 'provider' | 'params' | 'disabled' | 'clientId' | 'uxMode' | 'buildEnv' | 'walletUrl'
  >
> &
  Listeners<LoginButtonEventMap, Before>
