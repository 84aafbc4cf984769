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
          // Its own screen is too small for a window of the wallet's.
          '--screen-info={1280x1024}',
        ],
        ignoreDefaultArgs: IGNORED_DEFAULT_ARGS,
      },
      profile,
    ),
}
