/**
 * What a person waits for on the wallet's screens: from a page's address to a sign-in screen that can be
 * used, from a click to that screen, and from a click to the panel that asks for a signature. Times of the
 * page and of the frame are of one clock.
 */
import type { Frame, Page } from 'playwright-core'

import { build } from '../scripts/build.js'
import { type Demo, openDemo, PERSON, startWorld, type World } from '../test/e2e/support.js'
import { median, round, table } from './table.js'

const PEOPLE = 5
const QUESTIONS = 5

/** Milliseconds. */
interface Visit {
  usable: number
  opened: number
  /** The first question of a visit, and the others. */
  first: number
  later: number[]
  approvable: number[]
}

export async function screens(): Promise<void> {
  await build()
  const world = await startWorld()
  try {
    const visits: Visit[] = []
    for (let count = 0; count < PEOPLE; count += 1) visits.push(await visit(world))
    report(visits)
  } finally {
    await world.stop()
  }
}

/** One visit in a profile of its own: nothing is cached or compiled. */
async function visit(world: World): Promise<Visit> {
  const demo = await openDemo(world)
  const { page } = demo
  const frame = page.frames().find((one) => one.url().includes('/frame'))!
  await page.evaluate(
    "addEventListener('click', () => { window.clickedAt = performance.timeOrigin + performance.now() }, true)",
  )
  const signIn = onScreen(frame, 'we-sign-in', 'button')
  await demo.openWallet()
  const [shownAt, clickedAt, startedAt] = [
    await signIn,
    await clickOf(page),
    (await page.evaluate('performance.timeOrigin')) as number,
  ]
  const readyAt = (await frame.evaluate(
    "performance.timeOrigin + performance.getEntriesByType('paint')[0].startTime",
  )) as number
  await demo.finishSignIn(PERSON)
  await page.waitForFunction(() => window.wallet.isLoggedIn)
  if (await demo.isPanelOpen()) await demo.closeWallet()
  await addQuestion(page)
  const asked: { shown: number; approvable: number }[] = []
  for (let count = 0; count < QUESTIONS; count += 1) asked.push(await question(demo, frame))
  await demo.close()
  const [first, ...later] = asked.map(({ shown }) => shown)
  return {
    usable: readyAt - startedAt,
    opened: shownAt - clickedAt,
    first: first!,
    later,
    approvable: asked.map(({ approvable }) => approvable),
  }
}

/** A button of the page's that asks for a signature. */
const addQuestion = (page: Page) =>
  page.evaluate(`
    const ask = document.createElement('button')
    ask.textContent = 'Ask for a signature'
    ask.style.cssText = 'position: fixed; inset: auto 8px 8px auto; z-index: 9'
    ask.onclick = async () => {
      const [account] = await wallet.provider.request({ method: 'eth_requestAccounts' })
      wallet.provider.request({ method: 'personal_sign', params: ['0x68656c6c6f', account] }).catch(() => {})
    }
    document.body.append(ask)
  `)

async function question({ page, frame: inside }: Demo, frame: Frame) {
  const shown = onScreen(frame, 'we-sign-message', 'button')
  const approvable = onScreen(frame, 'we-sign-message', '.primary:not([aria-disabled="true"])')
  await page.getByRole('button', { name: 'Ask for a signature' }).click()
  const [shownAt, approvableAt] = await Promise.all([shown, approvable])
  const clickedAt = await clickOf(page)
  // Not rejected: who asks again and again has to wait.
  await inside.getByRole('button', { name: 'Approve' }).click()
  await page.waitForFunction(() => !document.querySelector('wallet-embed')?.matches('[open]'))
  return { shown: shownAt - clickedAt, approvable: approvableAt - clickedAt }
}

const clickOf = (page: Page) => page.evaluate('window.clickedAt') as Promise<number>

/** Resolves to the Unix time in milliseconds at which a screen has such an element; drawn, since frames out of sight draw nothing. */
const onScreen = (frame: Frame, screen: string, selector: string): Promise<number> =>
  frame.evaluate(`new Promise((resolve) => {
    const find = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.localName === '${screen}') return element
        const inner = element.shadowRoot && find(element.shadowRoot)
        if (inner) return inner
      }
    }
    const look = () => {
      const found = find(document)?.shadowRoot?.querySelector('${selector}')
      if (found?.checkVisibility()) resolve(performance.timeOrigin + performance.now())
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`) as Promise<number>

function report(visits: Visit[]): void {
  const row = (what: string, times: number[]) => ({ what, 'median, ms': round(median(times), 0) })
  table(`Screens, ${PEOPLE} first visits`, [
    row(
      "from the page's start until the frame has drawn its first screen",
      visits.map(({ usable }) => usable),
    ),
    row(
      'from the click on the button to the sign-in screen',
      visits.map(({ opened }) => opened),
    ),
    row(
      'from a click on the page to the first confirmation of a visit',
      visits.map(({ first }) => first),
    ),
    row(
      'from a click on the page to a later confirmation',
      visits.flatMap(({ later }) => later),
    ),
    row(
      'from a click on the page until it can be approved (850 ms of them in sight)',
      visits.flatMap(({ approvable }) => approvable),
    ),
  ])
}
