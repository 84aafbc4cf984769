/** axe-core over what is drawn. */
import 'axe-core/axe.min.js'

import type Axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof Axe
  }
}

/** They are about a whole document: with many screens in one they find the others. */
const OF_DOCUMENTS = [
  'duplicate-id-aria',
  'heading-order',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'region',
]

const without = (ids: string[]) => ({
  rules: Object.fromEntries(ids.map((id) => [id, { enabled: false }])),
})

/** One screen in the document; all of them; all, in colours that are the person's own. */
const RULES = {
  alone: { runOnly: OF_DOCUMENTS },
  together: without(OF_DOCUMENTS),
  // What the browser is asked for is the page's own colour; what it draws is not.
  forced: without([...OF_DOCUMENTS, 'color-contrast']),
} satisfies Record<string, Axe.RunOptions>

/** What axe finds in the document, in words. */
export async function axeFindings(how: keyof typeof RULES): Promise<string[]> {
  const options: Axe.RunOptions = { resultTypes: ['violations'], ...RULES[how] }
  const { violations } = await window.axe.run(document, options)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) =>
      `${id}: ${target.flat().join(' ')} ${failureSummary}`.replace(/\s+/g, ' '),
    ),
  )
}
