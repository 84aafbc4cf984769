/** For a page's claims about a provider: the checks of key nodes are the operator's to set. */
import type { AppConfig } from '../../protocol/service.js'
import { isAtDomain } from '../../shared/domain.js'
import type { JwtParameters } from '../../shared/options.js'

/** A line for each parameter by which the page expects something else. */
export function differencesOf(
  { issuer, verifierIdField, leeway }: AppConfig['verifiers'][string],
  jwt: JwtParameters,
): string[] {
  const differences = {
    domain: !isAtDomain(issuer, jwt.domain),
    redirect_uri: !!jwt.redirect_uri && jwt.redirect_uri !== `${location.origin}/login`,
    verifierIdField: !!jwt.verifierIdField && jwt.verifierIdField !== verifierIdField,
    leeway: jwt.leeway !== undefined && jwt.leeway !== leeway,
  }
  return Object.entries(differences)
    .filter(([, differs]) => differs)
    .map(([field]) => `jwtParameters.${field} is the wallet's operator's to set, and is another`)
}
