/**
 * Which presses count, by the guard's own rules alone: in a frame of the test's own origin, which the
 * browser shields from nothing, and without the observer.
 */
import { expect } from '@open-wc/testing'
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands'

import { PointerTrail } from '../../src/app/approval/pointer-trail.js'
import { until } from './support.js'

/** What the frame tells: of each press on its button, whether it counted. */
interface Inside extends Window {
  guard?: { readonly isArmed: boolean; readonly sight: string }
  yeses: boolean[]
}

const FRAME = `<!doctype html><style>body { margin: 0 } button { width: 100vw; height: 100vh }</style>
<button>Approve</button>
<script>delete IntersectionObserverEntry.prototype.isVisible</script>
<script type="module">
  import { Guard } from '/src/app/approval/approval-guard.ts'
  const button = document.querySelector('button')
  const guard = new Guard(Object.assign(button, { addController() {}, requestUpdate() {} }))
  window.yeses = []
  button.onclick = (event) => window.yeses.push(guard.allows(event))
  guard.hostConnected()
  window.guard = guard
</script>`

describe('a press', () => {
  let frame: HTMLIFrameElement
  let inside: Inside

  beforeEach(async () => {
    frame = document.createElement('iframe')
    frame.style.cssText = 'position:fixed;left:0;top:0;width:300px;height:300px;border:0'
    frame.srcdoc = FRAME
    document.body.append(frame)
    await until(() => (frame.contentWindow as Inside | null)?.guard)
    inside = frame.contentWindow as Inside
    expect(inside.guard?.sight).to.equal('blind')
  })
  afterEach(async () => {
    frame.remove()
    await resetMouse()
  })

  const armed = () => until(() => inside.guard?.isArmed)
  const clickAt = (x: number, y: number) => sendMouse({ type: 'click', position: [x, y] })
  /** Waits for so many presses, and says whether they counted. */
  async function presses(count: number): Promise<boolean[]> {
    await until(() => inside.yeses.length >= count)
    return [...inside.yeses]
  }

  it('counts once the question could be seen for a while, and not before', async () => {
    await clickAt(150, 150)
    expect(await presses(1)).to.deep.equal([false])
    await armed()
    await clickAt(150, 150)
    expect(await presses(2)).to.deep.equal([false, true])
  })

  it('by a key does not count right after the focus was given to the frame', async () => {
    await armed()
    inside.document.querySelector('button')?.focus()
    await sendKeys({ press: 'Enter' })
    expect(await presses(1)).to.deep.equal([false])
    await armed()
    await sendKeys({ press: 'Enter' })
    expect(await presses(2)).to.deep.equal([false, true])
  })

  it('by a key does not count right after the focus was moved by Tab: a page may have had that pressed', async () => {
    const field = inside.document.createElement('input')
    inside.document.body.prepend(field)
    field.focus()
    await armed()
    await sendKeys({ press: 'Tab' })
    expect(inside.document.activeElement?.localName).to.equal('button')
    expect(inside.guard?.isArmed).to.be.true
    await sendKeys({ press: 'Enter' })
    expect(await presses(1)).to.deep.equal([false])
    await armed()
    await sendKeys({ press: 'Enter' })
    expect(await presses(2)).to.deep.equal([false, true])
  })
})

describe('the trail of the pointer', () => {
  const at = (
    clientX: number,
    clientY: number,
    [left, top]: readonly [number, number] = [500, 200],
    zoom = 1,
  ) => ({
    clientX,
    clientY,
    screenX: left + clientX * zoom,
    screenY: top + clientY * zoom,
  })
  const ratio = Object.getOwnPropertyDescriptor(window, 'devicePixelRatio')
  afterEach(() => {
    if (ratio) Object.defineProperty(window, 'devicePixelRatio', ratio)
  })

  it('is unbroken while pointer and frame go the same way', () => {
    const trail = new PointerTrail()
    const steps = [at(10, 10), at(250, 40), at(250, 41), at(0, 0)]
    expect(steps.map((step) => trail.isMoved(step))).to.deep.equal([false, false, false, false])
  })

  it('is broken once where the frame was moved, and goes on from there', () => {
    const trail = new PointerTrail()
    const elsewhere = [560, 200] as const
    const steps = [at(10, 10), at(20, 20), at(20, 20, elsewhere), at(30, 30, elsewhere)]
    expect(steps.map((step) => trail.isMoved(step))).to.deep.equal([false, false, true, false])
  })

  it('is unbroken in a page that is zoomed, on a screen that is scaled', () => {
    Object.defineProperty(window, 'devicePixelRatio', { value: 1.1 * 1.5, configurable: true })
    const trail = new PointerTrail()
    const steps = [at(10, 10, [0, 0], 1.1), at(400, 300, [0, 0], 1.1)]
    expect(steps.map((step) => trail.isMoved(step))).to.deep.equal([false, false])
  })
})
