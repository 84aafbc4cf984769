/** The recipient: the text typed, its address, and its problems. */
import type { ReactiveController, ReactiveControllerHost } from 'lit'

import type { Asset } from '../../../chain/reads/asset.js'
import type { NameAnswer, NameProblem } from '../../../chain/reads/ens.js'
import { isName, namesOn } from '../../../chain/reads/ens-networks.js'
import { recipientRisks } from '../../../chain/risks/recipient.js'
import type { Risk } from '../../../chain/risks/risk.js'
import { typedAddress } from '../../../chain/values/addresses.js'
import { assetKey } from '../../stores/assets.js'
import { knownAddressesOf } from '../../wallet/known-addresses.js'
import type { WalletApp } from '../../wallet/wallet-app.js'

/** Milliseconds without a key before a name is asked for: each question tells the node a little. */
const PAUSE = 400

/**
 * `no-address`: neither address nor name. `checksum`: wrong checksum. `no-names`: the chain has no names. `page-names`:
 * only the page could resolve the name. `silent`: the node gave no answer. `moved`: the name now resolves to a
 * different address than was shown. `other-network`, `other-token`: a payment link asks for these. `no-code`: a picture
 * without a QR code. `no-clipboard`: the browser keeps it from the wallet.
 */
export type RecipientProblem =
  | NameProblem
  | 'no-address'
  | 'checksum'
  | 'no-names'
  | 'page-names'
  | 'silent'
  | 'moved'
  | Refusal

export type Refusal = 'other-network' | 'other-token' | 'no-code' | 'no-clipboard'

export interface Found {
  /** Checksummed. */
  address: `0x${string}`
  /** The normalized name, if a name was typed. */
  name?: string
}

type Host = ReactiveControllerHost & { app: WalletApp; asset: Asset | undefined }

export class Recipient implements ReactiveController {
  found: Found | undefined
  problem: RecipientProblem | undefined
  /** Risks of the recipient that was found. */
  risks: Risk[] = []
  /** A name is asked for. */
  isAsking = false
  readonly #host: Host
  #typed = ''
  /** Set by `refuse`, until the person types again. */
  #isRefused = false
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Answers for earlier input are ignored. */
  #run = 0

  constructor(host: Host) {
    this.#host = host
    host.addController(this)
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer)
    this.#run++
  }

  get typed(): string {
    return this.#typed
  }

  /** The typed or chosen text changed: reads it; a name only after a pause. */
  type(text: string): void {
    clearTimeout(this.#timer)
    this.#isRefused = false
    // A space at the end may be one within a name.
    this.#typed = text.trimStart()
    this.#clear()
    this.#run++
    if (isName(this.#typed.trim())) {
      this.isAsking = true
      this.#timer = setTimeout(() => void this.#read(), PAUSE)
    } else if (this.#typed) void this.#read()
  }

  /** Shows that a pasted text or a QR code cannot be used. @param text - Empty if there is nothing to show. */
  refuse(text: string, problem: Refusal): void {
    this.type('')
    this.#typed = text
    this.problem = problem
    this.#isRefused = true
    this.#host.requestUpdate()
  }

  /**
   * The final recipient: a name is resolved again, so that an outdated address is never used.
   *
   * @returns Nothing if there is a problem, or a new address for the person to see.
   */
  async settle(): Promise<Found | undefined> {
    clearTimeout(this.#timer)
    if (this.#isRefused) return undefined
    const shown = this.found
    const run = await this.#read()
    if (run !== this.#run || !this.found) return undefined
    const isSeen = !this.found.name || this.found.address === shown?.address
    if (isSeen) return this.found
    // The name's address has changed: show the new one before sending.
    if (shown) this.problem = 'moved'
    this.#host.requestUpdate()
    return undefined
  }

  /** Checks the risks again: some addresses lose tokens but not coins. */
  async weigh(): Promise<void> {
    const { found } = this
    const { app, asset } = this.#host
    if (!found || !app.own.chosen) return
    const run = this.#run
    const { chainId, ticker = '' } = app.chains.current
    const sending = { account: app.own.chosen, to: found.address, chainId, ticker, asset }
    const risks = await recipientRisks(app.chains.node, sending, knownAddressesOf(app))
    if (run !== this.#run || keyOf(this.#host.asset) !== keyOf(asset)) return
    this.risks = risks
    this.#host.requestUpdate()
  }

  /** @returns Which run it was. */
  async #read(): Promise<number> {
    const run = ++this.#run
    const typed = this.#typed.trim()
    const answer = await (isName(typed) ? this.#name(typed) : this.#address(typed))
    if (run !== this.#run) return run
    this.#clear()
    if ('problem' in answer) this.problem = answer.problem
    else this.found = answer
    void this.weigh()
    this.#host.requestUpdate()
    return run
  }

  async #address(text: string): Promise<Found | { problem: RecipientProblem }> {
    const typed = typedAddress(text)
    const address = await this.#host.app.compute('checksum', typed)
    if (address) return { address }
    return { problem: /^0x[0-9a-f]{40}$/i.test(typed) ? 'checksum' : 'no-address' }
  }

  async #name(typed: string): Promise<Found | { problem: RecipientProblem }> {
    const { app } = this.#host
    const names = namesOn(app.chains.current)
    if (names !== 'yes') return { problem: names === 'no' ? 'no-names' : 'page-names' }
    try {
      const { resolveName } = await import('../../../chain/reads/ens.js')
      const answer: NameAnswer = await resolveName(app.chains.node, typed)
      if ('problem' in answer) return answer
      const address = await app.compute('checksum', answer.address)
      return address ? { name: answer.name, address } : { problem: 'no-address-for-name' }
    } catch {
      return { problem: 'silent' }
    }
  }

  #clear(): void {
    this.found = undefined
    this.problem = undefined
    this.risks = []
    this.isAsking = false
  }
}

/** Compares assets by key, since the list holds new objects after each read. */
const keyOf = (asset: Asset | undefined): string => (asset ? assetKey(asset) : '')
