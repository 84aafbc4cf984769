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

/** They are about colours: no other rule finds more in the dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

const without = (ids: string[]) => ({
  rules: Object.fromEntries(ids.map((id) => [id, { enabled: false }])),
})

const RULES = {
  /** One screen in the document. */
  alone: { runOnly: OF_DOCUMENTS },
  /** All of them. */
  together: without(OF_DOCUMENTS),
  colours: { runOnly: OF_COLOURS },
  /** In colours that are the person's own: what the browser is asked for is the page's; what it draws is not. */
  forced: without([...OF_DOCUMENTS, 'color-contrast']),
  /** In another language, whose colours are the same. */
  words: without([...OF_DOCUMENTS, ...OF_COLOURS]),
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
