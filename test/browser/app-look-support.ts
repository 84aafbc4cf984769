/** A wallet that is drawn with some parameters of a page, and what it shows then. */
import { fixture, html } from '@open-wc/testing'
import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import type { InitParams } from '../../src/protocol/messages.js'
import { createApp } from './app-support.js'
import { everything, until } from './support.js'

export const LOGO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
export const WHITE_LABEL = { theme: { isDark: false, colors: {} }, logoDark: LOGO, logoLight: LOGO }

export const all = (selector: string) =>
  [...everything(document.body)].filter((one) => one.matches(selector)) as HTMLElement[]
export const nameOf = (button: HTMLElement) =>
  button.getAttribute('aria-label') ?? button.textContent?.trim().replace(/\s+/g, ' ') ?? ''
export const names = () => all('button').map(nameOf)
export const text = () =>
  [...everything(document.body)]
    .map((one) => one.shadowRoot)
    .flatMap((root) => [...(root?.childNodes ?? [])].map((node) => node.textContent))
    .join(' ')
    .replace(/\s+/g, ' ')

/** What is warned of on the console. */
export const warned: string[] = []
export const { warn } = console

async function show(app: WalletApp): Promise<void> {
  await fixture(html`<we-app .app=${app}></we-app>`)
  await until(() => all('h1').length)
}

/** A wallet as the page wants it, at its sign-in screen or, signed in, at home. */
export async function open(params: InitParams, create = createApp): Promise<WalletApp> {
  const { app } = create({ params })
  await app.appearance.apply(params)
  app.show('home')
  await show(app)
  return app
}
