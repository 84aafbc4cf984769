/**
 * Prices of coins and tokens in the person's currency: only if the operator named a source, and while it answers. The
 * source learns nothing of a person: all wallets send the same request, for all that the operator named.
 */
import * as z from 'zod/mini'

import type { Chain } from '../../chain/networks/networks.js'
import type { Asset } from '../../chain/reads/asset.js'
import { NATIVE_DECIMALS } from '../../chain/values/units.js'
import type { AppConfig } from '../../protocol/service.js'
import { ask } from '../support/http.js'
import { loadPreference, savePreference } from '../support/preferences.js'

/** Milliseconds: until a price is asked for again, and beyond which it is not shown. */
const FRESH = 60_000
const OLD = 600_000
/** Milliseconds that the source may take. */
const TIMEOUT = 5_000

type Source = NonNullable<AppConfig['prices']>
/** Price of one coin, by coin and then by currency in lower case. */
const Answer = z.record(z.string(), z.record(z.string(), z.unknown()))

/** The parts of the wallet that it needs. */
interface Owner extends EventTarget {
  readonly appearance: { readonly locale: string }
  readonly content: { readonly config: Pick<AppConfig, 'prices'> }
}

const known = new WeakMap<Owner, Prices>()

/** Prices of a wallet, shared by all its screens. */
export function pricesOf(owner: Owner): Prices {
  const prices = known.get(owner) ?? new Prices(owner)
  known.set(owner, prices)
  return prices
}

/** An amount on a chain, in the smallest unit: of a token, else of the chain's own coin. */
export interface Held {
  amount: bigint | undefined
  asset?: Asset | undefined
}

/**
 * What amounts on a chain are worth together, in the person's currency; nothing if none has a price, or if one that has
 * a price is not known: the sum would be too small. May be called at each render: the wallet tells a change when prices
 * arrive.
 *
 * @example
 * fiat(app, app.chains.current, { amount: 2n * 10n ** 18n }) // '$5,001.00'
 */
export const fiat = (owner: Owner, chain: Chain, ...held: readonly Held[]): string | undefined =>
  fiatOver(owner, [{ chain, held }])

/** The same for amounts on several chains. */
export function fiatOver(
  owner: Owner,
  all: readonly { chain: Chain; held: readonly Held[] }[],
): string | undefined {
  const prices = pricesOf(owner)
  const priced = all.flatMap(({ chain, held }) =>
    held.filter((one) => prices.has(chain, one.asset)).map((one) => ({ chain, one })),
  )
  if (priced.some(({ one }) => one.amount === undefined)) return undefined
  const known = priced.flatMap(({ chain, one }) => prices.worth(one, chain) ?? [])
  return known.length ? prices.text(known.reduce((sum, one) => sum + one)) : undefined
}

export class Prices {
  readonly #owner: Owner
  #values: z.output<typeof Answer> = {}
  /** Currency of the values, and Unix times in milliseconds of the last answer and the last request. */
  #of = ''
  #known = 0
  #asked = 0

  constructor(owner: Owner) {
    this.#owner = owner
  }

  /** Currencies to choose from (ISO 4217): empty without prices. */
  get currencies(): readonly string[] {
    return this.#source?.currencies ?? []
  }

  /** The person's choice, or the first. */
  get currency(): string {
    const [first = ''] = this.currencies
    const chosen = loadPreference('currency')
    return this.currencies.find((one) => one === chosen) ?? first
  }

  choose(currency: string): void {
    savePreference('currency', currency)
    this.#owner.dispatchEvent(new Event('change'))
  }

  /** Whether the operator's source has a price for it. */
  has(chain: Chain, asset?: Asset): boolean {
    return this.#nameOf(chain, asset) !== undefined
  }

  /** In the person's currency; undefined without a price. */
  worth({ amount, asset }: Held, chain: Chain): number | undefined {
    const coin = this.#nameOf(chain, asset)
    if (!coin || amount === undefined) return undefined
    const { currency } = this
    void this.#refresh(currency)
    if (this.#of !== currency || Date.now() - this.#known > OLD) return undefined
    const price = Object.hasOwn(this.#values, coin)
      ? this.#values[coin]![currency.toLowerCase()]
      : undefined
    if (typeof price !== 'number' || !Number.isFinite(price) || price < 0) return undefined
    return (Number(amount) / 10 ** (asset?.decimals ?? NATIVE_DECIMALS)) * price
  }

  text(value: number): string {
    const { currency } = this
    return new Intl.NumberFormat(this.#owner.appearance.locale, {
      style: 'currency',
      currency,
    }).format(value)
  }

  /** What the source calls it. A balance that a site's node reports is not trusted, so it gets no price. */
  #nameOf({ chainId, nodeUrl }: Chain, asset: Asset | undefined): string | undefined {
    const source = nodeUrl ? this.#source : undefined
    if (!asset) return source?.coins[chainId]
    const tokens = Object.entries(source?.tokens?.[chainId] ?? {})
    const wanted = asset.address.toLowerCase()
    return asset.type === 'ERC20'
      ? tokens.find(([address]) => address.toLowerCase() === wanted)?.[1]
      : undefined
  }

  get #source(): Source | undefined {
    return this.#owner.content.config.prices
  }

  async #refresh(currency: string): Promise<void> {
    const now = Date.now()
    const isDue = this.#of !== currency || now - this.#asked > FRESH
    const source = this.#source
    if (!source || !isDue) return
    if (this.#of !== currency) this.#values = {}
    this.#of = currency
    this.#asked = now
    const url = source.url.replaceAll('{currency}', currency.toLowerCase())
    try {
      const values = await ask(url, Answer, { timeout: TIMEOUT })
      if (this.#of !== currency) return
      this.#values = values
      this.#known = Date.now()
      this.#owner.dispatchEvent(new Event('change'))
    } catch {
      // Old prices stay until they expire; a later call fetches new ones.
    }
  }
}
