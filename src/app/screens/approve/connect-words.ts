/** Facts about a site, shown before it may see an account. */

import { msg, str } from '@lit/localize'
import type { OriginRisk } from '../../../chain/risks/origins.js'
import type { SiteFacts } from '../../sites/site-facts.js'
import { longDate, siteName } from '../base/shared-parts.js'
import type { Notice } from './notices.js'

export const siteNotices = ({ risks }: SiteFacts): Notice[] => risks.map(noticeOf)

function noticeOf(risk: OriginRisk): Notice {
  switch (risk.kind) {
    case 'alike':
      return {
        level: 'danger',
        text: msg(
          str`This is not ${siteName(risk.other)}, which you have connected. The two addresses only look alike. Scammers do this.`,
        ),
      }
    case 'letters':
      return {
        level: 'warning',
        text: msg(
          'The name of this site is written with letters that can pass for others. Make sure that it is the site that you mean.',
        ),
      }
    case 'open':
      return {
        level: 'warning',
        text: msg(
          'The connection to this site is not encrypted. An attacker in between could pose as the site.',
        ),
      }
  }
}

/** @param locale - BCP 47. */
export function acquaintance({ before }: SiteFacts, locale: string): string {
  if (before === undefined) return msg('You connect this site for the first time here.')
  const when = longDate(before, locale)
  return msg(str`You have connected this site before, on ${when}.`)
}
