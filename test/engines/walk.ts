/** One walk through the whole product, for every engine and every circumstance. */
import type { Stack } from '../../demo/stack.js'
import { type Site, startSite } from '../e2e/site.js'
import { startAlone } from '../e2e/support.js'
import { watchOther } from '../support/failures.js'
import { after, before, describe, it } from '../support/suite.js'
import type { Browser, Driver } from './drivers/driver.js'
import { textOf } from './hands.js'
import { plainPage, sitePage } from './pages.js'
import {
  BETWEEN_SITES,
  CIRCUMSTANCES,
  type CircumstanceName,
  EXCEPTIONS,
  OUTCOMES,
  outcomeOf,
  STEPS,
  type Step,
  UNLISTED,
} from './table.js'
import { Walk } from './walk-steps.js'

/** Everything, in this engine, wherever it can be tried. */
export function walkIn(driver: Driver): void {
  describe(driver.name, { skip: driver.missing() }, () => {
    let site: Site
    let stack: Stack
    let stop: (() => Promise<void>) | undefined

    before(async () => {
      site = await startSite()
      const origins = Object.values(CIRCUMSTANCES).map((one) => originOf(site, one))
      const listed = origins.filter((origin) => origin !== site.origin(UNLISTED))
      const started = await startAlone({
        origins: [...new Set(origins)],
        embedders: [...new Set(listed), '*'],
        redirectUrls: [`${site.origin('shop')}/coop`],
      })
      stack = started.stack
      stop = started.stop
      const { wallet } = stack.urls
      site.page('/', sitePage(wallet))
      site.page('/plain', plainPage(wallet))
      site.page('/coop', sitePage(wallet), { 'cross-origin-opener-policy': 'same-origin' })
    })
    after(async () => {
      await stop?.()
      await site?.close()
    })

    describe('two sites', () => {
      let browser: Browser
      let walk: Walk
      let forget = () => {}
      const at = (host: string) => `${site.origin(host)}/plain`

      before(async () => {
        browser = await driver.launch('plain')
        forget = watchOther({ tell: () => tell(browser), close: () => browser.close() })
        const visitor = `two-sites@${driver.name.toLowerCase()}.example.test`
        walk = new Walk(browser, await browser.open(at('shop')), stack, visitor, false)
        await walk.ready()
        await walk.signIn('yes')
      })
      after(async () => {
        forget()
        await browser?.close()
      })

      it(BETWEEN_SITES.carry, async () => {
        await walk.go(at('second'))
        await walk.carryOn()
      })

      it(BETWEEN_SITES.end, async () => {
        await walk.logoutInPanel()
        await walk.go(at('shop'))
        await walk.signedOut()
      })
    })

    for (const name of Object.keys(EXCEPTIONS[driver.name] ?? {}) as CircumstanceName[]) {
      describe(CIRCUMSTANCES[name].says, () => {
        const { profile } = CIRCUMSTANCES[name]
        const visitor = `${name}@${driver.name.toLowerCase()}.example.test`
        let browser: Browser
        let walk: Walk
        let failed: Step | undefined
        let forget = () => {}

        before(async () => {
          browser = await driver.launch(profile)
          forget = watchOther({ tell: () => tell(browser), close: () => browser.close() })
          const url = `${originOf(site, CIRCUMSTANCES[name])}${CIRCUMSTANCES[name].path}`
          const isForgetful = outcomeOf(driver.name, name, 'reload') === 'again'
          walk = new Walk(browser, await browser.open(url), stack, visitor, isForgetful)
          await walk.ready()
        })
        after(async () => {
          forget()
          await browser?.close()
        })

        for (const step of Object.keys(STEPS) as Step[]) {
          const outcome = outcomeOf(driver.name, name, step)
          if (!outcome) continue
          it(`${STEPS[step]}: ${OUTCOMES[outcome].cell}`, async (test) => {
            // Each goes on from where the one before it ended.
            if (failed) return test.skip(`after “${STEPS[failed]}” had failed`)
            failed = step
            await walk[step](outcome)
            failed = undefined
          })
        }
      })
    }
  })
}

type Somewhere = (typeof CIRCUMSTANCES)[CircumstanceName]

const originOf = (site: Site, circumstance: Somewhere): string =>
  'host' in circumstance ? site.origin(circumstance.host) : `http://localhost:${site.port}`

/** What all tabs show. */
async function tell(browser: Browser): Promise<string[]> {
  const lines: string[] = []
  for (const tab of await browser.tabs()) {
    lines.push(`tab ${tab.id} ${await tab.read<string>('location.href').catch(String)}`)
    for (const place of ['page', 'wallet'] as const) {
      const text = await textOf(tab, place).catch(String)
      lines.push(
        ...`${place}: ${text}`
          .split('\n')
          .filter(Boolean)
          .map((line) => `  ${line}`),
      )
    }
  }
  return lines
}
