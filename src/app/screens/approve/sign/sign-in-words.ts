/** Explains a sign-in message (EIP-4361). Texts are looked up at each call. */
import { msg, str } from '@lit/localize'

import { knownChain } from '../../../../chain/networks/known-chains.js'
import type { Chain } from '../../../../chain/networks/networks.js'
import type { Siwe, SiwePart, SiweReading } from '../../../../chain/requests/siwe.js'
import {
  checkDomain,
  checkSignIn,
  readRecap,
  type SignInProblem,
  type SignInScene,
} from '../../../../chain/requests/siwe-check.js'
import { addressInText, groupedAddress } from '../../../../chain/values/addresses.js'
import { visible } from '../../../../chain/values/text.js'
import { networkName } from '../../base/network.js'
import { siteName } from '../../base/shared-parts.js'
import type { Notice, Row, Words } from '../notices.js'

/** Resources that are listed; the message itself has them all. */
const SHOWN = 20

export interface SignInWordsScene extends SignInScene {
  /** BCP 47. */
  locale: string
}

/** Texts for a sign-in request. */
export function signInWords(siwe: Siwe, scene: SignInWordsScene): Words {
  const { locale } = scene
  const date = (time: Date) => formatTime(time, locale)
  const rows: (Row | false | undefined)[] = [
    { label: msg('Sign in to'), value: siteOf(siwe), kind: 'strong' },
    siwe.statement !== undefined && { label: msg('The site says'), value: visible(siwe.statement) },
    { label: msg('Account'), value: groupedAddress(siwe.address), kind: 'address' },
    { label: msg('Network'), ...networkOf(siwe, scene) },
    { label: msg('Issued'), value: date(siwe.issuedAt) },
    siwe.notBefore && { label: msg('Valid from'), value: date(siwe.notBefore) },
    siwe.expirationTime && { label: msg('Expires'), value: date(siwe.expirationTime) },
    siwe.requestId !== undefined && { label: msg('Request'), value: siwe.requestId },
    ...resourceRows(siwe.resources),
  ]
  const problems = checkSignIn(siwe, scene)
  return {
    title: problems.includes('domain')
      ? msg('This sign-in is for another site')
      : msg(str`Sign in to ${visible(siwe.domain)}?`),
    rows: rows.filter((row) => !!row) as Row[],
    notices: [
      ...problems.map((problem) => problemNotice(problem, siwe, scene)),
      ...(siwe.isUnusual ? [unusual()] : []),
    ],
  }
}

/** Warnings about a message that only resembles a sign-in (EIP-4361). */
export function brokenSignInNotices(
  { line, part, heads }: Extract<SiweReading, { kind: 'broken' }>,
  site: string,
): Notice[] {
  const other = heads.find((head) => checkDomain(head, site) === 'domain')
  const broken: Notice = {
    level: 'danger',
    text: msg(
      str`This message looks like a sign-in, but it is not written as sign-ins are. Line ${line} is wrong: ${partName(part)}. A site could take it for something else than you do.`,
    ),
  }
  return other ? [otherSite(siteOf(other), site), broken] : [broken]
}

export const formatTime = (time: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(time)

const siteOf = ({ scheme, domain = '' }: { scheme?: string; domain?: string }): string =>
  visible(scheme ? `${scheme}://${domain}` : domain)

const otherSite = (domain: string, site: string): Notice => ({
  level: 'refused',
  text: msg(
    str`This sign-in is for ${domain}, but ${siteName(site)} asks for it. With your signature it could sign in there as you. The wallet does not sign it.`,
  ),
})

const unusual = (): Notice => ({
  level: 'info',
  text: msg('This sign-in is not written exactly as the standard says. All that it says is shown.'),
})

/** Only a name from the wallet or the chain list, never one that the site gave. */
function networkOf(siwe: Siwe, { chain }: SignInScene): Pick<Row, 'value' | 'sub'> {
  return {
    value: visible(knownName(siwe, chain) ?? msg('Unknown network')),
    sub: msg(str`Chain ID ${siwe.chainId}`),
  }
}

function knownName({ chainId }: Siwe, chain: Chain): string | undefined {
  const id = Number(chainId)
  return id === chain.chainId ? chain.name : knownChain(id)?.name
}

function problemNotice(problem: SignInProblem, siwe: Siwe, scene: SignInWordsScene): Notice {
  const { site, account, chain, locale } = scene
  const domain = siteOf(siwe)
  const name = siteName(site)
  switch (problem) {
    case 'domain':
      return otherSite(domain, site)
    case 'local':
      return {
        level: 'danger',
        text: msg(
          str`This sign-in is for ${domain}, but ${name}, a program on this computer, asks for it. With your signature it could sign in there as you.`,
        ),
      }
    case 'scheme':
      return {
        level: 'danger',
        text: msg(
          str`This sign-in is for ${domain}, but ${site} asks for it: the same name, reached in another way.`,
        ),
      }
    case 'address':
      return {
        level: 'danger',
        text: msg(
          str`This sign-in is for another account, ${addressInText(siwe.address)}. You sign with ${addressInText(account)}.`,
        ),
      }
    case 'checksum':
      return {
        level: 'warning',
        text: msg(
          'The account’s address in this sign-in has wrong capital letters. Many sites will not take it.',
        ),
      }
    case 'chain': {
      const asked = visible(knownName(siwe, chain) ?? msg(str`Chain ${siwe.chainId}`))
      return {
        level: 'warning',
        text: msg(
          str`This sign-in is for the network ${asked}, but the wallet uses ${networkName(chain)}.`,
        ),
      }
    }
    case 'expired':
      return {
        level: 'warning',
        text: msg(
          str`This sign-in expired at ${formatTime(siwe.expirationTime!, locale)}. Ask the site for a new one.`,
        ),
      }
    case 'not yet':
      return {
        level: 'warning',
        text: msg(str`This sign-in is not valid before ${formatTime(siwe.notBefore!, locale)}.`),
      }
    case 'future':
      return {
        level: 'warning',
        text: msg(
          str`This sign-in says it was issued at ${formatTime(siwe.issuedAt, locale)}. That is in the future.`,
        ),
      }
    case 'uri':
      return {
        level: 'warning',
        text: msg(
          str`This sign-in is about ${visible(siwe.uri)}, which is not the site that asks.`,
        ),
      }
  }
}

function resourceRows(resources: readonly string[]): Row[] {
  return resources.slice(0, SHOWN).flatMap((resource) => {
    const abilities = readRecap(resource)
    if (!abilities) return [{ label: msg('With access to'), value: visible(resource) }]
    return abilities.map(({ ability, target }) => ({
      label: msg('Allows the site'),
      value: visible(ability),
      sub: visible(target),
    }))
  })
}

function partName(part: SiwePart): string {
  switch (part) {
    case 'domain':
      return msg('it should name the site')
    case 'address':
      return msg('it should be the account’s address')
    case 'empty line':
      return msg('it should be empty')
    case 'statement':
      return msg('it should be a sentence in plain letters')
    case 'end':
      return msg('the message should end before it')
    case 'Resources':
      return msg('it should be a link after a dash')
    default:
      return msg(str`it should be a proper “${part}”`)
  }
}
