/** For a page's claims about a provider: the checks of key nodes are the operator's to set. */
import type { AppConfig } from '../../protocol/service.js'
import { isAtDomain } from '../../shared/domain.js'
import type { JwtParameters } from '../../shared/options.js'

interface Claims {
  /** At the provider, however the page wrote it. */
  clientId: string
  jwtParameters?: JwtParameters | undefined
}

/** A line for each parameter by which the page expects something else. */
export function differencesOf(
  { issuer, verifierIdField, leeway, ...entry }: AppConfig['verifiers'][string],
  { clientId, jwtParameters: jwt }: Claims,
): string[] {
  const differences = {
    clientId: clientId !== entry.clientId,
    'jwtParameters.domain': !!jwt && !isAtDomain(issuer, jwt.domain),
    'jwtParameters.redirect_uri':
      !!jwt?.redirect_uri && jwt.redirect_uri !== `${location.origin}/login`,
    'jwtParameters.verifierIdField':
      !!jwt?.verifierIdField && jwt.verifierIdField !== verifierIdField,
    'jwtParameters.leeway': jwt?.leeway !== undefined && jwt.leeway !== leeway,
  }
  return Object.entries(differences)
    .filter(([, differs]) => differs)
    .map(([field]) => `${field} is the wallet's operator's to set, and is another`)
}
