/** Styles of home: one column in a panel, two on a wide page. */
import { css } from 'lit'

export const homeStyles = css`
  header {
    justify-content: space-between;
  }

  .who {
    display: flex;
    align-items: center;
    gap: 10px;
    min-inline-size: 0;
    min-block-size: 44px;
    margin-inline-start: -4px;
    padding: 4px 10px 4px 6px;
    border: 0;
    border-radius: 99px;
    background: none;
    font-weight: var(--strong);
    line-height: 1.2;
    text-align: start;
  }

  .who:hover {
    background: var(--hover);
  }

  .who > span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  .network .sub {
    display: block;
  }

  .who .sub {
    display: block;
    color: var(--muted);
    font-size: var(--type-small);
    font-weight: 400;
  }

  .who svg {
    flex: none;
    inline-size: 16px;
    color: var(--muted);
  }

  main {
    gap: 24px;
    padding-block-start: 8px;
  }

  .account,
  .lists,
  .more {
    display: flex;
    flex: none;
    flex-direction: column;
    gap: 20px;
    min-inline-size: 0;
  }

  /* It stays, so that a reader hears what comes into it; empty, it takes no room. */
  .news:empty {
    margin-block-start: -20px;
  }

  .lists {
    gap: 24px;
  }

  .more {
    margin-block-start: auto;
  }

  we-identicon {
    flex: none;
    inline-size: 36px;
    block-size: 36px;
  }

  .balance {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 6px;
    text-align: center;
  }

  h1 {
    font-size: var(--type-balance);
    font-variant-numeric: tabular-nums;
    line-height: 1.1;
  }

  h1.long {
    font-size: var(--type-heading);
    line-height: 1.25;
  }

  h1.longer {
    font-size: var(--type-title);
    line-height: 1.25;
  }

  h1 small {
    color: var(--muted);
    font-size: 0.55em;
    font-weight: var(--strong);
  }

  .worth {
    color: var(--muted);
    font-size: var(--type-title);
    font-variant-numeric: tabular-nums;
  }

  .silent {
    margin-block-start: 8px;
  }

  /* As wide as most balances, so that little moves when the balance arrives. */
  .unknown {
    display: inline-block;
    inline-size: 3.5ch;
    block-size: 0.75em;
    border-radius: var(--radius-small);
    background: var(--sunken);
  }

  .address {
    display: inline-flex;
    align-items: center;
    color: var(--muted);
  }

  .network {
    max-inline-size: 100%;
    color: var(--muted);
    font-size: var(--type-small);
    overflow-wrap: anywhere;
  }

  /* Large enough for a thumb, and not farther from its neighbours. */
  .network .quiet {
    min-block-size: 44px;
    margin-block: -6px;
    font-weight: 400;
  }

  .network .quiet svg {
    flex: none;
    inline-size: 14px;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }

  .action {
    flex: 1 1 0;
    padding: 8px 4px;
    border: 0;
    border-radius: var(--radius);
    background: none;
    font-size: var(--type-note);
    font-weight: 550;
    text-align: center;
  }

  .action span {
    display: grid;
    place-items: center;
    inline-size: 52px;
    block-size: 52px;
    margin: 0 auto 8px;
    border-radius: 50%;
    background: var(--brand);
    color: var(--on-brand);
  }

  .action:hover {
    background: var(--hover);
  }

  .backup {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 2px 12px;
    padding: 14px 16px 6px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    font-size: var(--type-note);
  }

  .backup .mark {
    display: grid;
    grid-row: 1 / span 2;
    place-items: center;
    inline-size: 40px;
    block-size: 40px;
    border-radius: 50%;
    background: var(--warning-surface);
    color: var(--warning);
  }

  .backup .mark svg {
    inline-size: 20px;
    block-size: 20px;
  }

  .backup h2 {
    color: inherit;
    font-size: var(--type-body);
  }

  .backup .choices {
    display: flex;
    grid-column: 1 / -1;
    flex-wrap: wrap;
    margin-inline-start: -12px;
  }

  .backup .now {
    color: var(--brand-text);
    font-weight: var(--strong);
  }

  .out {
    align-self: center;
  }

  /* As wide as the shell gives a page of its own all of its width (shell.ts). */
  @media (min-width: 900px) {
    /* Padding inside the scrolling area, so that the wheel works over the margins too. */
    :host([roomy]) header,
    :host([roomy]) main {
      padding-inline: max(24px, calc((100% - 1032px) / 2));
    }

    :host([roomy]) header {
      padding-block: 24px 12px;
    }

    :host([roomy]) main {
      display: grid;
      grid-template: auto 1fr / minmax(0, 2fr) minmax(0, 3fr);
      gap: 24px;
      align-items: start;
      padding-block: 4px 40px;
    }

    :host([roomy]) .account,
    :host([roomy]) .lists {
      padding: 24px;
      border: 1px solid var(--line);
      border-radius: 24px;
      background: var(--surface);
    }

    :host([roomy]) .account {
      padding-block-start: 32px;
    }

    :host([roomy]) .lists {
      grid-row: 1 / span 2;
      grid-column: 2;
    }

    :host([roomy]) .more {
      margin-block-start: 0;
    }

    :host([roomy]) we-billboard {
      border: 1px solid var(--line);
      border-radius: var(--radius);
    }
  }
`
