import { html, nothing, type TemplateResult } from 'lit'
import { customElement, state } from 'lit/decorators.js'

import { NodesAnswer } from '../../protocol/dashboard.js'
import { get } from '../api.js'
import { Section } from '../parts/section.js'

/** Whether each key node proves its published share. */
@customElement('we-nodes')
export class Nodes extends Section {
  @state() private answer: NodesAnswer | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.session.hasNetwork) void this.#load()
  }

  protected override render() {
    return html`
      <div class="column">
        <div class="line">
          <h1 tabindex="-1">Key nodes</h1>
          ${
            this.session.hasNetwork
              ? html`<button type="button" class="button outline" aria-disabled=${this.isBusy} @click=${this.#load}>Ask again</button>`
              : nothing
          }
        </div>
        ${this.failed()}
        ${this.session.hasNetwork ? nothing : html`<p class="notice">Start the dashboard with --network to see them.</p>`}
        ${this.isBusy && !this.answer ? html`<p class="muted">Each node is asked…</p>` : nothing}
        ${this.answer ? this.#nodes(this.answer) : nothing}
      </div>
    `
  }

  #nodes({ nodes, threshold }: NodesAnswer): TemplateResult {
    const working = nodes.filter(({ fault }) => !fault).length
    const tone = working < threshold ? 'danger' : working < nodes.length ? 'warning' : 'success'
    return html`
      <p class="notice ${tone}">${inWords(nodes.length, working, threshold)}</p>
      <ul class="column">${nodes.map(
        ({ index, url, publicKey, fault, says, differences, notes }) => html`
          <li class="card column">
            <h2>Node ${index}</h2>
            <dl>
              <dt>Address</dt><dd>${url}</dd>
              <dt>Published share</dt><dd class="mono" dir="ltr">${publicKey}</dd>
              ${says ? html`<dt>Runs</dt><dd>${says}</dd>` : nothing}
            </dl>
            <p class="notice ${fault ? 'danger' : 'success'}">${fault ? `Wrong: ${fault}.` : 'Works: it proves this share.'}</p>
            ${differences.map((one) => html`<p class="notice warning">Differs: ${one}.</p>`)}
            ${notes.map((one) => html`<p class="muted">Note: ${one}.</p>`)}
          </li>
        `,
      )}</ul>
    `
  }

  #load(): Promise<void> {
    return this.attempt(async () => {
      const answer = await get('nodes', NodesAnswer)
      this.answer = answer
      const working = answer.nodes.filter(({ fault }) => !fault).length
      this.say(inWords(answer.nodes.length, working, answer.threshold))
    })
  }
}

const inWords = (all: number, working: number, threshold: number): string =>
  `${working} of ${all} work. Sign-ins need ${threshold}.`
