/** Known addresses, to warn of look-alikes. */

import type { Chain } from '../../chain/networks/networks.js'
import type { KnownAddresses } from '../../chain/parties/parties.js'
import { unique } from '../../chain/values/addresses.js'
import type { Activity } from '../activity/activity.js'
import type { Sent } from '../activity/record.js'
import { accountName } from '../session/account-name.js'
import type { Accounts } from '../session/accounts.js'
import { assetsOf } from '../stores/assets.js'
import { Contacts } from '../stores/contacts.js'

/** Calls of ERC-20, ERC-721 and ERC-1155 with a recipient, including the arguments before it. */
const RECIPIENT =
  /^0x(?:a9059cbb|(?:23b872dd|42842e0e|b88d4fde|f242432a)0{24}[0-9a-f]{40})0{24}([0-9a-f]{40})/i

/** The parts of the wallet that know addresses. */
export interface Sources {
  readonly chains: { readonly current: Pick<Chain, 'chainId'> }
  readonly own: Accounts
  readonly core?: { readonly activity?: Pick<Activity, 'everybodys'> | undefined }
}

type Hex = `0x${string}`

/** An address with the person's name for it. */
export interface Named {
  address: Hex
  name: string
}

/** Call it when a screen is drawn: unnamed accounts get a name in the screen's language. */
export function knownAddressesOf(sources: Sources): KnownAddresses {
  const { chains, own } = sources
  const account = own.chosen
  const { chainId } = chains.current
  const watched = account ? assetsOf(sources).of({ account, chainId }) : []
  const contacts = new Contacts(own.first).all
  const accounts = own.all.map((one) => ({ address: one.address, name: accountName(one) }))
  return {
    // The person's own accounts keep their names, even if the address book has them.
    names: Object.fromEntries(
      [...contacts, ...accounts].map(({ address, name }) => [address.toLowerCase(), name]),
    ),
    known: [...[...accounts, ...contacts].map(({ address }) => address), ...metBy(sources)],
    tokens: watched
      .filter(({ type }) => type === 'ERC20')
      .map(({ symbol, address }) => ({ symbol, address })),
  }
}

/** Recent recipients, the latest first, without the person's own accounts. */
export function recentRecipients(sources: Pick<Sources, 'own' | 'core'>): Hex[] {
  const mine = new Set(sources.own.all.map(({ address }) => address.toLowerCase()))
  const sent = sentBy(sources).flatMap((one) => recipientOf(one) ?? [])
  return unique(sent).filter((address) => !mine.has(address.toLowerCase()))
}

/** Known addresses whose name contains the text; empty if the text may be an address. */
export function namedLike(text: string, own: Accounts, max: number): Named[] {
  const part = text.toLowerCase()
  if (!part || part.startsWith('0x')) return []
  const accounts = own.all.filter(({ address }) => address !== own.chosen)
  const named = accounts.map((one) => ({ address: one.address, name: accountName(one) }))
  const all = [...new Contacts(own.first).all, ...named]
  return all.filter(({ name }) => name.toLowerCase().includes(part)).slice(0, max)
}

/** Recipients, and contracts that were called. */
const metBy = (sources: Pick<Sources, 'core'>): Hex[] =>
  unique(sentBy(sources).flatMap((one) => [one.to ?? [], recipientOf(one) ?? []].flat()))

/** Failed transactions do not make an address known. */
const sentBy = ({ core }: Pick<Sources, 'core'>): Sent[] =>
  core?.activity?.everybodys.filter(({ status }) => status === 'done' || status === 'pending') ?? []

/** The recipient of a coin, token or NFT transfer; undefined for other calls. */
export function recipientOf({ to, data }: Sent): Hex | undefined {
  if (data === '0x') return to
  const recipient = RECIPIENT.exec(data)?.[1]
  return recipient ? `0x${recipient}` : undefined
}
