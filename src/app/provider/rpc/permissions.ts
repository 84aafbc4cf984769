/** Accounts as a permission: EIP-1102, EIP-2255, and MetaMask's way to give it back. */
import * as z from 'zod/mini'

import { parse } from '../../../chain/rpc/parse.js'
import { type Permission, permissionsOf } from '../../sites/site-permissions.js'
import type { RpcContext } from './context.js'

const EXPECTED = '{ eth_accounts: {} }, the only permission that there is'

const Params = z.tuple(
  [z.strictObject({ eth_accounts: z.looseObject({}, EXPECTED) }, EXPECTED)],
  z.unknown(),
)

export async function requestAccounts(context: RpcContext) {
  await context.enable()
  return context.accounts
}

export const getPermissions = ({ store, site, accounts }: RpcContext): Permission[] =>
  permissionsOf(store, site ?? location.origin, accounts)

/** Asks for missing permissions, and, if there are several accounts, which of them the page may see. */
export async function requestPermissions(
  context: RpcContext,
  params: unknown,
): Promise<Permission[]> {
  parse(Params, params, 'params')
  await context.enable(true)
  return getPermissions(context)
}

/** The page sees no account afterwards. The person stays signed in. */
export function revokePermissions(context: RpcContext, params: unknown): null {
  parse(Params, params, 'params')
  context.disconnect()
  return null
}
