/**
 * A claim of the product and the attacks that would show it false. `docs/attacks.md` is made from these texts,
 * and `npm test -- attacks` runs them.
 */
import { after, afterEach, before, beforeEach, describe, it } from '../support/suite.js'

/** What an attack is, in words. */
interface Attack {
  /** What the attacker does, as a sentence without its full stop. */
  name: string
  /** What comes of it, as a sentence without its full stop. */
  outcome: string
}

export interface Claim {
  /** The sentence that is to stay true. */
  says: string
  attacks: Attack[]
}

export interface Suite {
  /**
   * One attack. `run` succeeds if the attack was refused.
   *
   * @param name - What the attacker does.
   * @param outcome - What comes of it.
   */
  attack(name: string, outcome: string, run: () => Promise<void>): void
  before(run: () => Promise<void>): void
  after(run: () => Promise<void>): void
  beforeEach(run: () => Promise<void>): void
  afterEach(run: () => Promise<void>): void
}

type Attacks = (suite: Suite) => void

/** Where `listed` has the claims that are being collected, while files are only read. */
let listing: Claim[] | undefined

/**
 * A claim and its attacks: one call a file.
 *
 * @param says - The sentence of SECURITY.md, the docs or a decision that the attacks try.
 * @param options - How many run at the same time, if more than one.
 */
export function claim(says: string, attacks: Attacks): void
export function claim(says: string, options: { concurrency: number }, attacks: Attacks): void
export function claim(
  says: string,
  given: { concurrency: number } | Attacks,
  last?: Attacks,
): void {
  const [options, attacks] = typeof given === 'function' ? [{}, given] : [given, last!]
  if (listing) {
    const found: Claim = { says, attacks: [] }
    listing.push(found)
    const nothing = () => {}
    attacks({
      ...{ before: nothing, after: nothing, beforeEach: nothing, afterEach: nothing },
      attack: (name, outcome) => found.attacks.push({ name, outcome }),
    })
    return
  }
  describe(says, options, () => {
    attacks({
      ...{ before, after, beforeEach, afterEach },
      attack: (name, outcome, run) => void it(`${name}: ${outcome}`, run),
    })
  })
}

/** The claims of some files, in their order. None of their attacks runs. */
export async function listed(files: readonly string[]): Promise<Claim[]> {
  listing = []
  try {
    for (const file of files) await import(file)
    return listing
  } finally {
    listing = undefined
  }
}
