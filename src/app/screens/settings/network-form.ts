import { localized, msg, str } from '@lit/localize'
import { css, html, nothing } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import {
  isNodeUrl,
  isWebUrl,
  MAX_CHAIN_NAME,
  MAX_TICKER,
} from '../../../chain/networks/added-chain.js'
import { knownChain } from '../../../chain/networks/known-chains.js'
import { type Chain, describedChain } from '../../../chain/networks/networks.js'
import { check } from '../../../ui/icons.js'
import { type NodeProblem, type NodeTest, testNode } from '../../stores/test-node.js'
import { fields } from '../base/fields.js'
import { Screen } from '../base/screen.js'
import { danger } from '../base/shared-parts.js'

/** Form to add or change a network. Asks its node before saving. */
@localized()
@customElement('we-network-form')
export class NetworkForm extends Screen {
  static override styles = [
    Screen.styles,
    fields,
    css`
      .good svg {
        flex: none;
      }
    `,
  ]

  /** Undefined: a new one. */
  @property({ attribute: false }) chain: Chain | undefined
  /** The network is not in the wallet yet, even if `chain` has a suggestion for it. */
  @property({ attribute: false }) isNew = true
  /** Chain ids that are taken. */
  @property({ attribute: false }) taken: readonly number[] = []
  /** Asks a node which chain it is of. */
  @property({ attribute: false }) test: (url: string) => Promise<NodeTest> = testNode
  @property({ attribute: false }) onSave?: (chain: Chain) => void
  @property({ attribute: false }) onRemove?: () => void
  @property({ attribute: false }) onBack?: () => void
  @state() private problem = ''
  /** Name of the field that the problem is about. */
  @state() private wrong = ''
  @state() private found: number | undefined
  @state() private isAsking = false

  protected override render() {
    const { chain } = this
    return html`
      ${this.header(this.isNew ? msg('Add a network') : msg('Edit network'), this.onBack)}
      <main>
        <form id="network" novalidate autocomplete="off" @submit=${this.#save} @input=${this.#changed}>
          ${this.#field('rpcUrl', msg('RPC URL'), chain?.rpcUrl, 'https://')}
          ${this.#field('name', msg('Name'), chain?.said?.name ?? chain?.name)}
          <div class="pair">
            ${this.#field('chainId', msg('Chain ID'), chain?.chainId, msg('From the node'))}
            ${this.#field('ticker', msg('Currency symbol'), chain?.ticker, 'ETH')}
          </div>
          ${this.#field('blockExplorer', msg('Block explorer (optional)'), chain?.blockExplorer, 'https://')}
        </form>
        <div id="problem">${this.problem ? danger(this.problem) : nothing}</div>
        <div role="status">${
          this.found && !this.problem
            ? html`<p class="notice success good">${check()}<span>${foundText(this.found)}</span></p>`
            : nothing
        }</div>
        <p class="small muted">${msg('A wrong network can lie about what you have and what things cost. Only add one that you trust.')}</p>
        ${
          chain && this.onRemove
            ? html`<button type="button" class="quiet" @click=${this.onRemove}>${msg('Remove this network')}</button>`
            : nothing
        }
      </main>
      <footer>
        <button type="button" class="button" aria-disabled=${this.isAsking} @click=${this.#test}>${msg('Test')}</button>
        <button class="button primary" form="network" aria-disabled=${this.isAsking}>${msg('Save')}</button>
      </footer>
    `
  }

  #field(name: string, label: string, value: string | number | undefined, hint = '') {
    const isWrong = this.wrong === name
    return html`<label>${label}
      <input name=${name} .defaultValue=${String(value ?? '')} placeholder=${hint} spellcheck="false"
        autocapitalize="none" dir=${name === 'name' ? 'auto' : 'ltr'} inputmode=${name === 'chainId' ? 'numeric' : 'text'}
        aria-invalid=${isWrong} aria-describedby=${isWrong ? 'problem' : nothing} /></label>`
  }

  #typed(): Record<string, string> {
    const form = new FormData(this.renderRoot.querySelector('form')!)
    return Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()]))
  }

  #changed = (): void => {
    this.problem = this.wrong = ''
    this.found = undefined
  }

  /** @returns The chain of the node, if it can be used and is the one that was typed. */
  async #ask(): Promise<number | undefined> {
    const { rpcUrl = '', chainId: typed = '' } = this.#typed()
    this.#changed()
    if (!isNodeUrl(rpcUrl)) {
      return this.#fail('rpcUrl', msg('This is no URL of a node. It begins with https://.'))
    }
    if (typed && !/^[1-9]\d{0,15}$/.test(typed)) {
      return this.#fail('chainId', msg('A chain ID is a number.'))
    }
    this.isAsking = true
    const answer = await this.test(rpcUrl).finally(() => {
      this.isAsking = false
    })
    if ('problem' in answer) return this.#fail('rpcUrl', problemText(answer.problem))
    // A network in the list keeps its chain: the node of a different one belongs to a new network.
    const chainId = [typed, this.isNew ? '' : String(this.chain?.chainId)].find(
      (id) => id && Number(id) !== answer.chainId,
    )
    if (chainId) {
      return this.#fail(
        'chainId',
        msg(str`The node is for a different network: it says ${answer.chainId}, not ${chainId}.`),
      )
    }
    if (answer.chainId !== this.chain?.chainId && this.taken.includes(answer.chainId)) {
      return this.#fail(
        'rpcUrl',
        msg(str`You have a network with chain ID ${answer.chainId} already.`),
      )
    }
    this.found = answer.chainId
    return answer.chainId
  }

  #test = (): void => void (this.isAsking || this.#ask())

  #save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (this.isAsking) return
    const { name = '', ticker = '', blockExplorer = '', rpcUrl = '' } = this.#typed()
    if (!name || name.length > MAX_CHAIN_NAME) {
      this.#fail('name', msg('The network needs a name.'))
      return
    }
    if (ticker.length > MAX_TICKER) {
      this.#fail('ticker', msg(str`The currency’s symbol has at most ${MAX_TICKER} characters.`))
      return
    }
    if (blockExplorer && !isWebUrl(blockExplorer)) {
      this.#fail('blockExplorer', msg('This is no URL of a website. It begins with https://.'))
      return
    }
    const chainId = await this.#ask()
    // The person may have gone back meanwhile.
    if (!chainId || !this.isConnected) return
    const said = { name, ticker: ticker || 'ETH' }
    this.onSave?.(describedChain({ chainId, rpcUrl, blockExplorer }, said, true))
  }

  #fail(field: string, problem: string): undefined {
    this.wrong = field
    this.problem = problem
    this.renderRoot.querySelector<HTMLElement>(`[name=${field}]`)?.focus()
    return undefined
  }
}

/** A known chain id keeps its known name, not the one that the person was told. */
function foundText(chainId: number): string {
  const known = knownChain(chainId)
  return known
    ? msg(str`The node answers. It is for ${known.name} (chain ID ${chainId}).`)
    : msg(str`The node answers. It is for chain ID ${chainId}.`)
}

function problemText(problem: NodeProblem): string {
  switch (problem) {
    case 'silent':
      return msg('There is no answer at this URL. Check it, and whether the node runs.')
    case 'closed':
      return msg('There is a server at this URL, but it does not let websites read its answers.')
    case 'forbidden':
      return msg('The operator of this wallet does not allow this URL.')
    case 'no-node':
      return msg('What answers at this URL is no Ethereum node.')
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-network-form': NetworkForm
  }
}
