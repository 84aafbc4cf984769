import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { WalletEmbed } from 'wallet-embed/react'

console.log(renderToString(createElement(WalletEmbed, { walletUrl: 'https://wallet.example' })))
