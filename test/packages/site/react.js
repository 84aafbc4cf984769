import { createElement, StrictMode, useEffect, useRef, useState, version } from 'react'
import { createRoot } from 'react-dom/client'
import { createConfig, http } from 'wagmi'
import { mainnet } from 'wagmi/chains'
import { Wallet } from 'wallet-embed'
import { LoginButton } from 'wallet-embed/react'
import { walletEmbed } from 'wallet-embed/wagmi'

const { connectors } = createConfig({
  chains: [mainnet],
  connectors: [walletEmbed(new Wallet())],
  transports: { [mainnet.id]: http() },
})

function App() {
  const button = useRef(null)
  const [tag, setTag] = useState('')
  useEffect(() => setTag(button.current?.localName), [])
  return [
    createElement('p', { key: 'text' }, `${connectors[0].id} ${tag} ${version}`),
    createElement(LoginButton, { key: 'button', ref: button }),
  ]
}

createRoot(document.body).render(createElement(StrictMode, null, createElement(App)))
