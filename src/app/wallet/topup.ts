/** Services that sell coins, from the operator's configuration. */
import type { AppConfig } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'

export type TopupOption = NonNullable<AppConfig['topup']>[number]

/** The services for a chain. */
export const topupsFor = (
  topup: AppConfig['topup'],
  chainId: number,
  isHidden: boolean,
): TopupOption[] =>
  isHidden ? [] : (topup ?? []).filter(({ chainIds }) => chainIds?.includes(chainId) ?? true)

/** The service's URL with the account filled in. */
export const topupUrl = ({ url }: TopupOption, address: string, chainId: number): string =>
  url.replaceAll('{address}', address).replaceAll('{chainId}', String(chainId))

/** @throws {WalletError} `TOPUP_UNAVAILABLE` */
export function checkTopup(topups: readonly TopupOption[], provider: string | undefined): void {
  if (!topups.length) throw new WalletError('TOPUP_UNAVAILABLE')
  if (provider === undefined || topups.some(({ id }) => id === provider)) return
  const known = topups.map(({ id }) => id).join(', ')
  throw new WalletError('TOPUP_UNAVAILABLE', `provider: expected one of ${known}.`)
}
