/** The whole stack on free ports, a real browser, and the demo page as a person uses it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type FrameLocator,
  type Page,
} from 'playwright-core'
import { mnemonicToAccount } from 'viem/accounts'
import { type Stack, type StackOptions, startStack } from '../../demo/stack.js'
import {
  approve,
  pickAccount,
  pressButton,
  pressProvider,
  walletFrame,
} from '../../demo/testing/kit.js'
import { fromRoot } from '../../scripts/vite/shared.js'

import type { LoginClient } from '../../src/login-client.js'
import type { Wallet } from '../../src/wallet.js'
import { BROWSER_ARGS, findBrowser } from '../support/browser.js'
import { watch } from '../support/failures.js'
import { SITE_PORT } from './site.js'
import { TRUSTING, type WorldName, worldOptions } from './worlds.js'

export {
  approve,
  continueInWindow,
  pickAccount,
  pressButton,
  pressProvider,
  ready,
  still,
  walletFrame,
} from '../../demo/testing/kit.js'

import { until } from '../support/until.js'

declare global {
  interface Window {
    wallet: Wallet
    loginClient: LoginClient
    /** What a test's listeners noted. */
    heard: string[]
  }
}

/** Each file has people of its own: limits and accounts are theirs, where files share a stack. */
const DOMAIN = `${basename(process.argv[1] ?? '').split('.')[0]}.example.test`
export const PERSON = `sample.person@${DOMAIN}`
export const OTHER = `other.person@${DOMAIN}`

/** Milliseconds, on a machine that does more: a test that waits for what never comes should say so. */
export const PATIENCE = 30_000

/** A stack that other files use at the same time: nobody may end a program of it, or count on its log. */
export interface SharedWorld {
  /** The stack's folder: secrets, settings, logs. */
  dir: string
  stack: SharedStack
  browser: Browser
  stop(): Promise<void>
}

type SharedStack = Pick<Stack, 'ports' | 'urls' | 'demoConfig'>

/** A stack of this file's own. */
export interface World extends SharedWorld {
  stack: Stack
  /** What programs wrote as warnings. */
  warnings: string[]
}

/** Where a running stack is, as JSON, for files that share it. */
const SHARED = 'SHARED_STACK'

/**
 * Two copies of the login service behind a proxy, with a real Redis, and key nodes of two processes each. With
 * COPIES=1 in the environment every test runs against this.
 */
const IN_COPIES: Partial<StackOptions> = {
  command: (name, args) => {
    if (name === 'login')
      return ['--import', 'tsx', fromRoot('test/support/login-copies.ts'), ...args]
    return name.startsWith('node') ? [...args, '--workers', '2'] : args
  },
}

/**
 * A stack that files share, and a browser for this file. For files that end no program, do not change the settings and do
 * not read the logs. A file that runs alone gets the same stack for itself.
 */
export async function shareWorld(name: WorldName = 'trusting'): Promise<SharedWorld> {
  const shared = process.env[SHARED]
  if (!shared) return startWorld(worldOptions([SITE_PORT])[name])
  const browser = await launch()
  const stop = () => browser.close()
  return { ...(JSON.parse(shared) as Record<WorldName, Located>)[name], browser, stop }
}

type Located = Pick<SharedWorld, 'dir' | 'stack'>

/**
 * The stacks that files share. `env` is for those who run them.
 *
 * @param ports - Where sites of tests will be.
 */
export async function startShared(ports: readonly number[]): Promise<{
  dir: string
  env: NodeJS.ProcessEnv
  stop(): Promise<void>
}> {
  const options = worldOptions(ports)
  const start = async (name: WorldName) => {
    const onDeath: StackOptions['onDeath'] = (program) =>
      console.error(`${program.name} of ${name} ended:\n${program.tail}`)
    const { dir, stack, stop } = await startAlone({ ...options[name], onDeath })
    const { ports, urls, demoConfig } = stack
    return { dir, stack: { ports, urls, demoConfig }, stop }
  }
  const [trusting, asking] = await Promise.all([start('trusting'), start('asking')])
  return {
    dir: trusting.dir,
    env: { [SHARED]: JSON.stringify({ trusting, asking }) },
    stop: async () => void (await Promise.all([trusting.stop(), asking.stop()])),
  }
}

/**
 * A stack of this file's own, for what others would be disturbed by: a program that ends, other settings, a log
 * that is read.
 */
export async function startWorld(given: Partial<StackOptions> = {}): Promise<World> {
  const warnings: string[] = []
  const onWarning = (line: string) => warnings.push(line)
  const launching = launch()
  const alone = await startAlone({ onWarning, ...given }).catch(async (error) => {
    // A browser that stays open would keep the tests from ending.
    await (await launching).close()
    throw error
  })
  const browser = await launching
  const stop = async () => {
    await browser.close()
    await alone.stop()
  }
  return { ...alone, browser, warnings, stop }
}

/** A stack without a browser. */
export async function startAlone(
  given: Partial<StackOptions>,
): Promise<Omit<World, 'browser' | 'warnings'>> {
  // What one test names or adds is not there in the next.
  const usual = { embedders: [TRUSTING], sync: false }
  const options = { ...usual, ...(process.env.COPIES && IN_COPIES), ...given }
  const dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
  const forget = () => rm(dir, { recursive: true, force: true })
  const stack = await startStack({ dir, build: false, ...options }).catch(async (error) => {
    await forget()
    throw error
  })
  const stop = async () => {
    await stack.stop()
    await forget()
  }
  return { dir, stack, stop }
}

/** A browser with popup blocking and partitioned storage, as people have (Playwright turns both off). */
export async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: BROWSER_ARGS,
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  })
  return watch(browser)
}

/**
 * Goes past what somebody new is asked in the place of home, once a screen is there.
 *
 * @param wallet - Where it is: the frame, or a page of the wallet's own.
 */
export async function skipOnboarding(
  page: Page,
  wallet: Page | FrameLocator = walletFrame(page),
): Promise<void> {
  await wallet.locator('we-shell > :not([hidden], we-status, .stage)').first().waitFor()
  const onboarding = wallet.locator('we-recovery-welcome')
  if (await onboarding.isVisible())
    await onboarding.getByRole('button', { name: 'Not now' }).click()
}

/** The words of a recovery phrase, once they are shown. */
export async function readWords(wallet: Page | FrameLocator): Promise<string[]> {
  const items = wallet.locator('we-recovery-phrase').getByRole('listitem')
  await items.last().waitFor()
  return (await items.allInnerTexts()).map((word) => word.replace(/[^a-z]/g, ''))
}

/** An EIP-1193 request of the page's; a failure reads `[code] message`. */
export function request(page: Page, method: string, params: unknown = []): Promise<unknown> {
  return page.evaluate(
    ([method, params]) =>
      window.wallet.provider.request({ method, params: params as unknown[] }).catch((error) => {
        throw new Error(`[${error.code}] ${error.message}`)
      }),
    [method, params] as const,
  )
}

/** The demo page in a browser profile of its own. */
export class Demo {
  readonly world: SharedWorld
  readonly context: BrowserContext
  readonly page: Page

  constructor(world: SharedWorld, context: BrowserContext, page: Page) {
    this.world = world
    this.context = context
    this.page = page
  }

  get frame(): FrameLocator {
    return walletFrame(this.page)
  }

  async ready(): Promise<void> {
    await this.page.waitForFunction(() => window.wallet?.isInitialized)
  }

  async openWallet(): Promise<void> {
    await this.page.getByRole('button', { name: 'Open wallet' }).click()
    await skipOnboarding(this.page)
  }

  async closeWallet(): Promise<void> {
    await this.page.getByRole('button', { name: 'Close wallet' }).click()
  }

  isPanelOpen(): Promise<boolean> {
    return this.page
      .locator('wallet-embed dialog')
      .evaluate((dialog) => (dialog as HTMLDialogElement).open)
  }

  /** From the floating button to the account. */
  async signIn(email: string, provider = 'Google'): Promise<void> {
    await this.openWallet()
    await this.finishSignIn(email, provider)
    await this.page.waitForFunction(() => window.wallet.isLoggedIn)
    if (await this.isPanelOpen()) await this.closeWallet()
  }

  /** The same, when the sign-in screen is there. */
  async finishSignIn(email: string, provider = 'Google'): Promise<void> {
    const popup = this.page.waitForEvent('popup')
    await pressProvider(this.frame, provider)
    await pickAccount(await popup, email)
  }

  async press(name: string): Promise<void> {
    await pressButton(this.frame.getByRole('button', { name, exact: true }))
  }

  /** Says yes to what the wallet asks. */
  approve(): Promise<void> {
    return approve(this.frame)
  }

  async recoveryPhrase(email = PERSON): Promise<string> {
    await this.openWallet()
    await this.press('Settings')
    await this.press('Recovery phrase')
    await proveAgain(this.frame, this.page, email)
    await this.press('Show the words')
    const words = await readWords(this.frame)
    await this.closeWallet()
    return words.join(' ')
  }

  /** The first account's private key, as the words give it: 64 hex digits. */
  async walletKey(): Promise<string> {
    const account = mnemonicToAccount(await this.recoveryPhrase())
    return Buffer.from(account.getHdKey().privateKey!).toString('hex')
  }

  /** Logs in with the login client, by popup. */
  loginClient(email: string): Promise<string> {
    return logIn(this.page, email)
  }

  /** What the wallet's own origin keeps of the session in its storage. */
  async sessionCiphertext(): Promise<string> {
    const frame = this.page.frames().find((one) => one.url().includes('/frame?'))
    return frame!.evaluate(() => Object.values({ ...sessionStorage, ...localStorage }).join())
  }

  async logOutInside(): Promise<void> {
    await this.openWallet()
    await this.press('Log out')
    await walletFrame(this.page).getByRole('heading', { name: 'Log out?' }).waitFor()
    await this.press('Log out')
  }

  async close(): Promise<void> {
    await this.context.close()
  }
}

export async function openDemo(
  world: SharedWorld,
  path = '/',
  context?: BrowserContext,
): Promise<Demo> {
  context ??= await world.browser.newContext()
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  await page.goto(`${world.stack.urls.demo}${path}`)
  const demo = new Demo(world, context, page)
  await demo.ready()
  return demo
}

/**
 * The window that a press opens, also one that closes by itself at once. Without an opener it is no popup of the page's,
 * but one more page of the browser's.
 *
 * @param match - Which it is, where a press may open others, or an earlier press may have.
 */
export async function windowOf(
  page: Page,
  press: () => Promise<unknown>,
  match: (opened: Page) => boolean = () => true,
): Promise<Page> {
  const context = page.context()
  const known = new Set(context.pages())
  const opened: Page[] = []
  const note = (one: Page) => !known.has(one) && opened.push(one)
  context.on('page', note)
  try {
    await press()
    return await until('the window', () => opened.find(match))
  } finally {
    context.off('page', note)
  }
}

/** Until a window is closed, if it is not. */
export async function closed(opened: Page): Promise<void> {
  if (!opened.isClosed()) await opened.waitForEvent('close')
}

/** Signs in again before a secret is shown, where who is signed in has not proved just now that it is them. */
export async function proveAgain(frame: FrameLocator, page: Page, email: string): Promise<void> {
  const again = frame.getByRole('button', { name: 'Sign in again', exact: true })
  await again.or(frame.getByRole('button', { name: /^Show the (words|key)$/ })).waitFor()
  if (!(await again.isVisible())) return
  const popup = await windowOf(page, () => pressButton(again))
  await pickAccount(popup, email)
}

/** Logs in with the page's `window.loginClient`, by popup; a failure reads `[CODE] message`. */
export async function logIn(page: Page, email: string): Promise<string> {
  const popup = page.waitForEvent('popup')
  const login = page.evaluate(() =>
    window.loginClient.login({ loginProvider: 'google', relogin: true }).then(
      ({ privKey }) => privKey,
      (error) => Promise.reject(new Error(`[${error.code}] ${error.message}`)),
    ),
  )
  const [privKey] = await Promise.all([login, popup.then((window) => pickAccount(window, email))])
  return privKey
}
