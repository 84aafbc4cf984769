/** Login clients, and pages that have one, before a login window that stands in for the wallet. */
import { sendKeys } from '@web/test-runner-commands'
import { LoginClient } from '../../src/login-client.js'
import type { LoginClientOptions } from '../../src/shared/options.js'
import { STAND_IN } from './support.js'

/** Does something inside a real key press: browsers let windows open only then. */
export async function inGesture<T>(action: () => Promise<T>): Promise<T> {
  const button = document.createElement('button')
  document.body.append(button)
  button.focus()
  const result = new Promise<T>((resolve, reject) => {
    button.addEventListener('click', () => action().then(resolve, reject))
  })
  await sendKeys({ press: 'Enter' })
  try {
    return await result
  } finally {
    button.remove()
  }
}
export interface LoginPage {
  client: LoginClient
  /** After `init`. */
  isLoggedIn: boolean
  heard: string[]
  /** Before `init`. */
  arrived: string
  url: string
  historyState: unknown
}
/** A document of its own with a client of its own, as another tab has. */
export async function openPage(
  clientId: string,
  hash = '',
  options: { storage?: string; hasty?: string; route?: string; first?: string } = {},
): Promise<LoginPage & { frame: HTMLIFrameElement }> {
  const frame = document.createElement('iframe')
  const query = new URLSearchParams({ clientId, wallet: STAND_IN, ...options })
  frame.src = `/test/browser/stand-in/login-page.html?${query}${hash}`
  const page = nextPage()
  document.body.append(frame)
  return { ...(await page), frame }
}
export const nextPage = () =>
  new Promise<LoginPage>((resolve) => {
    const listener = (event: Event) => resolve((event as CustomEvent<LoginPage>).detail)
    window.addEventListener('login-page', listener, { once: true })
  })

const clients: LoginClient[] = []
export let clientId: string

export const create = (options: Partial<LoginClientOptions> = {}): LoginClient => {
  const walletUrls = { production: STAND_IN }
  const client = new LoginClient({ clientId, uxMode: 'popup', walletUrls, ...options })
  clients.push(client)
  return client
}
export const start = async (options?: Partial<LoginClientOptions>): Promise<LoginClient> => {
  const client = create(options)
  await client.init()
  return client
}
beforeEach(() => {
  clientId = `application-${Math.random()}`
})
afterEach(async () => {
  for (const client of clients.splice(0)) {
    if (client.isLoggedIn) await client.logout()
    client.cleanUp()
  }
  for (const frame of document.querySelectorAll('iframe')) frame.remove()
})
