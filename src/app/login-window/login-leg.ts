/** `/login#leg`: the page itself came here, since no window opened for its frame, and goes back after the login. */
import * as z from 'zod/mini'

import { parse } from '../../chain/rpc/parse.js'
import {
  LEG_PARAMETER,
  PAGE_PARAMETER,
  RETURN_PARAMETER,
  RedirectLeg,
} from '../../protocol/login.js'
import type { AppConfig } from '../../protocol/service.js'
import { fromBase64Url } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import { encrypt } from '../../shared/jwe.js'
import { authorizationUrl } from '../sign-in/authorization.js'
import { findOption, loginOptions } from '../sign-in/login-options.js'
import { loadConfig } from '../support/config.js'
import { takeItem } from '../support/storage.js'

const Kept = z.object({ page: z.string(), key: RedirectLeg.shape.key })

const itemName = (state: string) => `wallet-embed:leg:${state}`

/** Whether the fragment has a leg. */
export const isLeg = (hash: string): boolean => hash.startsWith(`#${LEG_PARAMETER}=`)

/**
 * Goes on to the provider.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, `ORIGIN_NOT_ALLOWED`, `UNKNOWN_VERIFIER`, `SERVICE_UNAVAILABLE`.
 */
export async function beginLeg(hash: string): Promise<void> {
  const { leg, page } = readLeg(hash)
  const config = await loadConfig(URL.canParse(page) ? new URL(page).origin : undefined)
  checkPage(page, config)
  const option = findOption(loginOptions(config.verifiers, {}), leg.verifier)
  if (!option) throw new WalletError('UNKNOWN_VERIFIER')
  const { state, key, clientId, loginHint } = leg
  sessionStorage.setItem(itemName(state), JSON.stringify({ page, key }))
  const extra = loginHint ? { login_hint: loginHint } : {}
  location.replace(authorizationUrl({ ...option, clientId }, leg, extra))
}

/** Back from the provider: takes the answer to the page. @returns False if no leg began in this window. */
export async function endLeg(state: string, query: string): Promise<boolean> {
  const kept = takeItem(itemName(state), Kept, false)
  if (!kept) return false
  const { page, key } = kept
  const jwe = await encrypt(JSON.stringify({ state, query }), key)
  location.replace(`${page}${page.includes('#') ? '&' : '#'}${RETURN_PARAMETER}=${jwe}`)
  return true
}

function readLeg(hash: string): { leg: RedirectLeg; page: string } {
  const fragment = new URLSearchParams(hash.slice(1))
  let json: unknown
  try {
    const text = fragment.get(LEG_PARAMETER) ?? ''
    json = JSON.parse(new TextDecoder().decode(fromBase64Url(text)))
  } catch (cause) {
    throw new WalletError('INVALID_ARGUMENT', 'The login request is no JSON.', { cause })
  }
  return { leg: parse(RedirectLeg, json, 'leg'), page: fragment.get(PAGE_PARAMETER) ?? '' }
}

/** Allows only pages that may embed the wallet, so that this is no open redirect. */
function checkPage(page: string, { embedders = [] }: AppConfig): void {
  const url = URL.canParse(page) ? new URL(page) : undefined
  const isPage = !!url && ['http:', 'https:'].includes(url.protocol) && !url.username
  if (!isPage || !(embedders.includes('*') || embedders.includes(url.origin))) {
    throw new WalletError('ORIGIN_NOT_ALLOWED')
  }
}
