/** Types alone, for Preact: `import type {} from 'wallet-embed/preact'` makes its JSX know the elements. */
import type { HTMLAttributes as Common } from 'preact'

import type { LoginButtonProps, WalletEmbedProps } from './jsx.js'
import type { LoginButton } from './login-button/login-button.js'
import type { WalletEmbed } from './wallet-embed/wallet-embed.js'

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'wallet-embed': Common<WalletEmbed> & WalletEmbedProps
      'login-button': Common<LoginButton> & LoginButtonProps
    }
  }
}
