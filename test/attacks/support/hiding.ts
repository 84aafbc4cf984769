import { claim } from '../claim.js'
import { Asking, KINDS, pageWith } from './asking.js'

/** At the same time: each attack waits, for seconds, until the frame knows. */
const PAGES = 3
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
  claim(says, { concurrency: PAGES }, ({ attack, before, after }) => {
    let pages: Asking[] = []
    let free: Asking[] = []

    before(async () => {
      pages = await Asking.startAll(PAGES)
      free = [...pages]
    })
    after(async () => {
      await pages[0]?.stop()
    })

    const all = Object.entries(tricks)
    for (const [at, [name, script]] of all.entries()) {
      // In turn, each kind with tricks of every sort, and one after another: asking anew takes time.
      const kind = KINDS[Math.floor((at * KINDS.length) / all.length)]!
      attack(`${pageWith(kind)} and ${name}`, outcome, async () => {
        const asking = free.pop()!
        try {
          await asking.run(END_TRANSITION)
          await asking.undo()
          await asking.ask(kind)
          await asking.ready()
          await asking.run(script)
          await asking[shown].waitFor({ state: 'attached' })
          await asking.insist()
        } finally {
          // With what it shows: where the attack failed, that is told.
          free.push(asking)
        }
      })
    }
  })
}
