import { claim } from '../claim.js'
import { Asking, KINDS, pageWith } from './asking.js'

const END_TRANSITION = `window.transition?.skipTransition(); window.transition = undefined`

/**
 * A claim that nobody approves what a page hides, and each way of the page to hide it.
 *
 * @param tricks - Scripts for the page, by what it does.
 * @param shown - What the frame shows once it knows.
 */
export function claimHidden(
  says: string,
  outcome: string,
  tricks: Record<string, string>,
  shown: 'told' | 'explained',
): void {
  claim(says, ({ attack, before, after, afterEach }) => {
    let asking: Asking

    before(async () => {
      asking = await Asking.start()
    })
    after(() => asking?.stop())
    afterEach(async () => {
      await asking.run(END_TRANSITION)
      await asking.undo()
    })

    const all = Object.entries(tricks)
    for (const [at, [name, script]] of all.entries()) {
      // In turn, each kind with tricks of every sort, and one after another: asking anew takes time.
      const kind = KINDS[Math.floor((at * KINDS.length) / all.length)]!
      attack(`${pageWith(kind)} and ${name}`, outcome, async () => {
        await asking.ask(kind)
        await asking.ready()
        await asking.run(script)
        await asking[shown].waitFor({ state: 'attached' })
        await asking.insist()
      })
    }
  })
}
