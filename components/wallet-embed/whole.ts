/** What the wallet is told of the properties: each part in its place, and URLs of the page in full. */
import { withFullUrls } from '../../src/client/page-urls.js'
import type { InitParams } from '../../src/protocol/messages.js'
import { PARAMETER_NAMES, PARAMETERS } from './parameters.js'
import type { WalletEmbedProperties } from './wallet-embed-base.js'

type Branch = Record<string, unknown>

/** A part that is set by itself comes before what the whole says of it. */
export function wholeOf(values: WalletEmbedProperties): InitParams {
  const { network, whiteLabel } = values
  const whole: Branch = {
    ...values,
    network: typeof network === 'string' ? { host: network } : network,
  }
  for (const name of PARAMETER_NAMES) {
    const [last = name, ...path] = PARAMETERS[name].live?.split('.').reverse() ?? []
    if (!path.length || values[name] === undefined) continue
    const branch = path.reduceRight((branch, key) => {
      branch[key] = { ...(branch[key] as Branch) }
      return branch[key] as Branch
    }, whole)
    branch[last] = values[name]
  }
  if (whole.whiteLabel !== whiteLabel) {
    const { theme, ...parts } = whole.whiteLabel as { theme?: object }
    whole.whiteLabel = {
      ...{ logoDark: '', logoLight: '', ...parts },
      theme: { isDark: false, colors: {}, ...theme },
    }
    // The page did not choose light or dark.
    if (!whiteLabel?.theme) whole.theme ??= 'auto'
  }
  return withFullUrls(whole)
}
