/**
 * WebKitGTK's own browser, by plain WebDriver requests. Under automation its sessions are always private ones: nothing
 * of them is on a disk.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

import { freePorts } from '../../../demo/stack/free-ports.js'
import { findWebKit } from '../../support/browser.js'
import { until } from '../../support/until.js'
import { type Browser, type Driver, FRAME, type Place, type Tab } from './driver.js'

/** What WebDriver calls an element in JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
type Found = Record<typeof ELEMENT, string>

/** CSS pixels to the side of what is pressed. */
const NEARBY = 6

export const webkitgtk: Driver = {
  name: 'WebKitGTK',
  missing: () => !findWebKit() && 'There is no WebKitGTK with its driver, and Xvfb here.',
  launch: async () => {
    const { driver, browser, display: screen } = findWebKit()!
    const home = await mkdtemp(join(tmpdir(), 'wallet-embed-webkit-'))
    const running: ChildProcess[] = []
    const stop = async () => {
      await Promise.all(running.reverse().map(end))
      await rm(home, { recursive: true, force: true })
    }
    try {
      const display = await startDisplay(screen, running)
      const [port] = await freePorts(1)
      const env = {
        PATH: process.env.PATH,
        DISPLAY: display,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        // Else each start looks for a desktop that is not there.
        GTK_A11Y: 'none',
        NO_AT_BRIDGE: '1',
        GSETTINGS_BACKEND: 'memory',
      }
      running.push(
        spawn(driver, ['--host=127.0.0.1', `--port=${port}`], {
          env,
          detached: true,
          stdio: 'ignore',
        }),
      )
      const root = `http://127.0.0.1:${port}`
      await started(root)
      const session = await ask<{ sessionId: string }>(`${root}/session`, 'POST', {
        capabilities: {
          alwaysMatch: {
            'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
          },
        },
      })
      return new WebKit(`${root}/session/${session.sessionId}`, stop)
    } catch (error) {
      await stop()
      throw error
    }
  },
}

class WebKit implements Browser {
  readonly #url: string
  readonly #stop: () => Promise<void>
  /** A session is at one window at a time: what is asked of it waits for what was asked before. */
  #last: Promise<unknown> = Promise.resolve()
  /** The first is there from the beginning. */
  #isFirst = true

  constructor(url: string, stop: () => Promise<void>) {
    this.#url = url
    this.#stop = stop
  }

  async open(url: string): Promise<Tab> {
    const handle = this.#isFirst
      ? await this.ask<string>('GET', 'window')
      : (await this.ask<{ handle: string }>('POST', 'window/new', { type: 'tab' })).handle
    this.#isFirst = false
    const tab = new WebKitTab(this, handle)
    await tab.go(url)
    return tab
  }

  async tabs(): Promise<Tab[]> {
    const handles = await this.ask<string[]>('GET', 'window/handles')
    return handles.map((handle) => new WebKitTab(this, handle))
  }

  async close(): Promise<void> {
    // It ends the browser, too.
    await this.ask('DELETE', '').catch(() => {})
    await this.#stop()
  }

  ask<T>(method: string, path: string, body?: object): Promise<T> {
    return ask<T>(path ? `${this.#url}/${path}` : this.#url, method, body)
  }

  /** Has the session to itself. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }
}

export class WebKitTab implements Tab {
  readonly id: string
  readonly #browser: WebKit

  constructor(browser: WebKit, id: string) {
    this.#browser = browser
    this.id = id
  }

  async isOpen(): Promise<boolean> {
    return (await this.#browser.ask<string[]>('GET', 'window/handles')).includes(this.id)
  }

  go(url: string): Promise<void> {
    return this.#at('page', () => this.#browser.ask('POST', 'url', { url }))
  }

  reload(): Promise<void> {
    return this.#at('page', () => this.#browser.ask('POST', 'refresh', {}))
  }

  async read<T>(expression: string, place: Place = 'page'): Promise<T> {
    // A promise that fails would only be a script that takes too long.
    const script = `const done = arguments[0]
      Promise.resolve().then(() => ${expression}).then(
        (value) => done({ value: value ?? null }), (error) => done({ error: String(error) }))`
    const answer = await this.#at(place, () =>
      this.#browser.ask<{ value: T; error?: string }>('POST', 'execute/async', {
        script,
        args: [],
      }),
    )
    if (answer.error) throw new Error(answer.error)
    return answer.value
  }

  press(expression: string, place: Place = 'page'): Promise<boolean> {
    return this.#with(expression, place, (element) => {
      // A mouse comes from somewhere: the wallet takes one that it did not see coming for none.
      const move = { type: 'pointerMove', origin: element, duration: 0, y: 0 }
      const press = [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      const actions = [{ ...move, x: NEARBY }, { ...move, x: 0 }, ...press]
      return this.#act([{ type: 'pointer', id: 'mouse', actions }])
    })
  }

  /** What mouse and keys do, as WebDriver writes it; in the page. */
  act(actions: object[]): Promise<void> {
    return this.#at('page', () => this.#act(actions))
  }

  type(expression: string, text: string, place: Place = 'page'): Promise<boolean> {
    return this.#with(expression, place, (element) =>
      this.#browser.ask('POST', `element/${element[ELEMENT]}/value`, { text }),
    )
  }

  close(): Promise<void> {
    return this.#at('page', () => this.#browser.ask('DELETE', 'window'))
  }

  #with(
    expression: string,
    place: Place,
    act: (element: Found) => Promise<unknown>,
  ): Promise<boolean> {
    return this.#at(place, async () => {
      const element = await this.#element(expression)
      if (element) await act(element)
      return !!element
    })
  }

  #at<T>(place: Place, work: () => Promise<T>): Promise<T> {
    return this.#browser.alone(async () => {
      // Also goes back to the page from whatever frame.
      await this.#browser.ask('POST', 'window', { handle: this.id })
      if (place === 'wallet') {
        const frame = await this.#element(FRAME)
        if (!frame) throw new Error('There is no wallet in this page.')
        await this.#browser.ask('POST', 'frame', { id: frame })
      }
      return work()
    })
  }

  #act(actions: object[]): Promise<void> {
    return this.#browser.ask('POST', 'actions', { actions })
  }

  #element(expression: string): Promise<Found | null> {
    const script = `const done = arguments[0]
      Promise.resolve(${expression}).then((found) => done(found ?? null))`
    return this.#browser.ask('POST', 'execute/async', { script, args: [] })
  }
}

/** @returns Its name, of a screen that nobody else has. */
async function startDisplay(program: string, running: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const server = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  running.push(server)
  const told = server.stdio[3] as Readable
  const number = await new Promise<string>((resolve, reject) => {
    let text = ''
    told.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.includes('\n')) resolve(text.trim())
    })
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)))
  })
  return `:${number}`
}

async function started(root: string): Promise<void> {
  await until('an answer of WebKitWebDriver', async () => {
    await ask(`${root}/status`, 'GET')
    return true
  })
}

async function ask<T>(url: string, method: string, body?: object): Promise<T> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** It, and what it started. */
async function end(child: ChildProcess): Promise<void> {
  if (!child.pid || child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  try {
    process.kill(-child.pid, 'SIGTERM')
    await gone
  } catch {
    // It is gone.
  }
}
