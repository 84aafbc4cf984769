/** The console for requests: a list of them, parameters to edit, and what came back. */
import type { Wallet } from '../../../src/index.js'
import { byId, make, setText } from '../dom.js'
import { answer, pretty, refusal } from './answer.js'
import { GROUPS } from './catalog.js'
import type { Known, RequestSpec } from './types.js'

/** Lines of the field for parameters. */
const [FEWEST, MOST] = [3, 18]

export class RequestConsole {
  readonly #wallet: Wallet
  readonly #known: Known
  readonly #params = byId<HTMLTextAreaElement>('params')
  readonly #items = new Map<RequestSpec, HTMLButtonElement>()
  #current: RequestSpec = GROUPS[0]!.requests[0]!
  /** False once the person typed: then their text is not overwritten. */
  #isPrefilled = true

  constructor(wallet: Wallet, known: Known) {
    this.#wallet = wallet
    this.#known = known
    this.#offer()
    this.#params.addEventListener('input', () => {
      this.#isPrefilled = false
      setText('params-problem', '')
    })
    byId('request-reset').addEventListener('click', () => this.#fill())
    byId('request-send').addEventListener('click', () => void this.#send())
    this.#choose(this.#current)
  }

  /** Accounts or chain changed. */
  know(patch: Partial<Known>): void {
    Object.assign(this.#known, patch)
    if (this.#isPrefilled) this.#fill()
  }

  #offer(): void {
    const select = byId<HTMLSelectElement>('method-select')
    for (const { title, requests } of GROUPS) {
      const options = requests.map((request) =>
        make('option', { value: request.title }, request.title),
      )
      select.append(make('optgroup', { label: title }, ...options))
      const items = requests.map((request) => {
        const item = make('button', { type: 'button' }, request.title)
        item.addEventListener('click', () => this.#choose(request))
        this.#items.set(request, item)
        return make('li', {}, item)
      })
      const heading = make('h3', {}, title)
      byId('method-list').append(heading, make('ul', {}, ...items))
    }
    select.addEventListener('change', () => {
      const chosen = [...this.#items.keys()].find(({ title }) => title === select.value)
      if (chosen) this.#choose(chosen)
    })
  }

  #choose(request: RequestSpec): void {
    this.#items.get(this.#current)?.removeAttribute('aria-current')
    this.#current = request
    this.#items.get(request)?.setAttribute('aria-current', 'true')
    byId<HTMLSelectElement>('method-select').value = request.title
    setText('request-title', request.title)
    setText('request-about', request.about)
    setText('request-method', request.method)
    byId('answer').hidden = true
    this.#fill()
  }

  #fill(): void {
    const text = pretty(this.#current.params(this.#known))
    this.#params.value = text
    this.#params.rows = Math.min(Math.max(text.split('\n').length + 1, FEWEST), MOST)
    this.#isPrefilled = true
    setText('params-problem', '')
  }

  async #send(): Promise<void> {
    const button = byId<HTMLButtonElement>('request-send')
    const params = this.#read()
    if (!params || button.ariaDisabled === 'true') return
    const request = this.#current
    const box = byId('answer')
    box.hidden = false
    box.replaceChildren(make('p', { className: 'outcome' }, 'Waiting for an answer…'))
    button.ariaDisabled = 'true'
    const start = performance.now()
    try {
      const { method } = request
      const result = await this.#wallet.provider.request({ method, params })
      const seconds = (performance.now() - start) / 1000
      // First, since the shown answer may lead the person to a request that is made from it.
      await request.remember?.(result, this.#known)
      box.replaceChildren(...answer(result, seconds))
    } catch (error) {
      box.replaceChildren(...refusal(error))
    } finally {
      button.ariaDisabled = null
    }
  }

  #read(): unknown[] | undefined {
    try {
      const params = JSON.parse(this.#params.value)
      if (typeof params === 'object' && params !== null) return params
      setText('params-problem', 'Parameters are a list: [ … ].')
    } catch (error) {
      setText('params-problem', `This is no JSON: ${(error as Error).message}`)
    }
    return undefined
  }
}
