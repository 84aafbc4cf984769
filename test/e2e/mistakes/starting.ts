import { type Mistake, TAG } from './mistake.js'

const NOT_FRAMED = (origin: string) =>
  `wallet-embed: Load failed. https://wallet.example does not answer in a frame at ${origin}. docs/errors.md#load_failed`

/** The wallet does not start. */
export const STARTING: Record<string, Mistake> = {
  'no url': {
    says: 'The tag does not say where the wallet is',
    html: '<wallet-embed></wallet-embed>',
    line: 'wallet-embed: Wallet url missing. Set walletUrls.production (Wallet.configure, option) or the attribute wallet-url. docs/errors.md#wallet_url_missing',
    todo: 'Set `wallet-url`, or `Wallet.configure({ walletUrls })` once for the page.',
  },
  'no https': {
    says: 'The wallet’s URL is not a URL, or is not https',
    html: '<wallet-embed wallet-url="http://wallet.example"></wallet-embed>',
    line: 'wallet-embed: Invalid argument. wallet URL: https, or http for localhost. docs/errors.md#invalid_argument',
    todo: 'Write it with `https://`.',
  },
  down: {
    says: 'The wallet is down, or something else answers at its URL',
    html: '<wallet-embed wallet-url="https://down.example"></wallet-embed>',
    line: 'wallet-embed: Load failed. https://down.example does not answer in a frame at https://shop.example. docs/errors.md#load_failed',
    todo: 'Open the URL in a tab: it shows the wallet, or what is wrong.',
  },
  embedder: {
    says: 'The wallet’s operator has not registered the site',
    at: 'other',
    html: TAG,
    line: NOT_FRAMED('https://other.example'),
    todo: 'Have the operator add the origin to `embedders` ([registry](registry.md)).',
  },
  address: {
    says: 'The page is opened at `127.0.0.1`, and `localhost` is registered',
    at: 'address',
    html: TAG,
    line: NOT_FRAMED('http://127.0.0.1:5173'),
    todo: 'They are two origins. Open the page at `localhost`, or register both.',
  },
  sandbox: {
    says: 'The page is in a sandboxed frame, which takes its origin away',
    at: 'sandbox',
    html: TAG,
    line: NOT_FRAMED('https://shop.example'),
    todo: 'Add `allow-same-origin` to the `sandbox` of the frame around the page. The line names the URL’s origin, which a sandboxed page does not have.',
  },
  insecure: {
    says: 'The page is served by http',
    at: 'plain',
    html: TAG,
    line: 'wallet-embed: Load failed. The page needs https. docs/errors.md#load_failed',
    todo: 'Serve it by https. `http://localhost` counts as secure, the name or address of another machine does not.',
  },
  'frame-src': {
    says: 'The page’s Content-Security-Policy has no `frame-src` for the wallet',
    headers: { 'content-security-policy': "frame-src 'self'" },
    html: TAG,
    line: "wallet-embed: The page's CSP forbids the frame. https://wallet.example docs/errors.md#csp_blocked",
    todo: 'Add the wallet’s origin to `frame-src` ([strict pages](strict-pages.md)).',
  },
  'connect-src': {
    says: 'The page pins a build, and its `connect-src` forbids to fetch it',
    headers: { 'content-security-policy': "connect-src 'self'" },
    html: `<wallet-embed wallet-url="https://wallet.example" integrity='{ "check": true, "hash": "sha384-${'A'.repeat(64)}" }'></wallet-embed>`,
    line: 'wallet-embed: Integrity mismatch. integrity.json is missing, is another, or may not be fetched (connect-src https://wallet.example). docs/errors.md#integrity_mismatch',
    todo: 'Add the wallet’s origin to `connect-src`.',
  },
  version: {
    says: 'The page asks for a build that the operator has withdrawn',
    html: `<wallet-embed wallet-url="https://wallet.example" integrity='{ "check": false, "version": "0.0.1" }'></wallet-embed>`,
    line: 'wallet-embed: Version retired. 0.0.1: 1.2.3 or later. docs/errors.md#version_retired',
    todo: 'Ask for the version that the line names, or leave `version` out.',
  },
  hash: {
    says: 'The page pins the hash of a build that the wallet does not serve',
    html: '<wallet-embed wallet-url="https://wallet.example" integrity=\'{ "check": true, "hash": "sha384-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }\'></wallet-embed>',
    line: 'wallet-embed: Integrity mismatch. integrity.json is missing, is another, or may not be fetched (connect-src https://wallet.example). docs/errors.md#integrity_mismatch',
    todo: 'Take the hash that the operator publishes for this build ([integrity](strict-pages.md)).',
  },
  hidden: {
    says: 'The page’s styles hide the tag',
    html: '<style>wallet-embed { display: none }</style><wallet-embed wallet-url="https://wallet.example" network="localhost"></wallet-embed>',
    line: 'wallet-embed: hidden by display: none; use hide-button.',
    todo: 'Do not hide the tag: its panel is in it. `hide-button` hides the button alone.',
  },
  urls: {
    says: '`walletUrls` does not name the build that is asked for',
    script: "await new lib.Wallet({ walletUrls }).init({ buildEnv: 'staging' })",
    line: 'WalletError: Wallet url missing. Set walletUrls.staging (Wallet.configure, option) or the attribute wallet-url.',
    todo: 'Name the URL of each `buildEnv` that you use.',
  },
}
