import { localized, msg } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { visible } from '../../chain/text.js'
import type { ShownTypedData, TypedDataNode } from '../../chain/typed-data.js'
import { Confirmation } from './confirmation.js'
import { groupedAddress, lookAlikeWarning } from './parts.js'

/** Asks to sign typed data, and shows every value that is signed. */
@localized()
@customElement('we-sign-typed-data')
export class SignTypedData extends Confirmation {
  static override styles = [
    Confirmation.styles,
    css`
      section {
        display: flex;
        flex-direction: column;
        gap: 8px;
      }

      .tree {
        padding: 4px 16px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--sunken);
      }

      ul {
        list-style: none;
      }

      ul ul {
        margin-inline-start: 4px;
        padding-inline-start: 12px;
        border-inline-start: 2px solid var(--line);
      }

      li {
        padding-block: 8px;
      }

      .tree > ul > li + li {
        border-block-start: 1px solid var(--line);
      }

      .name {
        color: var(--muted);
        font-size: 13px;
      }

      .value {
        display: block;
        text-align: -webkit-match-parent;
        text-align: match-parent;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ]

  @property({ attribute: false }) data!: ShownTypedData
  @property({ attribute: false }) onApprove?: () => void
  protected override readonly kind = 'typedData'

  protected override render() {
    const { domain, message, primaryType } = this.data
    return html`
      <main>
        ${this.lead(msg('Sign this data?'))}
        ${domain.length ? html`<dl class="rows">${domain.map(field)}</dl>` : nothing}
        ${lookAlikeWarning(primaryType ?? '', ...textsOf(domain), ...textsOf(message))}
        <section>
          <h2>${msg('What is signed')}${primaryType ? html`: <bdi>${visible(primaryType)}</bdi>` : nothing}</h2>
          <div class="tree">${tree(message)}</div>
        </section>
        <dl class="rows">
          <div class="row middle"><dt>${msg('Sign with')}</dt><dd>${this.account()}</dd></div>
        </dl>
      </main>
      ${this.answers(() => this.onApprove?.())}
    `
  }
}

/** All that somebody else named or wrote. */
const textsOf = (nodes: readonly TypedDataNode[]): string[] =>
  nodes.flatMap(({ name, value, children }) => [name, value ?? '', ...textsOf(children ?? [])])

/** A line about where the signature is good for. Domains have no structs in them. */
const field = ({ name, type, value, children }: TypedDataNode): TemplateResult => html`
  <div class="row">
    <dt>${domainLabel(name)}</dt>
    <dd>${children ? tree(children) : html`<bdi class=${isCode(type) ? 'mono' : ''}>${shown(type, value)}</bdi>`}</dd>
  </div>
`

function domainLabel(name: string): string {
  switch (name) {
    case 'name':
      return msg('For')
    case 'version':
      return msg('Version')
    case 'chainId':
      return msg('Chain')
    case 'verifyingContract':
      return msg('Contract')
    default:
      return visible(name)
  }
}

function tree(nodes: readonly TypedDataNode[]): TemplateResult {
  if (!nodes.length) return html`<p class="name">${msg('Nothing')}</p>`
  return html`<ul>${nodes.map(
    ({ name, type, value, children }) => html`
      <li>
        <span class="name" dir="ltr">${visible(name)}</span>
        ${children ? tree(children) : html`<bdi class="value ${isCode(type) ? 'mono' : ''}">${shown(type, value)}</bdi>`}
      </li>
    `,
  )}</ul>`
}

/** Addresses as elsewhere, so that they can be compared. */
const shown = (type: string, value = ''): string =>
  type === 'address' ? groupedAddress(value) : visible(value)

const isCode = (type: string): boolean => type === 'address' || type.startsWith('bytes')

declare global {
  interface HTMLElementTagNameMap {
    'we-sign-typed-data': SignTypedData
  }
}
