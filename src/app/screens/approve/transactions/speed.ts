/** Choice of a transaction's speed. */
import { msg } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'

import type { DynamicFees, Speed } from '../../../../chain/costs/speeds.js'

/** `asked`: the fees that the site gave; if it gave none, the wallet's default. */
export type ChosenSpeed = Speed | 'asked'

export const speedStyles = css`
  .speeds {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    padding: 0;
    border: 0;
  }

  .speeds legend {
    padding: 0 0 4px;
    color: var(--muted);
    font-size: var(--type-note);
  }

  .speeds label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-block-size: 32px;
  }
`

/** @param isAsked - Whether the site asks for certain fees. */
export function drawSpeeds(
  speeds: Record<Speed, DynamicFees> | undefined,
  chosen: ChosenSpeed,
  isAsked: boolean,
  onChoose: (speed: ChosenSpeed) => void,
): TemplateResult | typeof nothing {
  if (!speeds) return nothing
  const usual: ChosenSpeed = isAsked ? 'normal' : 'asked'
  const options: [ChosenSpeed, string][] = [
    ...(isAsked ? ([['asked', msg('Suggested by the site')]] as [ChosenSpeed, string][]) : []),
    ['slow', msg('Slow')],
    [usual, msg('Normal')],
    ['fast', msg('Fast')],
  ]
  return html`
    <fieldset class="speeds">
      <legend>${msg('Speed')}</legend>
      ${options.map(
        ([
          speed,
          label,
        ]) => html`<label><input type="radio" name="speed" .checked=${speed === chosen}
          @change=${() => onChoose(speed)} />${label}</label>`,
      )}
    </fieldset>
  `
}
