import { expect } from '@open-wc/testing'

import { findWindow } from '../../src/app/windows/page-window.js'
import { clickOn } from './mouse.js'
import { until } from './support.js'

const PATH = '/confirm'
/** Nothing is there: what counts is where a document is, and what it is called. */
const WAITING = `${PATH}#wait`
const NAME = 'the-name-that-the-page-said'

/** Says that it is there, as the wallet's own page in that window does. */
function speak(target: Window): void {
  const text = JSON.stringify({ protocol: 'wallet-embed/1', type: 'here' })
  const { Function: Script } = target as Window & { Function: FunctionConstructor }
  new Script(`(window.opener ?? parent).postMessage(${text}, location.origin)`)()
}

describe('a window that a page opened for its frame', () => {
  const ended = new AbortController()
  const opened: Window[] = []
  afterEach(() => {
    for (const one of opened.splice(0)) one.close()
    for (const frame of document.querySelectorAll('iframe')) frame.remove()
  })
  after(() => ended.abort())

  const open = async (path: string, name: string): Promise<Window> => {
    const button = document.createElement('button')
    button.textContent = 'Open'
    button.onclick = () => opened.push(window.open(path, name)!)
    document.body.append(button)
    await clickOn(button)
    button.remove()
    const found = opened.at(-1)!
    await until(() => found.location.href !== 'about:blank' && found.document.body)
    return found
  }
  /** Whom the frame takes, of those that speak in this order. The last one is the one that is meant. */
  const taken = async (speakers: Window[]): Promise<Window | undefined> => {
    const found = findWindow(NAME, PATH, ended.signal)
    for (const one of speakers) speak(one)
    return found
  }

  it('is the one of that name', async () => {
    const meant = await open(WAITING, NAME)
    expect((await taken([meant])) === meant).to.be.true
  })

  it('is none of another name', async () => {
    const other = await open(WAITING, 'of-another-page')
    const meant = await open(WAITING, NAME)
    expect((await taken([other, meant])) === meant).to.be.true
  })

  it('is none that waits for something else, or for nothing', async () => {
    for (const path of ['/login#wait', PATH]) {
      const other = await open(path, NAME)
      const found = findWindow(NAME, PATH, ended.signal)
      speak(other)
      other.close()
      const meant = await open(WAITING, NAME)
      speak(meant)
      expect((await found) === meant, path).to.be.true
      meant.close()
    }
  })

  it('is no frame of the page', async () => {
    const frame = document.createElement('iframe')
    frame.name = NAME
    frame.src = WAITING
    document.body.append(frame)
    const inside = frame.contentWindow!
    await until(() => inside.location.href !== 'about:blank' && inside.document.body)
    const found = findWindow(NAME, PATH, ended.signal)
    const heard = new Promise((resolve) => addEventListener('message', resolve, { once: true }))
    speak(inside)
    await heard
    frame.remove()
    const meant = await open(WAITING, NAME)
    speak(meant)
    expect((await found) === meant).to.be.true
  })
})
