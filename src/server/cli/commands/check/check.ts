/** Checks an installation from outside, as a browser sees it, including each provider's page. */
import * as z from 'zod/mini'

import { AppConfig, Failure } from '../../../../protocol/service.js'
import { WalletError } from '../../../../shared/errors.js'
import { serviceUrl } from '../../../../shared/service-url.js'
import { aheadOf, middle, TOLERANCE } from '../../../keys/clock.js'
import { probeNodes } from '../../../keys/outside/probe.js'
import { parse } from '../../../platform/files.js'
import { type Given, tell, text } from '../../options/options.js'
import { askFor, certificateFault, originOf, whyNoAnswer } from './asking.js'
import { pageFault } from './provider-page.js'

const PAGES = ['/', '/frame', '/login'] as const
const Ready = z.object({ degraded: z.optional(z.string()) })
const Keys = z.object({ keys: z.array(z.unknown()) })

/** One line of the report. */
interface Checked {
  what: string
  /** Faults, each with its remedy. */
  faults: string[]
  /** Conditions that are fine for a while. */
  notes?: string[]
}

/** @returns 0 if all works, 1 if something is wrong, 2 if there was nothing that could be checked. */
export async function check(given: Given): Promise<number> {
  const wallet = originOf(text(given, 'url'))
  let config: AppConfig
  try {
    config = await readConfig(wallet)
  } catch (error) {
    const { detail } = WalletError.from(error)
    tell(`wallet ${wallet}: WRONG: ${detail ?? whyNoAnswer(error)}.`)
    return 2
  }
  const { loginService, verifiers, keyNetwork } = config
  const checked = [
    ...(await Promise.all([
      walletApp(wallet),
      service(`login service ${loginService}`, loginService, wallet, () =>
        signingFaults(config, wallet),
      ),
    ])),
    ...(await nodesOf(config, wallet)),
    ...(await Promise.all(
      Object.entries(verifiers).map(async ([name, verifier]): Promise<Checked> => {
        if (!verifier.authorizationEndpoint) return { what: `verifier ${name}`, faults: [] }
        const fault = await pageFault(verifier, wallet)
        return { what: `verifier ${name}, up to its page`, faults: fault ? [fault] : [] }
      }),
    )),
    await clocks([wallet, loginService, ...keyNetwork.nodes.map(({ url }) => url)]),
  ]
  for (const { what, faults, notes = [] } of checked) {
    if (!faults.length) tell(`${what}: works.`)
    for (const fault of faults) tell(`${what}: WRONG: ${fault.replace(/\.$/, '')}.`)
    for (const note of notes) tell(`${what}: note: ${note}.`)
  }
  return checked.some(({ faults }) => faults.length) ? 1 : 0
}

async function readConfig(wallet: string): Promise<AppConfig> {
  const answer = await askFor(`${wallet}/config.json`)
  const isJson = (answer.headers.get('content-type') ?? '').includes('json')
  if (answer.status !== 200 || !isJson) {
    const what = `/config.json answers ${answer.status}, and no configuration`
    throw new WalletError(
      'INVALID_ARGUMENT',
      `${what}: this is no wallet app, or the proxy leads elsewhere`,
    )
  }
  return parse(AppConfig, await answer.json(), 'INVALID_ARGUMENT', '/config.json: ')
}

/** Checks that all services share. @param more - Further checks, if the service answers. */
async function service(
  what: string,
  url: string,
  wallet: string,
  more: () => Promise<string[]>,
): Promise<Checked> {
  try {
    const answer = await askFor(serviceUrl(url, '/readyz'), { origin: wallet })
    const faults = await readyFaults(answer, wallet)
    const certificate = await certificateFault(url)
    return { what, faults: [...faults, ...(certificate ? [certificate] : []), ...(await more())] }
  } catch (error) {
    return { what, faults: [whyNoAnswer(error)] }
  }
}

async function readyFaults(answer: Response, wallet: string): Promise<string[]> {
  const said = await answer.json().catch(() => undefined)
  const failure = Failure.safeParse(said)
  if (failure.success) {
    const { code, detail } = failure.data.error
    if (code !== 'ORIGIN_NOT_ALLOWED') return [detail ?? code]
    return [`answers pages of another wallet alone: start it with --wallet-origin ${wallet}`]
  }
  const ready = Ready.safeParse(said)
  if (answer.status !== 200 || !ready.success) {
    return [`/readyz answers ${answer.status}, and not as ours do: the proxy leads elsewhere`]
  }
  return ready.data.degraded ? [ready.data.degraded] : []
}

const walletApp = (wallet: string) =>
  service(`wallet ${wallet}`, wallet, wallet, async () => {
    const faults: string[] = []
    for (const page of PAGES) {
      const answer = await askFor(wallet + page)
      const policy = answer.headers.get('content-security-policy') ?? ''
      if (answer.status !== 200)
        faults.push(`${page} answers ${answer.status}: see to --root of wallet-app`)
      else if (!policy.includes('frame-ancestors')) {
        faults.push(
          `${page} comes without its policy: let the proxy pass the headers of wallet-app`,
        )
      }
      if (page === '/login') faults.push(...(await scriptFaults(wallet, await answer.text())))
    }
    return faults
  })

/** Most of a first visit's bytes are scripts. */
async function scriptFaults(wallet: string, page: string): Promise<string[]> {
  const [, script] = page.match(/<script[^>]+src="([^"]+)"/) ?? []
  if (!script) return ['/login has no script: see to --root of wallet-app']
  const answer = await askFor(new URL(script, `${wallet}/login`).href, {
    'accept-encoding': 'br, gzip',
  })
  if (answer.status !== 200)
    return [`${script} answers ${answer.status}: see to --root of wallet-app`]
  if (/^(br|gzip)$/.test(answer.headers.get('content-encoding') ?? '')) return []
  return [
    `${script} comes uncompressed: let the proxy pass accept-encoding, and build with npm run build`,
  ]
}

async function signingFaults(
  { loginService, verifiers }: AppConfig,
  wallet: string,
): Promise<string[]> {
  const own = Object.keys(verifiers).filter((name) => verifiers[name]!.protocol !== 'oidc')
  if (!own.length) return []
  const answer = await askFor(serviceUrl(loginService, '/jwks.json'), { origin: wallet })
  const told = Keys.safeParse(await answer.json())
  return told.success && told.data.keys.length
    ? []
    : [`has no key for ID tokens of ${own.join(', ')}: start it with --signing-keys`]
}

async function nodesOf({ keyNetwork }: AppConfig, wallet: string): Promise<Checked[]> {
  const probed = await probeNodes(keyNetwork)
  return Promise.all(
    probed.map(async ({ node: { index, url }, fault, differences, notes }) => {
      const wrongs = [...(fault ? [fault] : []), ...differences]
      const checked = await service(`node ${index} at ${url}`, url, wallet, async () => wrongs)
      return { ...checked, notes }
    }),
  )
}

/** Compares clocks by the `Date` header of answers. The median counts as right. */
async function clocks(urls: string[]): Promise<Checked> {
  const told = await Promise.all(urls.map((url) => aheadOf(serviceUrl(url, '/healthz'))))
  const known = told.filter((one) => one !== undefined)
  const here = known.length ? middle(known) : 0
  const faults = urls.flatMap((url, at) => {
    const off = Math.round(here - (told[at] ?? here))
    return Math.abs(off) > TOLERANCE
      ? [`${url} is ${inSeconds(off)} the others: set it by NTP`]
      : []
  })
  // All clocks but this machine's agree.
  if (Math.abs(here) > TOLERANCE)
    faults.push(`this machine is ${inSeconds(Math.round(here))} theirs: set it by NTP`)
  return { what: 'clocks', faults }
}

const inSeconds = (off: number): string => `${Math.abs(off)} s ${off > 0 ? 'ahead of' : 'behind'}`
