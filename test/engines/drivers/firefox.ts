import { findFirefox } from '../../support/browser.js'
import type { Driver } from './driver.js'
import { launch } from './puppeteer.js'

/** Cookies of other sites, and with them their storage: rejected. */
const REJECT_FOREIGN = 1

export const firefox: Driver = {
  name: 'Firefox',
  missing: () => !findFirefox() && 'There is no Firefox here.',
  launch: async (profile) =>
    launch(
      {
        browser: 'firefox',
        executablePath: findFirefox()!,
        extraPrefsFirefox: {
          // Automation turns the popup blocker off; people have it.
          'dom.disable_open_during_load': true,
          ...(profile === 'private' && { 'browser.privatebrowsing.autostart': true }),
          ...(profile === 'strict' && { 'network.cookie.cookieBehavior': REJECT_FOREIGN }),
        },
      },
      profile,
    ),
}
