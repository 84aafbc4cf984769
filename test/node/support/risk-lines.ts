/** What people read of risks, a line each: how bad it is, the sentence, and what it is about. */
import { shownRisk } from '../../../src/app/screens/explanation/summary.js'
import type { Risk } from '../../../src/chain/risks/risk.js'
import { groupedAddress } from '../../../src/chain/values/addresses.js'

export const riskLines = (risks: readonly Risk[]): string[] =>
  risks.map(shownRisk).map(({ severity, text, address, other }) => {
    const whom = [address, other].flatMap((one) => (one ? groupedAddress(one) : []))
    return `${severity}: ${text}${whom.length ? ` (${whom.join(', ')})` : ''}`
  })
