/** A named state, and how it is shown. docs/states.md says how to add one. */
import { html, render, type TemplateResult } from 'lit'

import '../../src/app/screens/base/shell.js'
import type { Look } from '../../src/app/appearance/look.js'
import { ACCOUNT } from './data.js'

export interface State {
  /** The distinguishing feature, in a few words. Unique within the area. */
  name: string
  /** The element, with its properties set. May write into the storage first: it is empty. */
  draw: () => TemplateResult
}

/** States that belong together. */
export interface Area {
  name: string
  states: readonly State[]
  /** Elements of which screens are made: they are as large as they are, and have no screen for themselves. */
  isPieces?: boolean
}

/** What screens read from storage as they are drawn. States that stay on the page go on reading what is not here. */
const KEPT = [
  'backed-up',
  'last-login',
  'onboarded',
  'passkeys',
  `assets:${ACCOUNT}`,
  `networks:${ACCOUNT}`,
  `sessions:${ACCOUNT}`,
]

/** Draws a state into a node, replacing its contents. */
export function show(area: Area, state: State, look: Look, into: HTMLElement): void {
  sessionStorage.clear()
  for (const name of KEPT) localStorage.removeItem(`wallet-embed:${name}`)
  const drawn = state.draw()
  const element = area.isPieces ? html`<main style="overflow: auto">${drawn}</main>` : drawn
  render(html`<we-shell .look=${look}>${element}</we-shell>`, into)
}
