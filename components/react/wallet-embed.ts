import { forwardRef, type HTMLAttributes } from 'react'

import type { WalletEmbedEventMap } from '../events.js'
import { PARAMETER_NAMES } from '../wallet-embed/parameters.js'
import { WalletEmbed as WalletElement } from '../wallet-embed/wallet-embed.js'
import type { WalletEmbedProperties } from '../wallet-embed/wallet-embed-base.js'
import { enter } from './current-wallet.js'
import { type ElementKind, useElement } from './use-element.js'

/** The events' names as React writes them. */
const EVENTS = {
  onWalletReady: 'wallet-ready',
  onWalletChange: 'wallet-change',
  onWalletLogin: 'wallet-login',
  onWalletLogout: 'wallet-logout',
  onWalletAccountsChanged: 'wallet-accounts-changed',
  onWalletChainChanged: 'wallet-chain-changed',
  onWalletShow: 'wallet-show',
  onWalletHide: 'wallet-hide',
  onWalletPopupBlocked: 'wallet-popup-blocked',
  onWalletSessionExpired: 'wallet-session-expired',
  onWalletError: 'wallet-error',
} as const satisfies Record<string, keyof WalletEmbedEventMap>

const KIND: ElementKind<WalletElement> = {
  tag: 'wallet-embed',
  elementClass: WalletElement,
  attributes: PARAMETER_NAMES,
  properties: PARAMETER_NAMES,
  events: EVENTS,
  onMount: enter,
}

export type WalletEmbedProps = Omit<HTMLAttributes<WalletElement>, keyof WalletEmbedProperties> & {
  [Name in keyof WalletEmbedProperties]?: WalletEmbedProperties[Name] | undefined
} & {
  [Name in keyof typeof EVENTS]?:
    | ((event: WalletEmbedEventMap[(typeof EVENTS)[Name]]) => void)
    | undefined
}

/** `<wallet-embed>` as a component: properties under their own names, events as `onWalletChange`. React 18 hands a ref to no other kind. */
export const WalletEmbed = forwardRef<WalletElement, WalletEmbedProps>((props, ref) =>
  useElement(KIND, props, ref),
)
