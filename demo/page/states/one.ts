/** One state by itself, in a frame as wide as it is asked for. */
import { areas } from '../../states/areas.js'
import { appearance } from '../../states/stand-in.js'
import { show } from '../../states/state.js'
import type { Settings } from './settings.js'

export async function showOne({ area, state, ...settings }: Settings): Promise<void> {
  const { language, direction, scheme, brand } = settings
  const theme = scheme || 'auto'
  const colors: Record<string, string> = brand ? { walletBrand1: brand } : {}
  await appearance.apply({ language, theme })
  if (direction) document.documentElement.dir = direction
  document.body.className = 'one'
  const found = areas.find(({ name }) => name === area)
  const shown = found?.states.find(({ name }) => name === state)
  if (found && shown) show(found, shown, { ...appearance.look, colors }, document.body)
  // For scripts/screenshots.ts.
  document.body.dataset.ready = 'yes'
}
