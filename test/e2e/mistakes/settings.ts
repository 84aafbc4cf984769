import type { Mistake } from './mistake.js'

/** A setting is refused, or has no effect. */
export const SETTINGS: Record<string, Mistake> = {
  event: {
    says: 'A listener for an event that does not exist',
    script: "wallet.on('accountChanged', () => {})",
    line: 'wallet-embed: unknown event accountChanged; there are ready, change, login, logout, accountsChanged, chainChanged, show, hide, popupBlocked, sessionExpired, error.',
    todo: 'The line lists those that there are.',
  },
  option: {
    says: 'An option of the constructor that does not exist',
    script: "new lib.Wallet({ buttonPositon: 'top-left' })",
    line: 'wallet-embed: unknown option buttonPositon; there are buttonPosition, walletUrls, initTimeout.',
    todo: 'The line lists those that there are.',
  },
  parameter: {
    says: 'A parameter of `init` that does not exist',
    script: "await wallet.init({ network: { host: 'localhost' }, showWaletButton: false })",
    line: 'Wallet parameters: showWaletButton: unknown, did you mean showWalletButton?',
    todo: 'The line says what was probably meant.',
  },
  'white label': {
    says: 'A key of the white label that does not exist',
    script:
      "await wallet.init({ network: { host: 'localhost' }, whiteLabel: { theme: { isDark: true, colors: { brand: '#123456' } }, logoDark: '', logoLight: '' } })",
    line: 'Wallet parameters: whiteLabel.theme.colors.brand: unknown.',
    todo: '[White label](white-label.md) has those that there are.',
  },
  json: {
    says: 'An attribute that is not JSON',
    html: `<wallet-embed wallet-url="https://wallet.example" network="localhost" login-config="{ reddit: {} }"></wallet-embed>`,
    line: 'wallet-embed: Invalid argument. loginConfig: expected an object; as JSON, in an attribute. docs/errors.md#invalid_argument',
    todo: 'Names and texts in JSON are in double quotes, so put single ones around the attribute.',
  },
  type: {
    says: 'A value that is not one of those allowed',
    html: '<wallet-embed wallet-url="https://wallet.example" network="localhost" theme="drak"></wallet-embed>',
    line: 'wallet-embed: Invalid argument. theme: expected light, dark, auto or a theme. docs/errors.md#invalid_argument',
    todo: 'The line begins with the path, and ends with what was expected.',
  },
  network: {
    says: 'A network that was retired',
    html: '<wallet-embed wallet-url="https://wallet.example" network="ropsten"></wallet-embed>',
    line: 'wallet-embed: Network unavailable. ropsten is retired: pass the URL of a node as network.host. docs/errors.md#network_unavailable',
    todo: 'Use a name that the operator configured, or the URL of a node.',
  },
  'chain id': {
    says: 'A chain id that is not the node’s',
    html: '<wallet-embed wallet-url="https://wallet.example" network="https://node.example" chain-id="1"></wallet-embed>',
    line: "wallet-embed: Invalid argument. network.chainId: expected 31337, which is the node's, or nothing. docs/errors.md#invalid_argument",
    todo: 'Leave `chainId` out: the node is asked for it.',
  },
  attribute: {
    says: 'An attribute that does not exist',
    html: '<wallet-embed wallet-url="https://wallet.example" network="localhost" languge="de"></wallet-embed>',
    line: 'wallet-embed: attribute languge: unknown, did you mean language?',
    todo: 'The line says what was probably meant.',
  },
  position: {
    says: 'A place for the button that does not exist',
    html: '<wallet-embed wallet-url="https://wallet.example" network="localhost" button-position="middle"></wallet-embed>',
    line: 'wallet-embed: Invalid argument. buttonPosition: expected one of top-left, top-right, bottom-right, bottom-left. docs/errors.md#invalid_argument',
    todo: 'Use one of those.',
  },
  'position while it runs': {
    says: 'The same, while the wallet runs',
    html: '<wallet-embed wallet-url="https://wallet.example" network="localhost"></wallet-embed>',
    script:
      "const element = document.querySelector('wallet-embed'); await element.init(); element.buttonPosition = 'middle'",
    line: 'wallet-embed: Invalid argument. buttonPosition: expected one of top-left, top-right, bottom-right, bottom-left. docs/errors.md#invalid_argument',
    todo: 'The button stays where it was.',
  },
  'deep key': {
    says: 'A key that does not exist, in what changes while the wallet runs',
    given: 'wallet',
    script: "await wallet.setNetwork({ host: 'localhost', chainID: 31337 })",
    line: 'Wallet parameters: network.chainID: unknown, did you mean chainId?',
    todo: 'The line says what was probably meant.',
  },
  'no value': {
    says: '`setNetwork`, `setTheme` or `setLanguage` without a value',
    given: 'wallet',
    script: 'await wallet.setNetwork(undefined)',
    line: 'WalletError: Invalid argument. network: missing.',
    todo: 'Give the value. The network stays as it was.',
  },
  deprecated: {
    says: 'A parameter that is deprecated',
    script:
      "await wallet.init({ network: { host: 'localhost' }, enabledVerifiers: { discord: false } })",
    line: 'Wallet parameters: enabledVerifiers: deprecated; use loginConfig with showOnModal: false.',
    todo: 'Write `loginConfig: { discord: { showOnModal: false } }`.',
  },
  language: {
    says: 'A language that the wallet does not speak',
    html: '<wallet-embed wallet-url="https://wallet.example" network="localhost" language="tlh"></wallet-embed>',
    line: 'Wallet parameters: language: not used: the wallet speaks en, ar, de, es, fr, ja, ko, pt, tr, zh.',
    todo: 'Leave `language` out, and the wallet speaks the person’s own language where it can.',
  },
  colour: {
    says: 'A colour of the white label that is no colour',
    html: '<wallet-embed wallet-url="https://wallet.example" network="localhost" white-label=\'{ "theme": { "isDark": true, "colors": { "primary": "reddish" } }, "logoDark": "", "logoLight": "" }\'></wallet-embed>',
    line: 'wallet-embed: Invalid argument. whiteLabel.theme.colors.primary: expected a hex colour such as #0364ff. docs/errors.md#invalid_argument',
    todo: 'Write it in hex.',
  },
  logo: {
    says: 'A picture of the white label that is not https',
    html: '<wallet-embed wallet-url="https://wallet.example" network="localhost" white-label=\'{ "theme": { "isDark": true, "colors": {} }, "logoDark": "http://shop.example/logo.png", "logoLight": "" }\'></wallet-embed>',
    line: 'Wallet parameters: whiteLabel.logoDark: not shown, since it is not https.',
    todo: 'Serve the picture by https, or give a `data:` URL.',
  },
  verifier: {
    says: 'A login with a misspelt name, in `loginConfig`',
    html: '<wallet-embed wallet-url="https://wallet.example" network="localhost" login-config=\'{ "gogle": { "showOnModal": true } }\'></wallet-embed>',
    line: 'wallet-embed: Invalid argument. loginConfig.gogle.typeOfLogin: needed for that name. docs/errors.md#invalid_argument',
    todo: 'Correct the name; for a verifier that the operator named, say its `typeOfLogin`.',
  },
  'network name': {
    says: 'A name for a network that the wallet names itself',
    script:
      "await wallet.init({ network: { host: 'localhost', chainId: 31337, networkName: 'Test chain', ticker: 'TST' } })",
    line: 'network: not used: networkName, ticker. Chain 31337 is Local chain (ETH) to the wallet.',
    todo: 'Leave them out. The wallet’s names win, so that no page can call a chain by another chain’s name.',
  },
  'unknown network': {
    says: 'A name of a network that does not exist',
    html: '<wallet-embed wallet-url="https://wallet.example" network="sepoliaa"></wallet-embed>',
    line: 'wallet-embed: Invalid argument. network.host: expected a name, or the URL of a node. docs/errors.md#invalid_argument',
    todo: 'Use a name of [the networks](wallet.md), or the URL of a node.',
  },
  'provider event': {
    says: 'A listener at the provider for an event that does not exist',
    script: "wallet.provider.on('accountChanged', () => {})",
    line: 'wallet-embed: unknown event accountChanged; there are connect, disconnect, chainChanged, accountsChanged, message.',
    todo: 'Use one of those.',
  },
  configure: {
    says: 'A default of `Wallet.configure` that does not exist',
    script: "lib.Wallet.configure({ walletUrl: 'https://wallet.example' })",
    line: 'wallet-embed: unknown option walletUrl; there are walletUrls, docsUrl.',
    todo: 'Use one of those.',
  },
  node: {
    says: 'A node that does not answer',
    html: '<wallet-embed wallet-url="https://wallet.example" network="http://node.example"></wallet-embed>',
    line: 'wallet-embed: Chain disconnected. node.example cannot be reached by way of the page. docs/errors.md#chain_disconnected',
    todo: 'Look whether the node runs and allows the page’s origin (CORS), and give its URL by https.',
  },
  'white label theme': {
    says: 'A white label without a theme',
    html: '<wallet-embed wallet-url="https://wallet.example" network="localhost" white-label=\'{ "logoDark": "", "logoLight": "" }\'></wallet-embed>',
    line: 'wallet-embed: Invalid argument. whiteLabel.theme: expected an object; as JSON, in an attribute. docs/errors.md#invalid_argument',
    todo: 'Give `theme` with `isDark` and `colors`; `{ "isDark": false, "colors": {} }` changes nothing.',
  },
}
