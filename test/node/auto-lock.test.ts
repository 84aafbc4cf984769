/** The lock in several tabs, and with a clock that is set while the wallet is open. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'

import { ApprovalWindow } from '../../src/app/approval-window/approval-window.js'
import type { ApprovalWindowContract } from '../../src/app/approval-window/approval-window-contract.js'
import { AutoLock } from '../../src/app/session/auto-lock.js'
import { Peer } from '../../src/protocol/peer.js'
import { MemoryStorage } from './support/memory-storage.js'

/** Milliseconds. */
const MINUTE = 60_000
const DAY = 86_400_000
const ITEM = 'wallet-embed:auto-lock'

const define = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

let page: EventTarget
let tab: EventTarget
let locks = 0
const lock = () => void locks++

beforeEach(() => {
  locks = 0
  page = new EventTarget()
  tab = new EventTarget()
  define('document', page)
  define('addEventListener', tab.addEventListener.bind(tab))
  define('localStorage', new MemoryStorage())
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
})
afterEach(() => mock.timers.reset())

/** As a different tab does it. */
function chooseThere(minutes: number): void {
  localStorage.setItem(ITEM, String(minutes))
  localStorage.setItem('wallet-embed:last-use', String(Date.now()))
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: ITEM }))
}

describe('a tab beside the one in which the person sets the lock', () => {
  it('locks after that time, too', () => {
    const here = new AutoLock(lock)
    here.follow()
    chooseThere(1)
    assert.equal(here.minutes, 1)
    mock.timers.tick(MINUTE - 1)
    assert.equal(locks, 0)
    mock.timers.tick(1)
    assert.equal(locks, 1)
  })

  it('does not end the session after the time of before', () => {
    const here = new AutoLock(lock)
    here.choose(1)
    here.follow()
    chooseThere(0)
    mock.timers.tick(5 * MINUTE)
    page.dispatchEvent(new Event('pointerdown'))
    assert.equal(locks, 0)
  })
})

describe('a clock that is set back', () => {
  /** No timer fires by it. */
  const setBack = (ms: number) => {
    const now = Date.now() - ms
    mock.timers.reset()
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now })
  }

  it('does not keep the wallet open until it has caught up', () => {
    const here = new AutoLock(lock)
    here.choose(5)
    setBack(DAY)
    const later = new AutoLock(lock)
    later.follow()
    assert.equal(locks, 1)
    // A sign-in is a use.
    later.note()
    mock.timers.tick(5 * MINUTE - 1)
    assert.equal(locks, 1)
    mock.timers.tick(1)
    assert.equal(locks, 2)
  })

  it('by a moment ends nothing', () => {
    new AutoLock(lock).choose(5)
    setBack(MINUTE)
    new AutoLock(lock).follow()
    assert.equal(locks, 0)
  })
})

describe('a question that is answered in a window', () => {
  /** The window has the question. @returns Approves it there. */
  function ask(app: { autoLock: AutoLock; requests: { current: unknown } }) {
    let port: MessagePort | undefined
    const opened = Object.assign(new EventTarget(), {
      ...{ document: { documentElement: { dataset: { question: 'waits' } } } },
      ...{ closed: false, close() {} },
      postMessage: (_: unknown, __: string, ports: MessagePort[]) => ([port] = ports),
    })
    define('window', Object.assign(tab, { open: () => opened }))
    define('navigator', { vendor: '' })
    define('location', new URL('https://wallet.example.test/frame'))
    define('sessionStorage', new MemoryStorage())
    for (const name of ['screenX', 'screenY', 'outerWidth', 'outerHeight']) define(name, 0)
    const questions = new ApprovalWindow(app as never, () => {})
    questions.open(app.requests.current as never)
    const peer = new Peer<ApprovalWindowContract>(port!)
    return async () => {
      const { id } = app.requests.current as { id: number }
      await peer.request('settle', { id, isApproved: true }, 1_000).finally(() => {
        peer.close()
        questions.end()
      })
    }
  }
  let approvals = 0
  const setUp = () => {
    approvals = 0
    const question = { id: 1, kind: 'message', approve: () => approvals++ }
    const requests: { current: unknown } = { current: question }
    const autoLock = new AutoLock(() => {
      locks++
      requests.current = { id: 2 }
    })
    autoLock.choose(5)
    autoLock.follow()
    return { autoLock, requests }
  }

  it('is a use of the wallet', async () => {
    const approve = ask(setUp())
    mock.timers.tick(4 * MINUTE)
    await approve()
    mock.timers.tick(4 * MINUTE)
    assert.deepEqual([approvals, locks], [1, 0])
    mock.timers.tick(MINUTE)
    assert.equal(locks, 1)
  })

  it('is over after a sleep that was longer than the time', async () => {
    const app = setUp()
    const approve = ask(app)
    const now = Date.now() + DAY
    mock.timers.reset()
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now })
    await approve().catch(() => {})
    assert.deepEqual([approvals, locks], [0, 1])
  })
})
