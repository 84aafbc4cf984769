/**
 * `/demo/states`, in development: every screen of the wallet and every piece of it, in every state, each in a separate
 * frame, in the chosen width, language and colours.
 */
import { html, render } from 'lit'
import { keyed } from 'lit/directives/keyed.js'

import { LANGUAGES } from '../../../src/app/appearance/locale/languages.js'
import { areas } from '../../states/areas.js'
import { showOne } from './one.js'
import { readSettings, type Settings, toHash, WIDTHS } from './settings.js'

const isAlone = window.parent !== window || new URLSearchParams(location.hash.slice(1)).has('alone')
const begin = isAlone ? () => void showOne(readSettings()) : draw
addEventListener('hashchange', begin)
begin()

function draw(): void {
  const settings = readSettings()
  const { states = [] } = areas.find(({ name }) => name === settings.area) ?? {}
  const shown = states.filter(({ name }) => !settings.state || name === settings.state)
  render(
    html`
      <form @change=${onChange} @submit=${(event: Event) => event.preventDefault()}>
        ${choice(
          'area',
          'Area',
          areas.map(({ name }) => name),
        )}
        ${choice('state', 'State', ['', ...states.map(({ name }) => name)])}
        ${choice('language', 'Language', Object.keys(LANGUAGES))}
        ${choice('direction', 'Direction', ['', 'ltr', 'rtl'])}
        ${choice('scheme', 'Theme', ['', 'light', 'dark'])}
        ${choice('width', 'Width', WIDTHS)}
        <label>Brand <input name="brand" placeholder="#4353dc" .value=${settings.brand} /></label>
      </form>
      <main>
        ${shown.map(({ name }) => {
          const hash = toHash({ ...settings, state: name })
          return html`<figure>
            <figcaption><a href=${hash}>${name}</a></figcaption>
            ${keyed(hash, html`<iframe src=${hash} title=${name} width=${settings.width}></iframe>`)}
          </figure>`
        })}
      </main>
    `,
    document.body,
  )

  function choice(name: keyof Settings, label: string, options: string[]) {
    return html`<label>${label}
      <select name=${name}>${options.map(
        (option) =>
          html`<option value=${option} .selected=${option === settings[name]}>${option || 'any'}</option>`,
      )}</select></label>`
  }
}

function onChange({ target }: Event): void {
  const { name, value } = target as HTMLInputElement
  const changed = { ...readSettings(), [name]: value }
  // A state belongs to one area.
  location.hash = toHash(name === 'area' ? { ...changed, state: '' } : changed)
}
