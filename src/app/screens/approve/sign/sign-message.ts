import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import type { Chain } from '../../../../chain/networks/networks.js'
import type { Node } from '../../../../chain/reads/contract-reads.js'
import { type MessageReading, readMessage } from '../../../../chain/requests/message-reading.js'
import { brief } from '../../../../chain/values/brief.js'
import { toHex } from '../../../../shared/encoding.js'
import '../../../../ui/copy-button.js'
import type { SiteFacts } from '../../../sites/site-facts.js'
import { lookAlikeWarning, siteName } from '../../base/shared-parts.js'
import { Confirmation } from '../confirmation.js'
import { siteNotices } from '../connect-words.js'
import { type Notice, noticesOf, rowsOf, type Words } from '../notices.js'
import { folds } from './folds.js'
import { brokenSignInNotices, signInWords } from './sign-in-words.js'

/** Characters of a message that fit on the button. */
const MAX_GIST = 40

/** Asks to sign a message. A sign-in is explained; any other message is shown as text or bytes. */
@localized()
@customElement('we-sign-message')
export class SignMessage extends Confirmation {
  static override styles = [
    Confirmation.styles,
    folds,
    css`
      .message {
        padding: 16px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--sunken);
        font: inherit;
        white-space: pre-wrap;
      }

      .message.bytes {
        font-family: var(--mono);
        font-size: var(--type-small);
      }
    `,
  ]

  @property({ attribute: false }) message: Uint8Array = new Uint8Array()
  @property({ attribute: false }) chain!: Chain
  /** Asked whether the account acts by a contract's code. */
  @property({ attribute: false }) node?: Node
  /** Facts about the site, if approving also connects it. */
  @property({ attribute: false }) connecting?: SiteFacts | undefined
  /** BCP 47. */
  @property() locale = 'en'
  #read: { message: Uint8Array; reading: MessageReading } | undefined

  protected override render() {
    const { reading } = this
    const { siwe } = reading
    if (siwe.kind === 'siwe' && this.site) {
      return this.#signIn(
        reading,
        signInWords(siwe.siwe, {
          site: this.site,
          account: this.address,
          chain: this.chain,
          now: new Date(),
          locale: this.locale,
        }),
      )
    }
    const notices = this.#notices(reading)
    return html`
      <main>
        ${this.lead(msg('Sign this message?'), this.chain)}
        ${noticesOf(notices)}
        ${lookAlikeWarning(reading.text ?? '')}
        ${this.ownCode(this.node, this.chain)}
        ${this.#message(reading)}
        ${this.end}
        <dl class="rows">
          <div class="row"><dt>${msg('Kind')}</dt><dd>${this.#kind(reading)}</dd></div>
        </dl>
        ${reading.text ? this.#bytes() : nothing}
      </main>
      ${this.answers(() => this.onApprove?.(), { notices, gist: this.#gist(reading) })}
    `
  }

  /** The message's form, parsed once. */
  private get reading(): MessageReading {
    const { message } = this
    if (this.#read?.message !== message) this.#read = { message, reading: readMessage(message) }
    return this.#read.reading
  }

  #signIn(reading: MessageReading, { title, rows, notices: found }: Words): TemplateResult {
    const notices = [...this.#connection(), ...found]
    return html`
      <main>
        ${this.lead(title, this.chain)}
        ${noticesOf(notices)}
        ${this.ownCode(this.node, this.chain)}
        ${rowsOf(rows)}
        ${this.end}
        <details>
          <summary>${msg('The message itself')}</summary>
          ${this.#message(reading)}
        </details>
        ${this.#bytes()}
      </main>
      ${this.answers(() => this.onApprove?.(), { yes: msg('Sign in'), notices, gist: siteName(this.site ?? '') })}
    `
  }

  #connection(): Notice[] {
    if (!this.connecting) return []
    const text = msg(
      'This also connects the site. It sees this account, and the name, the e-mail address and the picture of your sign-in.',
    )
    return [...siteNotices(this.connecting), { level: 'info', text }]
  }

  #gist({ shown }: MessageReading): string {
    if (shown === undefined) return msg('Bytes that are not text')
    const line = brief(shown.replace(/\s+/g, ' ').trim(), MAX_GIST)
    return line && msg(str`“${line}”`)
  }

  #message({ shown }: MessageReading): TemplateResult {
    const isText = shown !== undefined
    return html`<div class="message ${isText ? '' : 'bytes'}" role="region" tabindex="0"
      dir="auto" aria-label=${msg('Message')}>${(isText ? shown : this.#hex()) || msg('(empty)')}</div>`
  }

  #bytes(): TemplateResult {
    return html`<details>
      <summary>${msg('The bytes that are signed')}</summary>
      <div class="message bytes" dir="ltr">${this.#hex()}</div>
      <we-copy text=${this.#hex()} label=${msg('Copy the bytes')}></we-copy>
    </details>`
  }

  #notices({ text, shown, looksLike, siwe }: MessageReading): Notice[] {
    const notices: Notice[] = []
    if (siwe.kind === 'broken' && this.site) notices.push(...brokenSignInNotices(siwe, this.site))
    if (looksLike === 'hash') {
      notices.push({
        level: 'danger',
        brief: msg('Can stand for anything'),
        text: msg(
          'This is a fingerprint of something that the wallet cannot see: it can stand for a payment or an order. Only sign it if you trust this site with all that you have.',
        ),
      })
    } else if (looksLike === 'transaction') {
      notices.push({
        level: 'danger',
        brief: msg('Looks like a transaction'),
        text: msg(
          'These bytes are built like a transaction. A site has no reason to ask for that.',
        ),
      })
    } else if (text === undefined) {
      notices.push({
        level: 'warning',
        text: msg('This is not text. Only sign it if you know what these bytes mean.'),
      })
    }
    if (looksLike === 'text with a hash') {
      notices.push({
        level: 'warning',
        text: msg(
          'A fingerprint is part of this message. The wallet cannot see what it stands for: only sign it if you know.',
        ),
      })
    }
    if (text !== shown) {
      notices.push({
        level: 'warning',
        text: msg('The message has hidden characters. They are shown as ⟨U+…⟩.'),
      })
    }
    return notices
  }

  #kind({ text }: MessageReading): string {
    const size = new Intl.NumberFormat(this.locale).format(this.message.length)
    return text === undefined ? msg(str`Bytes (${size})`) : msg(str`Text (${size} bytes)`)
  }

  #hex(): string {
    return `0x${toHex(this.message)}`
  }
}
