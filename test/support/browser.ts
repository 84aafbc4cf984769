/** The browser that tests run in: one that is there, else one that is installed for them. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const isRoot = process.getuid?.() === 0

/**
 * Nothing that looks for the outside world, and nothing of the browser's own address bar, which is a page that
 * loads with every window: it takes longer than what the tests open. Naming features ourselves matters:
 * Playwright's own list turns off the partitioning of storage in frames of other sites, which people's browsers
 * have.
 */
export const WITHOUT_FEATURES =
  '--disable-features=MediaRouter,WebUIOmniboxPopup,WebUIOmniboxAimPopup'

export const BROWSER_ARGS = [
  WITHOUT_FEATURES,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  // Chromium refuses to sandbox for root, as which containers run.
  ...(isRoot ? ['--no-sandbox'] : []),
]

/** What automation adds and people's browsers do not have. */
export const IGNORED_DEFAULT_ARGS = ['--disable-popup-blocking']

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Path of a Chromium: `CHROME_PATH`, an installed one, or Playwright's; if there is none, it is installed.
 *
 * @throws {Error} If none can be had, with what was tried.
 */
export async function findBrowser(): Promise<string> {
  const named = process.env.CHROME_PATH
  if (named && !isProgram(named)) throw new Error(`CHROME_PATH is no program: ${named}`)
  const found = named ?? installed()
  if (found) return found
  install()
  const path = installed()
  if (!path) throw new Error('No Chrome or Chromium, and none could be installed. Set CHROME_PATH.')
  return path
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...PLACES,
    chromium.executablePath(),
  ]
  return candidates.find(isProgram)
}

function install(): void {
  console.log('No Chrome or Chromium here: installing one.')
  if (isRoot && existsSync('/etc/debian_version')) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  } else {
    const cli = createRequire(import.meta.url).resolve('playwright-core/cli.js')
    run(process.execPath, [cli, 'install', 'chromium'])
  }
}

function run(command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`, { cause: error })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
