/**
 * `npm run screenshots` makes the pictures of the README, in docs/images. `npm run screenshots -- <folder>`
 * makes one of every screen in every state instead, to be looked at.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build, preview } from 'vite'

import { BROWSER_ARGS, findBrowser } from '../test/support/browser.js'
import demo from '../vite.config.js'
import { fromRoot } from './vite/shared.js'

interface Shot {
  area: string
  state: string
  scheme: 'light' | 'dark'
  language?: string
}

/** CSS pixels of a phone's screen. */
const PHONE = { width: 390, height: 740 }
/** Room for four phones side by side, all visible: browsers draw hidden frames late. */
const SHEET = { width: 1_700, height: 4_500 }
/** The README's pictures, each with the screens side by side in it. */
const PICTURES: Record<string, Shot[]> = {
  wallet: [
    { area: 'Sign in', state: 'with a field for the e-mail address', scheme: 'light' },
    { area: 'Wallet', state: 'home with all that it can have', scheme: 'light' },
    { area: 'Transactions that are explained', state: 'a swap', scheme: 'light' },
  ],
  dark: [
    { area: 'Wallet', state: 'home', scheme: 'dark' },
    { area: 'Transactions that are explained', state: 'a poisoned address', scheme: 'dark' },
    { area: 'Wallet', state: 'receive', scheme: 'dark', language: 'ar' },
  ],
}
/** Milliseconds until a question can be answered, and all that moves has arrived. */
const READY = 1_200

const folder = process.argv[2]
const outDir = await mkdtemp(join(tmpdir(), 'states-'))
const rolldownOptions = { ...demo.build?.rolldownOptions, input: fromRoot('demo/states.html') }
const site = {
  ...demo,
  configFile: false as const,
  build: { ...demo.build, outDir, rolldownOptions },
}
await build(site)
const server = await preview({ ...site, preview: { port: 0 } })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGS })
try {
  const origin = server.resolvedUrls?.local[0] ?? ''
  if (folder) await everyState(browser, origin, folder)
  else await pictures(browser, origin, fromRoot('docs/images'))
} finally {
  await browser.close()
  await server.close()
  await rm(outDir, { recursive: true })
}

async function pictures(browser: Browser, origin: string, into: string): Promise<void> {
  await mkdir(into, { recursive: true })
  const page = await open(browser, origin, 2)
  const sheet = await browser.newPage({ viewport: { width: 1_320, height: 840 } })
  for (const [name, shots] of Object.entries(PICTURES)) {
    const images: string[] = []
    for (const shot of shots) {
      await show(page, { ...shot })
      images.push((await page.screenshot()).toString('base64'))
    }
    const isDark = shots[0]?.scheme === 'dark'
    await sheet.setContent(`<style>
      body { display: flex; justify-content: center; align-items: center; gap: 32px; height: 100vh; margin: 0;
        background: ${isDark ? '#0b0c0f' : '#e9ecf2'} }
      img { width: 390px; border-radius: 28px; box-shadow: 0 12px 40px rgb(0 0 0 / 0.18) }
    </style>${images.map((image) => `<img src="data:image/png;base64,${image}" />`).join('')}`)
    await sheet.screenshot({ path: join(into, `${name}.png`) })
    console.log(join(into, `${name}.png`))
  }
}

/** A picture of each area, with all its states, in all colours and both directions. */
async function everyState(browser: Browser, origin: string, into: string): Promise<void> {
  await mkdir(into, { recursive: true })
  const page = await browser.newPage({ viewport: SHEET })
  await page.goto(`${origin}demo/states.html`)
  await page.waitForSelector('iframe')
  const areas = await page.$$eval('[name=area] option', (all) => all.map((one) => one.textContent))
  for (const [at, area] of areas.entries()) {
    for (const [scheme, language] of [
      ['light', 'en'],
      ['dark', 'en'],
      ['light', 'ar'],
    ] as const) {
      const hash = new URLSearchParams({ area: area ?? '', scheme, language })
      await page.evaluate(`location.hash = ${JSON.stringify(String(hash))}`)
      await page.waitForFunction(`[...document.querySelectorAll('iframe')].every(
        ({ contentDocument }) => contentDocument?.body?.dataset.ready)`)
      await page.waitForTimeout(READY)
      await page.screenshot({ path: join(into, `${at}-${scheme}-${language}.png`), fullPage: true })
    }
  }
}

async function open(browser: Browser, origin: string, deviceScaleFactor: number): Promise<Page> {
  const page = await browser.newPage({ viewport: PHONE, deviceScaleFactor })
  await page.goto(`${origin}demo/states.html#alone=1`)
  await page.waitForFunction('document.body.dataset.ready')
  return page
}

async function show(page: Page, settings: Record<string, string>): Promise<void> {
  const hash = new URLSearchParams({ language: 'en', ...settings, alone: '1' })
  await page.evaluate(`location.hash = ${JSON.stringify(String(hash))}`)
  await page.waitForTimeout(READY)
}
