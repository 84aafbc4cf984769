/** Finds the browsers for the tests, or installs them. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const isRoot = process.getuid?.() === 0

/**
 * Turns off features that contact the outside world, and the address bar's popup, a page that loads with every window
 * and takes longer than the tested ones. This list replaces Playwright's own, which would turn off partitioned storage:
 * real browsers have that.
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

/** Arguments that automation adds and that real browsers do not have. */
export const IGNORED_DEFAULT_ARGS = ['--disable-popup-blocking']

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Path of a Chromium: `CHROME_PATH`, an installed one, or Playwright's, which is installed if needed.
 *
 * @throws {Error} If none is found, with all places that were tried.
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

/** Path of a Firefox: `FIREFOX_PATH`, or an installed one. */
export const findFirefox = (): string | undefined =>
  [process.env.FIREFOX_PATH ?? '', ...onPath('firefox-esr'), ...onPath('firefox')].find(isProgram)

/** What WebKitGTK needs: a driver, its small browser, and a virtual screen. */
export interface WebKitPrograms {
  driver: string
  browser: string
  display: string
}

/** Undefined unless all parts are installed. */
export function findWebKit(): WebKitPrograms | undefined {
  const [driver, display] = ['WebKitWebDriver', 'Xvfb'].map((name) => onPath(name).find(isProgram))
  // In the library's folder for this processor.
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  const browsers = [...folders.map((folder) => `/usr/lib/${folder}`), '/usr/libexec'].flatMap(
    (folder) =>
      ['webkit2gtk-4.1', 'webkitgtk-6.0'].map((name) => join(folder, name, 'MiniBrowser')),
  )
  const browser = browsers.find(isProgram)
  return driver && browser && display ? { driver, browser, display } : undefined
}

/** Installs Firefox and WebKitGTK, if this machine allows that. Without them, their tests are skipped. */
export function installEngines(): void {
  if (findFirefox() && findWebKit()) return
  if (!isRoot || !existsSync('/etc/debian_version')) return
  console.log('No Firefox or no WebKitGTK here: installing them.')
  try {
    run('apt-get', ['update'])
    const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']
    run('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
  } catch (error) {
    console.warn((error as Error).message)
  }
}

function installed(): string | undefined {
  const candidates = [...NAMES.flatMap(onPath), ...PLACES, chromium.executablePath()]
  return candidates.find(isProgram)
}

function onPath(name: string): string[] {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
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
