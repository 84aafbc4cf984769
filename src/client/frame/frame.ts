import { connectFrame } from '../../protocol/windows.js'
import { randomId } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import { framedUrl } from '../wallet-url.js'

/** Milliseconds a loaded document has to greet us. An error page of the browser never does. */
const GREETING_GRACE = 1_500
const SANDBOX = [
  'scripts',
  'same-origin',
  'popups',
  'popups-to-escape-sandbox',
  'forms',
  'downloads',
  // If no window opens, a login uses the page's tab. The wallet accepts only a login that its own frame began.
  'top-navigation-by-user-activation',
]

/**
 * The wallet app in an iframe. It loads once its element is in the page.
 *
 * @param base - Where the wallet app is served; ends in `/`.
 * @param onPort - Gets the way to the wallet: once, and again whenever the frame was reloaded.
 * @param onFailure - Hears `CSP_BLOCKED`, or `LOAD_FAILED` for a document that is no wallet.
 * @returns The element, and what takes it out of the page and stops listening.
 */
export function createFrame(
  base: URL,
  onPort: (port: MessagePort) => void,
  onFailure: (error: WalletError) => void,
): { element: HTMLIFrameElement; close: () => void } {
  const url = framedUrl('frame', base)
  const { origin } = url
  const nonce = randomId()
  url.hash = `${new URLSearchParams({ origin: location.origin, nonce })}`
  const element = Object.assign(document.createElement('iframe'), {
    src: url.href,
    title: 'Wallet',
    // A browser without sharing warns about the unknown permission.
    allow: ['clipboard-write', ...('share' in navigator ? ['web-share'] : [])]
      .filter(mayDelegate)
      .map((permission) => `${permission} ${origin}`)
      .join('; '),
    referrerPolicy: 'no-referrer',
    sandbox: SANDBOX.map((what) => `allow-${what}`).join(' '),
  })

  // A document sends its greeting before its load event, or soon after.
  let greeted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const onLoad = () => {
    clearTimeout(timer)
    if (!greeted) {
      timer = setTimeout(
        () =>
          onFailure(
            new WalletError(
              'LOAD_FAILED',
              `${origin} does not answer in a frame at ${location.origin}.`,
            ),
          ),
        GREETING_GRACE,
      )
    }
    greeted = false
  }
  element.addEventListener('load', onLoad)

  const stopConnecting = connectFrame(element, origin, nonce, (port) => {
    greeted = timer === undefined
    clearTimeout(timer)
    timer = undefined
    onPort(port)
  })

  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    const isOurs = URL.canParse(blockedURI) && new URL(blockedURI).origin === origin
    if (isOurs && /^(frame|child|default)-src/.test(effectiveDirective)) {
      onFailure(new WalletError('CSP_BLOCKED', origin))
    }
  }
  document.addEventListener('securitypolicyviolation', onViolation)

  return {
    element,
    close() {
      clearTimeout(timer)
      stopConnecting()
      document.removeEventListener('securitypolicyviolation', onViolation)
      element.removeEventListener('load', onLoad)
      element.remove()
    },
  }
}

/** Chromium logs a warning when a frame is offered a permission that the page itself lacks. */
function mayDelegate(permission: string): boolean {
  const { featurePolicy } = document as Document & {
    featurePolicy?: { allowsFeature(name: string): boolean }
  }
  return featurePolicy?.allowsFeature(permission) ?? true
}
