/** What a page shows when a test in it fails. Each test's file loads this first: web-test-runner.config.mjs. */
import { executeServerCommand } from '@web/test-runner-commands'

declare global {
  interface Window {
    /** Of the framework that runs the tests. */
    __WTR_MOCHA_RUNNER__: Mocha.Runner
  }
}

const MAX_LINE = 200

/** Of the test that failed last. */
let told: Promise<unknown> | undefined

before(() => {
  // At once: hooks take away what is to be shown.
  window.__WTR_MOCHA_RUNNER__.on('fail', (test) => {
    const texts = [...textsOf(document.body, '')].join('\n')
    told = executeServerCommand('failure', { test: test.fullTitle(), texts })
  })
})
// Ahead of the hook that removes fixtures: they are in the picture.
afterEach(() => told)

/** Who has texts of its own, and which; through shadow roots and frames of this origin. */
function* textsOf(parent: ParentNode, indent: string): Generator<string> {
  for (const element of parent.children) {
    if (['SCRIPT', 'STYLE', 'TEMPLATE'].includes(element.tagName)) continue
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const text = own
      .map(({ textContent }) => textContent)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
    const line = [element.localName, ...statesOf(element), text].filter(Boolean).join(' ')
    const isTold = text || element.matches('button, input, textarea, select, [role]')
    if (isTold) yield `${indent}${line.slice(0, MAX_LINE)}`
    const inside = isTold ? `${indent}  ` : indent
    if (element.shadowRoot) yield* textsOf(element.shadowRoot, inside)
    yield* textsOf(element, inside)
    if (element instanceof HTMLIFrameElement && element.contentDocument?.body) {
      yield* textsOf(element.contentDocument.body, `${inside}  `)
    }
  }
}

function statesOf(element: Element): string[] {
  const { ariaLabel, ariaDisabled } = element
  const isDisabled = ariaDisabled === 'true' || element.matches(':disabled')
  return [
    ariaLabel ? `“${ariaLabel}”` : '',
    isDisabled ? '[disabled]' : '',
    element.checkVisibility() ? '' : '[not shown]',
    'value' in element && element.value ? `= ${element.value}` : '',
  ]
}
