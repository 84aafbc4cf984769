/** Shows a failed test's pages: their texts, their errors and a picture of each. */
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'

import { fromRoot } from '../../scripts/vite/shared.js'

const FOLDER = fromRoot('test/.output/failures')
/** Milliseconds for each answer of a page, so that a hanging page is reported too. */
const PATIENCE = 5_000
const MAX_NAME = 120
/** Lines printed of a frame's text. */
const MAX_LINES = 60

const watched = new Set<Browser | BrowserContext>()

/** A browser that is not Playwright's. */
export interface OtherBrowser {
  /** Description of the browser's pages, in lines. */
  tell(): Promise<string[]>
  close(): Promise<void>
}
const others = new Set<OtherBrowser>()

/** Adds a browser to those that are described. @returns Removes it. */
export function watchOther(other: OtherBrowser): () => void {
  others.add(other)
  return () => void others.delete(other)
}

/** Describes the browser's pages when a test of this process fails. */
export function watch<T extends Browser | BrowserContext>(opened: T): T {
  const one: Browser | BrowserContext = opened
  watched.add(one)
  if ('contexts' in one) one.on('disconnected', () => watched.delete(one))
  else one.on('close', () => watched.delete(one))
  return opened
}

/** Ends whatever waits for one of its pages. */
export async function closeWatched(): Promise<void> {
  await Promise.all([...watched, ...others].map((one) => one.close()))
}

/** Prints what all open pages show. */
export async function showPages(test: string): Promise<void> {
  for (const other of others) {
    const told = await settled(other.tell().then((lines) => lines.join('\n')))
    console.log(`“${test}” failed in a browser that shows:\n${withoutSecrets(told)}`)
  }
  if (!watched.size) return
  const contexts = [...watched].flatMap((one) => ('contexts' in one ? one.contexts() : [one]))
  const pages = contexts.flatMap((one) => one.pages())
  const file = basename(process.argv[1] ?? '').split('.')[0]!
  const lines = [`“${test}” failed with ${pages.length} page(s) open.`]
  for (const [at, page] of pages.entries()) {
    lines.push(...(await describe(page, `${await placeOf(file, test)}-${at + 1}`)))
  }
  console.log(lines.join('\n'))
}

/** Describes a page: its URL, its texts and frames, and its errors. The same is written next to the picture. */
async function describe(page: Page, path: string): Promise<string[]> {
  const state = await settled(
    page.evaluate(() => {
      const focus = document.hasFocus() ? 'has the focus' : 'has no focus'
      return `“${document.title}”, ${document.visibilityState}, ${focus}`
    }),
  )
  // Innermost frames first: a test is usually about these.
  const frames = await Promise.all(page.frames().reverse().map(describeFrame))
  const complaints = await complaintsOf(page)
  const picture = page.screenshot({ path: `${path}.png`, timeout: PATIENCE })
  const taken = await settled(picture.then(() => `${shortPath(path)}.png`))
  await writeFile(`${path}.txt`, [...frames.flat(), ...complaints].join('\n'))
  return [
    `page ${withoutSecrets(page.url())} ${state}`,
    ...[...frames.flatMap((frame) => shortened(frame)), ...complaints].map((line) => `  ${line}`),
    `  picture: ${taken}, all texts: ${shortPath(path)}.txt`,
  ]
}

/** Console errors and uncaught errors. */
async function complaintsOf(page: Page): Promise<string[]> {
  const [messages, errors] = await Promise.all([
    page.consoleMessages({ filter: 'all' }).catch(() => []),
    page.pageErrors({ filter: 'all' }).catch(() => []),
  ])
  const texts = [
    ...messages.filter((one) => one.type() === 'error').map((one) => one.text()),
    ...errors.map((error) => error.message),
  ]
  return texts.map((text) => withoutSecrets(`complaint: ${text}`))
}

/** Roles, names, states and texts, through shadow roots. */
async function describeFrame(frame: Frame): Promise<string[]> {
  const seen = await settled(frame.locator('body').ariaSnapshot({ timeout: PATIENCE }))
  const lines = (seen || '(empty)').split('\n').map((line) => `  ${line}`)
  return withoutSecrets([`frame ${frame.url()}`, ...lines].join('\n')).split('\n')
}

function shortened(lines: string[]): string[] {
  const rest = lines.length - MAX_LINES
  return rest > 0 ? [...lines.slice(0, MAX_LINES), `  (${rest} more lines)`] : lines
}

/** The answer, or why there was none in time. */
async function settled(answer: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('(no answer)'), PATIENCE)
  })
  try {
    return await Promise.race([answer, late])
  } catch (error) {
    return `(${(error as Error).message.split('\n')[0]})`
  } finally {
    clearTimeout(timer)
  }
}

/** Removes the values of URL parameters and fragments, which may be codes and tokens. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/((?:\w+:\/\/|\/url: )[^\s?#"'<>]*)(\?[^\s#"'<>]*)?(#[^\s"'<>]*)?/g, withoutValues)
    .replace(/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)*/g, 'eyJ…')

function withoutValues(_: string, path: string, query = '', fragment = ''): string {
  return `${path}${query.replace(/=[^&]*/g, '=…')}${fragment.replace(/(.).+/, '$1…')}`
}

const shortPath = (path: string): string => relative(fromRoot('.'), path)

/** Path for a test's files, without extension, in characters that all file systems allow. */
export async function placeOf(file: string, test: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true })
  const slug = test.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return join(FOLDER, `${file}-${slug}`.slice(0, MAX_NAME).replace(/-$/, ''))
}
