/** The browser's own virtual authenticator (WebAuthn, CTAP 2). */
import type { CDPSession, Page } from 'playwright-core'

/** What people's devices have: a fingerprint reader, or a screen lock. */
const DEVICE = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_0',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
  hasPrf: true,
} as const
type Options = {
  [K in keyof typeof DEVICE]: (typeof DEVICE)[K] extends boolean ? boolean : (typeof DEVICE)[K]
}

/** An authenticator of one window, which it keeps wherever it goes. */
export class Device {
  readonly #cdp: CDPSession
  readonly #id: string

  constructor(cdp: CDPSession, id: string) {
    this.#cdp = cdp
    this.#id = id
  }

  static async add(page: Page, own: Partial<Options> = {}): Promise<Device> {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable', { enableUI: false })
    const options = { ...DEVICE, ...own }
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
    return new Device(cdp, authenticatorId)
  }

  async remove(): Promise<void> {
    await this.#cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.#id })
  }

  async count(): Promise<number> {
    const { credentials } = await this.#cdp.send('WebAuthn.getCredentials', {
      authenticatorId: this.#id,
    })
    return credentials.length
  }
}
