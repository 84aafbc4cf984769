/**
 * Ties the form's controls to the settings: what has `data-setting` shows and changes that
 * setting; with `data-on="change"` only when one has finished typing.
 */
import { PROVIDERS } from '../../stack/providers.js'
import { byId, make } from '../dom.js'
import { WORDS_KEY } from './params.js'
import { LANGUAGES, NETWORKS, type Settings, type SettingsStore } from './settings.js'

/** Name and colour; `''` is the wallet's own. */
const SWATCHES: [name: string, color: string][] = [
  ['The wallet’s own', ''],
  ['Indigo', '#4353dc'],
  ['Green', '#0b7a53'],
  ['Orange', '#c2410c'],
  ['Pink', '#be185d'],
  ['Yellow', '#facc15'],
]
/** As `--brand` of the wallet. */
const DEFAULT_COLOR = '#0364ff'

type Control = HTMLInputElement | HTMLSelectElement

export function offerSettings(store: SettingsStore): void {
  byId('language').append(
    option('', 'As the browser prefers'),
    ...Object.entries(LANGUAGES).map(([tag, name]) => option(tag, name, tag)),
  )
  byId('network').append(...Object.entries(NETWORKS).map(([value, text]) => option(value, text)))
  byId('words-key').textContent = WORDS_KEY
  byId('swatches').append(...SWATCHES.map(swatch), ownColor(store))
  byId('providers').append(...Object.entries(PROVIDERS).map(([id, name]) => row(store, id, name)))
  byId('settings-reset').addEventListener('click', () => store.reset())
  const onInput = ({ target, type }: Event) => {
    const control = target as Control
    const { setting: key, on = 'input' } = control.dataset
    if (!key || type !== on || !isComplete(control)) return
    store.set({ [key]: isSwitch(control) ? control.checked : control.value })
  }
  document.addEventListener('input', onInput)
  document.addEventListener('change', onInput)
  store.onChange((settings) => show(settings))
  show(store.value)
}

/** A half-typed URL is nothing to send to the wallet. */
function isComplete(control: Control): boolean {
  const isHalf = control.type === 'url' && control.value !== '' && !URL.canParse(control.value)
  control.toggleAttribute('aria-invalid', false)
  if (isHalf) control.setAttribute('aria-invalid', 'true')
  return !isHalf
}

function show(settings: Settings): void {
  for (const control of document.querySelectorAll<Control>('[data-setting]')) {
    const value = settings[control.dataset.setting as keyof Settings]
    if (isSwitch(control)) control.checked = value === true
    else if (isRadio(control)) control.checked = control.value === value
    else if (control !== document.activeElement) control.value = String(value)
  }
  const own = byId<HTMLInputElement>('own-color')
  const isOwn = !SWATCHES.some(([, color]) => color === settings.brand)
  own.value = settings.brand || DEFAULT_COLOR
  own.parentElement!.classList.toggle('chosen', isOwn)
  byId('node-url-field').hidden = settings.network !== 'url'
  for (const control of byId('providers').querySelectorAll<HTMLInputElement>('[data-provider]')) {
    const setting = settings.providers[control.dataset.provider!]!
    if (control.name === 'description') {
      if (control !== document.activeElement) control.value = setting.description
    } else control.checked = setting[control.name as 'isShown' | 'hasLogo']
  }
}

const isRadio = (control: Control): control is HTMLInputElement => control.type === 'radio'
const isSwitch = (control: Control): control is HTMLInputElement => control.type === 'checkbox'

const option = (value: string, text: string, lang = '') => make('option', { value, lang }, text)

function swatch([name, color]: [string, string]): HTMLElement {
  const input = make('input', { type: 'radio', name: 'brand', value: color, ariaLabel: name })
  input.dataset.setting = 'brand'
  const label = make('label', { className: 'swatch', title: name }, input)
  label.style.setProperty('--swatch', color || DEFAULT_COLOR)
  if (!color) label.classList.add('default')
  return label
}

function ownColor(store: SettingsStore): HTMLElement {
  const input = make('input', { type: 'color', id: 'own-color', ariaLabel: 'Another colour' })
  input.addEventListener('input', () => store.set({ brand: input.value }))
  return make('label', { className: 'swatch own', title: 'Another colour' }, input)
}

/** One provider: shown or not, its name, its icon. */
function row(store: SettingsStore, id: string, name: string): HTMLElement {
  const control = (key: 'isShown' | 'hasLogo' | 'description', label: string) => {
    const type = key === 'description' ? 'text' : 'checkbox'
    const input = make('input', { type, name: key, ariaLabel: label })
    input.dataset.provider = id
    input.addEventListener('input', () => {
      const { providers } = store.value
      const value = type === 'text' ? input.value : input.checked
      store.set({ providers: { ...providers, [id]: { ...providers[id]!, [key]: value } } })
    })
    return input
  }
  const shown = control('isShown', `Show ${name}`)
  const description = control('description', `Text on the button for ${name}`)
  description.placeholder = 'Icon only'
  if (id === 'google') description.placeholder = 'Continue with Google'
  description.maxLength = 60
  return make(
    'div',
    {},
    make('label', { className: 'switch' }, shown, name),
    description,
    make(
      'label',
      { className: 'check' },
      control('hasLogo', `Icon of my own for ${name}`),
      'Own icon',
    ),
  )
}
