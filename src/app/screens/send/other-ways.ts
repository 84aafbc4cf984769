/** Ways to fill in a recipient without typing: the clipboard, and a QR code. */
import { msg } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import type { Chain } from '../../../chain/networks/networks.js'
import type { Holding } from '../../../chain/reads/holdings.js'
import { lower } from '../../../chain/values/addresses.js'
import type { PaymentUri } from '../../../chain/values/payment-uri.js'
import { paste, qrCode } from '../../../ui/icons.js'
import type { Refusal } from './recipient.js'

/** @param onText - Gets the text to be; it is undefined if there was none, and `failure` says why. */
export const otherWays = (
  onText: (text: Promise<string | undefined>, failure: Refusal) => void,
): TemplateResult => html`
  <span class="ways">
    ${
      canReadClipboard()
        ? html`<button type="button" class="quiet" @click=${() => onText(readClipboard(), 'no-clipboard')}>
            ${paste()}<span>${msg('Paste')}</span></button>`
        : nothing
    }
    <label class="quiet">${qrCode()}<span>${msg('Read a QR code')}</span>
      <input class="visually-hidden" type="file" name="code" accept="image/*"
        @change=${({ target }: Event) => onText(readPicture(target as HTMLInputElement), 'no-code')} /></label>
  </span>
`

/** What a payment link asks for and the form cannot give. */
export function refusalOf(
  { chainId, token }: PaymentUri,
  chain: Chain,
  holdings: readonly Holding[],
): Refusal | undefined {
  if (chainId !== undefined && chainId !== chain.chainId) return 'other-network'
  return token && !tokenOf(holdings, token) ? 'other-token' : undefined
}

/** @param address - Of an ERC-20 token. */
export const tokenOf = (holdings: readonly Holding[], address: string): Holding | undefined =>
  holdings.find(({ asset }) => asset.type === 'ERC20' && lower(asset.address) === lower(address))

/** In Chromium, a frame needs the `clipboard-read` permission, which the page would then have as well. */
function canReadClipboard(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } }
  return !!navigator.clipboard?.readText && (featurePolicy?.allowsFeature('clipboard-read') ?? true)
}

const readClipboard = (): Promise<string | undefined> =>
  navigator.clipboard.readText().catch(() => undefined)

/** Reads a picture: that needs no permission. The camera's permission would hold for the page too. */
async function readPicture(input: HTMLInputElement): Promise<string | undefined> {
  const [file] = input.files ?? []
  try {
    const { readCode } = await import('./read-code.js')
    return file && (await readCode(file))
  } catch {
    // The code did not load.
    return undefined
  } finally {
    // Lets the person choose the same picture again.
    input.value = ''
  }
}
