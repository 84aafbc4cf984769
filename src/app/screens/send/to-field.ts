/** The recipient field, its address and its problems. */
import { msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'

import type { Chain } from '../../../chain/networks/networks.js'
import { visible } from '../../../chain/values/text.js'
import { people } from '../../../ui/icons.js'
import '../../../ui/identicon.js'
import { groupedAddress, shortAddress } from '../../../chain/values/addresses.js'
import type { Named } from '../../wallet/known-addresses.js'
import { networkName } from '../base/network.js'
import { drawRisks } from '../explanation/draw.js'
import { riskText } from '../explanation/risk-texts.js'
import { otherWays } from './other-ways.js'
import type { Recipient, RecipientProblem, Refusal } from './recipient.js'

export interface ToField {
  recipient: Recipient
  /** Whether errors are shown: the person has left the field, or submitted. */
  isJudged: boolean
  /** The person's name for the recipient. */
  name: string | undefined
  /** Contacts whose names match the typed text. */
  meant: readonly Named[]
  chain: Chain
  onInput: (event: InputEvent) => void
  onLeave: () => void
  onChoose: () => void
  /** Text that was pasted, or read from a QR code. */
  onText: (text: Promise<string | undefined>, failure: Refusal) => void
  /** Called with the address of a matching contact. */
  onMeant: (address: string) => void
  /** Puts a new address into the book. */
  onSave: () => void
}

/** Problems that do not wait until the person has left the field. */
const AT_ONCE: readonly RecipientProblem[] = [
  'moved',
  'other-network',
  'other-token',
  'no-code',
  'no-clipboard',
]

export function toField(field: ToField): TemplateResult {
  const { recipient, isJudged, chain } = field
  const { problem, isAsking } = recipient
  const isMissing = isJudged && !recipient.typed
  const wrong =
    problem && (isJudged || AT_ONCE.includes(problem))
      ? problem
      : isMissing
        ? 'no-address'
        : undefined
  return html`
    <div class="field">
      <label for="to">${msg('To')}</label>
      <span class="box"><input id="to" name="to" dir="ltr" placeholder="0x…" autocomplete="off"
        spellcheck="false" autocapitalize="off" .value=${live(recipient.typed)} aria-invalid=${!!wrong}
        aria-describedby="to-wrong to-found" @input=${field.onInput} @change=${field.onLeave} />
        <button type="button" class="icon-button" aria-label=${msg('Choose a recipient')}
          title=${msg('Choose a recipient')} @click=${field.onChoose}>${people()}</button></span>
      ${recipient.typed ? nothing : otherWays(field.onText)}
      ${
        // Above the error, which appears once a suggestion is pressed: it must not push them away.
        meant(field)
      }
      <span id="to-wrong" class="wrong" role="alert">${wrong ? problemText(wrong, chain) : nothing}</span>
      <div id="to-found" class="found" role="status">${
        isAsking ? html`<span class="hint">${msg('Looking the name up…')}</span>` : found(field)
      }</div>
      ${drawRisks(
        recipient.risks.map(({ address: _, ...risk }) => ({
          ...risk,
          text: riskText(risk),
        })),
      )}
    </div>
  `
}

function meant({ meant, onMeant }: ToField): TemplateResult | typeof nothing {
  if (!meant.length) return nothing
  return html`<div class="rows" role="group" aria-label=${msg('People you know')}>${meant.map(
    ({ address, name }) => html`
      <button type="button" class="choice" @click=${() => onMeant(address)}>
        <we-identicon address=${address}></we-identicon>
        <span><bdi>${visible(name)}</bdi>
          <span class="sub"><span class="mono" dir="ltr">${shortAddress(address)}</span></span></span>
      </button>
    `,
  )}</div>`
}

function found({ recipient, name, onSave }: ToField): TemplateResult | typeof nothing {
  const { found } = recipient
  if (!found) return nothing
  const who = name || found.name
  return html`
    ${who ? html`<bdi>${visible(who)}</bdi>` : nothing}
    <span class="address" dir="ltr">${groupedAddress(found.address)}</span>
    ${
      name
        ? nothing
        : html`<button type="button" class="quiet" @click=${onSave}>${msg('Save in the address book')}</button>`
    }
  `
}

function problemText(problem: RecipientProblem, chain: Chain): string {
  switch (problem) {
    case 'no-address':
      return msg(
        'This is not an address. An address is 0x and 40 more characters. Check for typos.',
      )
    case 'checksum':
      return msg(
        'A letter of this address is wrong: capitals and small letters do not fit together. Copy it again from where you have it.',
      )
    case 'bad-name':
      return msg(
        'Do not trust this name. It has characters that names do not use, or that look like others.',
      )
    case 'no-address-for-name':
      return msg('This name has no address.')
    case 'elsewhere':
      return msg(
        'The address of this name is on a server that the wallet does not use. Enter the address itself.',
      )
    case 'no-names':
      return msg(
        str`There are no names on the ${networkName(chain)} network. Type the address itself.`,
      )
    case 'page-names':
      return msg(
        'Only the site could look this name up, and the wallet does not rely on it. Type the address itself.',
      )
    case 'silent':
      return msg('The network does not answer, so that the name could not be looked up.')
    case 'other-network':
      return msg('This asks to be paid on a different network. Choose that network on home first.')
    case 'other-token':
      return msg('This asks for a token that is not on your list. Add the token first.')
    case 'no-code':
      return msg('There is no QR code in this picture. Take it again from closer.')
    case 'no-clipboard':
      return msg('The browser does not show the wallet what you copied. Paste it into the field.')
    case 'moved':
      return msg('This name has a different address now. Check the new one before you continue.')
  }
}
