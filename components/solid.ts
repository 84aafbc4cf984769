/** Types alone, for Solid: `import type {} from 'wallet-embed/solid'` makes its JSX know the elements. */
import type { JSX as Solid } from 'solid-js'

import type { SolidProps } from './jsx.js'
import type { LoginButton } from './login-button/login-button.js'
import type { WalletEmbed } from './wallet-embed/wallet-embed.js'

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'wallet-embed': Solid.HTMLAttributes<WalletEmbed> & SolidProps['wallet-embed']
      'login-button': Solid.HTMLAttributes<LoginButton> & SolidProps['login-button']
    }
  }
}
