/** The people and things that the states show. All are made up. */
import type { Chain } from '../../src/chain/networks/networks.js'
import type { TransactionRequest } from '../../src/chain/requests/transaction.js'
import type { AppConfig, VerifierType } from '../../src/protocol/service.js'
import { LOGIN_TYPES, type LoginUserInfo } from '../../src/shared/options.js'

export const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7'
/** An account with tokens, whose screens stay on a page with others. */
export const HOLDER = '0x27b1fdb04752bbc536007a920d24acb045561c26'
export const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const CONTRACT = '0xde709f2102306220921060314715629080e2fb77'
export const SITE = 'https://shop.example.test'
/** As long as names of hosts come in practice, without a place to break. */
export const LONG_SITE =
  'https://tickets-and-memberships-for-everybody.international-concert-hall.example.test:8443'
export const HASH = `0x${'c0ffee12'.repeat(8)}` as const
/** A whole unit of a coin, in its smallest. */
export const ETHER = 10n ** 18n
/** More than there is of any coin that matters, to the last digit. */
export const HUGE = 123_456_789_012_345_678_901_234_567n

export const PERSON: LoginUserInfo = {
  email: 'sample.person@example.test',
  name: 'Sample Person',
  profileImage: '',
  aggregateVerifier: '',
  verifier: 'google',
  verifierId: 'sample.person@example.test',
  typeOfLogin: 'google',
}
export const LONG_PERSON: LoginUserInfo = {
  ...PERSON,
  email: 'a-rather-long-mailbox-name.with-many-parts.for-one-person@mail.department.example.test',
}

export const CHAIN = {
  chainId: 31_337,
  name: 'Local chain',
  rpcUrl: 'http://localhost:8545',
  nodeUrl: 'http://localhost:8545',
  ticker: 'ETH',
  tickerName: 'Ether',
  blockExplorer: 'https://scan.example.test',
} satisfies Chain
/** Only the page knows it, and it can call it what it likes. */
export const PAGES_CHAIN: Chain = {
  chainId: 987_654_321,
  rpcUrl: 'https://archive-node.fast-coin-chain.example.test/rpc',
  said: {
    name: 'Fast coin chain for tickets and memberships',
    ticker: 'FASTCOIN',
    tickerName: 'Fast coin for tickets',
  },
  blockExplorer: 'https://scan.fast-coin-chain.example.test/',
}
/** The person added it in the wallet's own page. */
export const OWN_CHAIN: Chain = {
  chainId: PAGES_CHAIN.chainId,
  rpcUrl: PAGES_CHAIN.rpcUrl,
  nodeUrl: PAGES_CHAIN.rpcUrl,
  ...PAGES_CHAIN.said,
}
/** It has the id of a well-known chain, and the site's own node. */
export const CAPTURED_CHAIN: Chain = {
  chainId: 1,
  name: 'Ethereum',
  rpcUrl: 'https://free-node.shop.example.test/rpc',
  ticker: 'ETH',
  tickerName: 'Ether',
}
/** Only the page knows it, and it has names that it should not have. */
export const IMITATING_CHAIN: Chain = {
  ...PAGES_CHAIN,
  said: { name: 'Ethereurn Mainnet', ticker: 'ETH', tickerName: '\u0415ther' },
}

const POINT = '0'.repeat(64)
const verifier = (typeOfLogin: VerifierType, name: string) => ({
  typeOfLogin,
  name,
  protocol: 'oidc' as const,
  issuer: 'https://provider.example.test',
  clientId: 'client',
  authorizationEndpoint: 'https://provider.example.test/auth',
  scope: 'openid email',
  verifierIdField: 'sub' as const,
  isVerifierIdCaseSensitive: true,
  leeway: 60,
})

export const CONFIG: AppConfig = {
  loginService: 'https://login.example.test',
  keyNetwork: { threshold: 1, groupKey: POINT, nodes: [] },
  approvals: { '*': 'page' },
  verifiers: {
    google: verifier('google', 'Google'),
    facebook: verifier('facebook', 'Facebook'),
    discord: verifier('discord', 'Discord'),
    github: verifier('github', 'GitHub'),
    apple: verifier('apple', 'Apple'),
    twitch: verifier('twitch', 'Twitch'),
  },
  chains: [
    {
      host: 'localhost',
      chainId: CHAIN.chainId,
      networkName: CHAIN.name,
      rpcUrl: CHAIN.rpcUrl,
      ticker: CHAIN.ticker,
      tickerName: CHAIN.tickerName,
      blockExplorer: CHAIN.blockExplorer,
    },
  ],
}
/** Every kind of login that there is an icon for. */
export const EVERY_LOGIN = Object.fromEntries(
  [...LOGIN_TYPES, 'kakao', 'wechat'].map((type) => [type, verifier(type as VerifierType, type)]),
)
/** What only some operators have. */
/** An operator's source of prices, and of a logo. */
export const PRICED: Pick<AppConfig, 'prices' | 'tokenLogos'> = {
  prices: {
    url: 'data:application/json,{"ethereum":{"usd":2410.5},"sample-dollar":{"usd":1.0004}}',
    coins: { [CHAIN.chainId]: 'ethereum' },
    tokens: { [CHAIN.chainId]: { [OTHER]: 'sample-dollar' } },
    currencies: ['USD'],
  },
  tokenLogos: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="2" height="2" fill="#1d6f5c"/><path d="M.5 1h1" stroke="#fff" stroke-width=".3"/></svg>')}`,
}

export const EXTRAS: Pick<AppConfig, 'topup' | 'billboard'> = {
  topup: [
    { id: 'corner', name: 'Coin corner', url: 'https://coins.example.test/?to={address}' },
    { id: 'bank', name: 'Bank transfer', url: 'https://bank.example.test/?to={address}' },
  ],
  billboard: {
    title: { en: 'Summer concerts are open' },
    text: { en: 'Members get their tickets two days before everybody else.' },
    url: 'https://news.example.test/',
  },
}

/** The words of a wallet that holds nothing. */
export const WORDS: readonly string[] = [...Array(23).fill('abandon'), 'art']

/** What a payment asks for; change what a state is about. */
export const requestOf = (own: Partial<TransactionRequest> = {}): TransactionRequest => ({
  from: ACCOUNT,
  to: OTHER,
  value: ETHER / 4n,
  data: '0x',
  fees: undefined,
  ...own,
})
