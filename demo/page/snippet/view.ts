/** The card with the code: three forms, as tabs, and a button that copies. */
import type { DemoConfig } from '../config.js'
import { byId, setText } from '../dom.js'
import { chosen } from '../settings/params.js'
import type { SettingsStore } from '../settings/settings.js'
import { highlight } from './highlight.js'
import { type Form, HINTS, snippet } from './snippets.js'

/** Milliseconds until the button says "Copy" again. */
const COPIED = 2000

export function offerSnippets(store: SettingsStore, config: DemoConfig): void {
  const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')]
  const formOf = (tab: HTMLElement) => tab.dataset.form as Form
  let form = formOf(tabs[0]!)
  const show = () => {
    const { value } = store
    byId('snippet').replaceChildren(
      ...highlight(snippet(form, value, chosen(value, config), config)),
    )
    setText('snippet-hint', HINTS[form])
  }
  const select = (tab: HTMLElement) => {
    form = formOf(tab)
    for (const one of tabs) {
      one.ariaSelected = String(one === tab)
      one.tabIndex = one === tab ? 0 : -1
    }
    byId('snippet-panel').setAttribute('aria-labelledby', tab.id)
    show()
  }
  tabs.forEach((tab, at) => {
    tab.addEventListener('click', () => select(tab))
    tab.addEventListener('keydown', ({ key }) => {
      const isRtl = document.documentElement.dir === 'rtl'
      const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
      const next = tabs.at((at + (key === forward ? 1 : -1)) % tabs.length)!
      next.focus()
      select(next)
    })
  })
  store.onChange(show)
  show()
  offerCopy()
}

function offerCopy(): void {
  const button = byId('copy')
  let timer: ReturnType<typeof setTimeout> | undefined
  button.addEventListener('click', async () => {
    button.textContent = await navigator.clipboard
      .writeText(byId('snippet').textContent ?? '')
      .then(
        () => 'Copied',
        () => 'Select it and copy by hand',
      )
    clearTimeout(timer)
    timer = setTimeout(() => {
      button.textContent = 'Copy'
    }, COPIED)
  })
}
