/** React's JSX knows the tags, too. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'

import type { LoginButtonProps, WalletEmbedProps } from '../jsx.js'
import type { LoginButton } from '../login-button/login-button.js'
import type { WalletEmbed } from '../wallet-embed/wallet-embed.js'

type Common<T> = DetailedHTMLProps<HTMLAttributes<T>, T>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'wallet-embed': Common<WalletEmbed> & WalletEmbedProps
      'login-button': Common<LoginButton> & LoginButtonProps
    }
  }
}
