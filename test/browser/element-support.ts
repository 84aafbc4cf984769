/** The element with the stand-in wallet in its frame. */
import { fixture, html } from '@open-wc/testing'

import '../../components/wallet-embed/wallet-embed.define.js'
import type { WalletEmbed } from '../../components/wallet-embed/wallet-embed.js'
import { next, order, STAND_IN } from './support.js'

export async function ready(template = html`<wallet-embed wallet-url=${STAND_IN}></wallet-embed>`) {
  const element = await fixture<WalletEmbed>(template)
  if (!element.isInitialized) await next(element, 'wallet-ready')
  return element
}

export const part = (element: WalletEmbed, name: string) =>
  element.shadowRoot!.querySelector<HTMLElement>(name)!

/** How often the wallet heard that the person closed the panel. */
export const dismissals = async ({ provider }: WalletEmbed) =>
  ((await order(provider, {})) as { dismissed: number }).dismissed
