import type { Settings, SettingsStore } from './settings.js'

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = ['ar']

/** The page itself follows theme and direction. Its own words stay English. */
export function dressPage(store: SettingsStore): void {
  const dress = ({ theme, language }: Settings) => {
    const root = document.documentElement
    root.dataset.theme = theme
    root.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'
  }
  store.onChange(dress)
  dress(store.value)
}
