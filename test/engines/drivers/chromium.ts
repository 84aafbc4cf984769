import {
  BROWSER_ARGS,
  findBrowser,
  IGNORED_DEFAULT_ARGS,
  WITHOUT_FEATURES,
} from '../../support/browser.js'
import type { Driver } from './driver.js'
import { launch } from './puppeteer.js'

/** Without it this Chromium, which blocks cookies of other sites, denies their frames all storage. */
const STRICT = `${WITHOUT_FEATURES},ThirdPartyStoragePartitioning`

export const chromium: Driver = {
  name: 'Chromium',
  missing: () => false,
  launch: async (profile) =>
    launch(
      {
        browser: 'chrome',
        executablePath: await findBrowser(),
        args: [
          ...BROWSER_ARGS.filter((arg) => arg !== WITHOUT_FEATURES),
          profile === 'strict' ? STRICT : WITHOUT_FEATURES,
          // As large as the other engines' screens.
          '--window-size=1280,1024',
        ],
        ignoreDefaultArgs: IGNORED_DEFAULT_ARGS,
      },
      profile,
    ),
}
