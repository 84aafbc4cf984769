/** Accounts as a permission: EIP-1102, EIP-2255, ERC-7846, and MetaMask's way to give it back. */
import { msg } from '@lit/localize'
import * as z from 'zod/mini'

import {
  chainIdOf,
  parseConnect,
  type SignIn,
  writeSignIn,
} from '../../../chain/requests/connect.js'
import { parse } from '../../../chain/rpc/parse.js'
import { utf8 } from '../../../shared/encoding.js'
import { WalletError } from '../../../shared/errors.js'
import { type Permission, permissionsOf } from '../../sites/site-permissions.js'
import type { RpcContext } from './context.js'

/** Placeholder for an account that is not known yet. */
const ANYBODY = `0x${'0'.repeat(40)}`
const EXPECTED = '{ eth_accounts: {} }, the only permission that there is'

const Params = z.tuple(
  [z.strictObject({ eth_accounts: z.looseObject({}, EXPECTED) }, EXPECTED)],
  z.unknown(),
  'a list',
)

export async function requestAccounts(context: RpcContext) {
  await context.enable()
  return context.own.given
}

export const getPermissions = ({ store, site, own }: RpcContext): Permission[] =>
  permissionsOf(store, site ?? location.origin, own.given)

/** Asks for missing permissions, and, if there are several accounts, which of them the page may see. */
export async function requestPermissions(
  context: RpcContext,
  params: unknown,
): Promise<Permission[]> {
  parse(Params, params, 'params')
  await context.enable(true)
  return getPermissions(context)
}

interface Connected {
  accounts: {
    address: `0x${string}`
    capabilities: { signInWithEthereum?: { message: string; signature: string } }
  }[]
}

/**
 * Connects; with `signInWithEthereum` the person also signs in to the site's server, in the same question if they have
 * one account.
 *
 * @throws {WalletError} `USER_REJECTED`; `INVALID_ARGUMENT`; `UNKNOWN_CHAIN`.
 */
export async function connect(context: RpcContext, params: unknown): Promise<Connected> {
  const asked = parseConnect(params)
  if (!asked) {
    await context.enable()
    return { accounts: context.own.given.map((address) => ({ address, capabilities: {} })) }
  }
  const { account, ...signInWithEthereum } = await signIn(context, asked)
  // The account that signed comes first, even if the person has switched accounts since.
  const others = context.own.given.filter((address) => address !== account)
  if (others.length === context.own.given.length) {
    throw new WalletError('UNAUTHORIZED', 'The site does not see the account any more.')
  }
  return {
    accounts: [
      { address: account, capabilities: { signInWithEthereum } },
      ...others.map((address) => ({ address, capabilities: {} })),
    ],
  }
}

export const disconnect = (context: RpcContext): null => {
  context.life.disconnect()
  return null
}

async function signIn(context: RpcContext, asked: SignIn) {
  const chain = context.chains.find(chainIdOf(asked))
  if (!chain) throw new WalletError('UNKNOWN_CHAIN', 'signInWithEthereum.chainId: not known here.')
  const { site } = context
  if (!site) throw new WalletError('UNSUPPORTED_METHOD', 'There is no site here.')
  const write = (account: string) => writeSignIn(asked, { site, account, now: new Date() })
  // Check the page's message before the person is asked, so that a mistake is reported at once.
  write(ANYBODY)
  if (!context.own.chosen) await context.enable()
  const connects = context.own.chosen && !context.own.given.length && context.own.all.length === 1
  if (!connects) await context.enable()
  const account = connects ? context.own.chosen! : context.own.given[0]!
  const text = write(account)
  const message = utf8(text)
  await context.requests.ask('message', { message, chain, ...(connects && { connects }) }, account)
  const signature = await context.sign('signMessage', { message }, account)
  // The question said that the site will see this one account.
  const isTheirs = context.own.all.some(({ address }) => address === account)
  // A second question of this kind may have been answered before.
  if (connects && isTheirs) context.life.connect([...new Set([...context.own.given, account])])
  context.note(msg('Signed'))
  return { account, message: text, signature }
}

/** The page sees no account afterwards. The person stays signed in. */
export function revokePermissions(context: RpcContext, params: unknown): null {
  parse(Params, params, 'params')
  context.life.disconnect()
  return null
}
