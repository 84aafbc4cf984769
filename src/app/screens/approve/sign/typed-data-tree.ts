/** Every value of typed data, with its name and type. */
import { msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import type { TypedDataNode } from '../../../../chain/requests/typed-data.js'
import { groupedAddress } from '../../../../chain/values/addresses.js'
import { fromSeconds } from '../../../../chain/values/dates.js'
import { visible } from '../../../../chain/values/text.js'
import { formatTime } from './sign-in-words.js'

/** Names of fields that hold a time, in seconds since 1970. */
const TIME = /(deadline|expir|valid|until|time|date)/i

export const treeStyles = css`
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

  .name,
  .type,
  .time {
    color: var(--muted);
    font-size: var(--type-small);
  }

  .type {
    font-family: var(--mono);
    font-size: var(--type-small);
  }

  .value {
    display: block;
    text-align: -webkit-match-parent;
    text-align: match-parent;
    white-space: pre-wrap;
  }
`

/** All texts that come from the site. */
export const textsOf = (nodes: readonly TypedDataNode[]): string[] =>
  nodes.flatMap(({ name, value, children }) => [name, value ?? '', ...textsOf(children ?? [])])

/** A line about the signature's domain. Domains contain no structs. */
export const domainField = ({ name, type, value, children }: TypedDataNode): TemplateResult => html`
  <div class="row">
    <dt>${domainLabel(name)}</dt>
    <dd>${children ? dataTree(children, 'en') : html`<bdi class=${isCode(type) ? 'mono' : ''}>${shown(type, value)}</bdi>`}</dd>
  </div>
`

/**
 * @param locale - BCP 47.
 * @param told - Lists that are told in words above, and lie behind a press.
 */
export function dataTree(
  nodes: readonly TypedDataNode[],
  locale: string,
  told: ReadonlySet<TypedDataNode> = new Set(),
): TemplateResult {
  if (!nodes.length) return html`<p class="name">${msg('Nothing')}</p>`
  return html`<ul>${nodes.map((node) => {
    const { name, type, value, children } = node
    return html`
      <li>
        <span class="name" dir="ltr">${visible(name)}</span>
        <span class="type" dir="ltr">${visible(type)}</span>
        ${
          children && told.has(node)
            ? html`<details><summary>${msg(str`All ${children.length} entries`)}</summary>
                ${dataTree(children, locale)}</details>`
            : children
              ? dataTree(children, locale, told)
              : html`<bdi class="value ${isCode(type) ? 'mono' : ''}">${shown(type, value)}</bdi>${time(name, type, value, locale)}`
        }
      </li>
    `
  })}</ul>`
}

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

/** The time that the number probably means, to show next to it. */
function time(name: string, type: string, value = '', locale: string) {
  const date = TIME.test(name) && type.startsWith('uint') ? fromSeconds(BigInt(value)) : undefined
  return date ? html`<span class="time">${formatTime(date, locale)}</span>` : nothing
}

/** Addresses are grouped as on all screens, so that people can compare them. */
const shown = (type: string, value = ''): string =>
  type === 'address' ? groupedAddress(value) : visible(value)

const isCode = (type: string): boolean => type === 'address' || type.startsWith('bytes')
