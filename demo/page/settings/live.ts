/** Keeps the running wallet as the settings say: what can change, changes at once. */
import type { Wallet, WalletParams } from '../../../src/index.js'
import type { DemoConfig } from '../config.js'
import { byId, describe, make, setState, setText } from '../dom.js'
import { log } from '../log.js'
import { OWN_BUTTON } from '../snippet/snippets.js'
import { chosen } from './params.js'
import { RESTART_KEYS, type Settings, type SettingsStore } from './settings.js'

export class LiveWallet {
  readonly #wallet: Wallet
  readonly #store: SettingsStore
  readonly #config: DemoConfig
  /** The network that was asked for last. */
  #network = ''
  /** What the wallet was started with. */
  #started: Settings | undefined
  #ownButton: HTMLButtonElement | undefined

  constructor(wallet: Wallet, store: SettingsStore, config: DemoConfig) {
    this.#wallet = wallet
    this.#store = store
    this.#config = config
    store.onChange((settings, before) => this.#apply(settings, before))
    byId('restart').addEventListener('click', () => void this.restart())
  }

  /** Never rejects: what goes wrong is shown. */
  async start(): Promise<void> {
    const settings = this.#store.value
    setState('apply-state', 'out', 'Starting…')
    try {
      const params = this.#params(settings)
      await this.#wallet.init(params)
      this.#started = settings
      this.#network = JSON.stringify(params.network)
      this.#dress(settings)
      setState('apply-state', 'in', 'Running')
      // Changed while it started.
      if (this.#store.value !== settings) this.#apply(this.#store.value, settings)
    } catch (error) {
      if (settings.network !== 'localhost') {
        this.#sayNetwork('failed', `Not this network. ${describe(error)}`)
        this.#store.set({ network: 'localhost' })
        return this.start()
      }
      this.#started = undefined
      setState('apply-state', 'failed', 'Not available')
      setState('wallet-state', 'failed', 'Not available')
      setText('apply-text', describe(error))
      log('page', 'the wallet did not start', describe(error))
    }
    this.#showRestart()
  }

  /** Restarts the same wallet object, which signs the person out. */
  async restart(): Promise<void> {
    byId<HTMLButtonElement>('restart').disabled = true
    setState('apply-state', 'out', 'Restarting…')
    await this.#wallet.cleanUp()
    await this.start()
  }

  #params(settings: Settings): WalletParams {
    const { live, start } = chosen(settings, this.#config)
    return {
      buildEnv: 'development',
      network: { host: 'localhost', chainId: this.#config.chainId },
      showWalletButton: settings.showButton,
      enableLogging: settings.enableLogging,
      ...live,
      ...start,
    }
  }

  #apply(settings: Settings, before: Settings): void {
    this.#showRestart()
    if (!this.#wallet.isInitialized) return
    this.#dress(settings)
    const element = document.querySelector('wallet-embed')
    if (!element) return
    const { live } = chosen(settings, this.#config)
    const old = chosen(before, this.#config).live
    for (const key of ['theme', 'language', 'loginConfig', 'whiteLabel'] as const) {
      if (JSON.stringify(live[key]) === JSON.stringify(old[key])) continue
      Object.assign(element, { [key]: live[key] })
    }
    void this.#switchNetwork(settings)
    setText('apply-text', 'Changed at once: nothing was loaded again, nobody was signed out.')
  }

  /** The wallet keeps its network until the new one works. */
  async #switchNetwork(settings: Settings): Promise<void> {
    const network = this.#params(settings).network!
    const asked = JSON.stringify(network)
    if (asked === this.#network) return
    this.#network = asked
    this.#sayNetwork('waiting', 'Asking the node…')
    try {
      await this.#wallet.setNetwork(network)
      const chainId = await this.#wallet.provider.request({ method: 'eth_chainId' })
      this.#sayNetwork('done', `The wallet is on chain ${Number(chainId)}.`)
    } catch (error) {
      this.#sayNetwork('failed', `Not changed. ${describe(error)}`)
    }
  }

  #sayNetwork(className: string, text: string): void {
    Object.assign(byId('network-result'), { className, textContent: text })
  }

  /** Settings on the page's side: the button. */
  #dress({ buttonPosition, showButton, ownButton }: Settings): void {
    const element = document.querySelector('wallet-embed')
    if (!element) return
    element.buttonPosition = buttonPosition
    element.hideButton = !showButton
    this.#ownButton?.remove()
    if (!ownButton) return
    this.#ownButton = make('button', { type: 'button', slot: 'button' }, OWN_BUTTON)
    element.append(this.#ownButton)
  }

  #showRestart(): void {
    const { value } = this.#store
    const started = this.#started
    const isBehind = !started || RESTART_KEYS.some((key) => value[key] !== started[key])
    byId<HTMLButtonElement>('restart').disabled = !isBehind
    byId('restart-notice').classList.toggle('due', isBehind)
  }
}
