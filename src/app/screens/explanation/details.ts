/** All figures of a transaction, for people who want to check them. */
import { msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'

import type { Transaction } from '../../../chain/requests/transaction.js'
import { formatExact } from '../../../chain/values/units.js'
import '../../../ui/copy-button.js'

/** Hex digits of call data that are shown; the rest can be copied. */
const SHOWN_DATA = 256
/** Gas prices are shown in billionths of the coin (gwei). */
const GWEI_DECIMALS = 9

/** Type numbers of EIP-2718. */
const KINDS = { legacy: '0', eip2930: '1', eip1559: '2' }

export const detailStyles = css`
  details {
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }

  summary {
    padding: 12px 16px;
    border-radius: var(--radius);
    font-weight: 550;
    cursor: pointer;
  }

  details .rows {
    border: 0;
    border-block-start: 1px solid var(--line);
    border-radius: 0;
  }

  .data {
    display: flex;
    flex-direction: column;
    gap: 8px;
    padding: 12px 16px;
  }

  .data > div:first-child {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }

  .bytes {
    max-block-size: 112px;
    padding: 12px;
    border-radius: var(--radius-small);
    background: var(--sunken);
    font-family: var(--mono);
    font-size: var(--type-small);
    overflow: auto;
  }
`

/**
 * @param locale - BCP 47.
 * @param place - Which of several it is, from 1.
 */
export function drawDetails(
  transaction: Transaction,
  locale: string,
  place?: number,
): TemplateResult {
  const { chainId, nonce, gas, fees, data, accessList = [] } = transaction
  const price = (value: bigint) => `${formatExact(value, locale, GWEI_DECIMALS)} Gwei`
  const number = (value: bigint | number) => new Intl.NumberFormat(locale).format(value)
  const row = (label: string, value: string) =>
    html`<div class="row"><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`
  return html`
    <details>
      <summary>${place ? msg(str`Details of number ${place}`) : msg('Details')}</summary>
      <dl class="rows">
        ${row(msg('Chain'), String(chainId))}
        ${row(msg('Transaction type'), KINDS[fees.type])}
        ${row(msg('Nonce'), number(nonce))}
        ${row(msg('Gas limit'), number(gas))}
        ${
          fees.type === 'eip1559'
            ? [
                row(msg('Max fee'), price(fees.maxFeePerGas)),
                row(msg('Priority fee'), price(fees.maxPriorityFeePerGas)),
              ]
            : row(msg('Gas price'), price(fees.gasPrice))
        }
      </dl>
      ${data === '0x' ? nothing : drawData(data, place)}
      ${
        accessList.length
          ? html`<div class="data">
              <h2>${msg('Addresses and storage it may read')}</h2>
              <div class="bytes" dir="ltr" tabindex="0" role="region" aria-label=${msg('Access list')}>
                ${accessList.map(
                  ({ address, storageKeys }) => html`<div>${address} (${storageKeys.length})</div>
                    ${storageKeys.map((key) => html`<div>${key}</div>`)}`,
                )}
              </div>
            </div>`
          : nothing
      }
    </details>
  `
}

export function drawData(data: string, place?: number): TemplateResult {
  const name = place ? msg(str`Data of number ${place}`) : msg('Data')
  const size = data.length / 2 - 1
  const shown = data.length - 2 > SHOWN_DATA ? `${data.slice(0, SHOWN_DATA + 2)}…` : data
  return html`
    <div class="data">
      <div>
        <h2>${msg('Data')} <span class="muted">(${msg(str`${size} bytes`)})</span></h2>
        <we-copy text=${data} label=${msg('Copy data')}></we-copy>
      </div>
      <div class="bytes" dir="ltr" tabindex="0" role="region" aria-label=${name}>${shown}</div>
    </div>
  `
}
