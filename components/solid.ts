/** Types alone, for Solid: `import type {} from 'wallet-embed/solid'` makes its JSX know the elements. */
import type { JSX as Solid } from 'solid-js'

import type { LoginButtonProps, WalletEmbedProps } from './jsx.js'
import type { LoginButton } from './login-button/login-button.js'
import type { WalletEmbed } from './wallet-embed/wallet-embed.js'

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'wallet-embed': Solid.HTMLAttributes<WalletEmbed> & WalletEmbedProps<'on:'>
      'login-button': Solid.HTMLAttributes<LoginButton> & LoginButtonProps<'on:'>
    }
  }
}
