/** The pages of the site, in the order in which a reader needs them. */
const page = (text: string, path: string) => ({ text, link: `/docs/${path}` })

export const SIDEBAR = [
  {
    text: 'Begin',
    items: [
      { text: 'What it is', link: '/' },
      page('Quick start', 'quick-start'),
      page('Concepts', 'concepts'),
      page('Questions before you begin', 'faq'),
      page('viem, wagmi, ethers, plain', 'libraries'),
      page('In a framework', 'frameworks'),
      page('Pages that a server writes', 'servers'),
      page('TypeScript', 'typescript'),
      page('The stack for your site', 'development'),
      page('Moving in', 'migrate'),
    ],
  },
  {
    text: 'Build',
    items: [
      page('Recipes', 'recipes'),
      page('The wallet', 'wallet'),
      page('The login client', 'login-client'),
      page('Sign-in to a backend', 'backends'),
      page('Your look and words', 'white-label'),
      page('Buying coins', 'top-up'),
      page('What people confirm', 'confirmations'),
      page('Strict pages', 'strict-pages'),
      page('Browsers', 'browsers'),
      page('Accessibility', 'accessibility'),
    ],
  },
  {
    text: 'When it does not work',
    items: [
      page('By symptom', 'troubleshooting'),
      page('Mistakes, by their line', 'mistakes'),
      page('Errors', 'errors'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('Elements', 'api/elements'),
      page('Classes and types', 'api/types'),
      page('The interface, row by row', 'interface'),
      page('Conformance', 'conformance'),
    ],
  },
  {
    text: 'Operate',
    items: [
      page('Running it', 'operate'),
      page('How far it goes', 'scale'),
      page('Runbook', 'runbook'),
      page('Drills', 'drills'),
      page('HTTP', 'http'),
      page('The registry', 'registry'),
      page('Identity providers', 'providers'),
      page('Accounts', 'accounts'),
      page('E-mail', 'email'),
      page('Sync', 'sync'),
      page('Passkeys', 'passkeys'),
    ],
  },
  {
    text: 'How it is made',
    items: [
      page('Architecture', 'architecture'),
      { text: 'Security', link: '/SECURITY' },
      page('Who can begin a login', 'logins'),
      page('Attacks', 'attacks'),
      page('Words', 'words'),
      page('States', 'states'),
      page('Testing', 'testing'),
      { text: 'Contributing', link: '/CONTRIBUTING' },
      page('Licences', 'licences'),
      { text: 'Changes', link: '/CHANGELOG' },
    ],
  },
]

/** Their paths in the repository. */
export const PAGES = SIDEBAR.flatMap(({ items }) => items).map(({ link }) =>
  link === '/' ? 'README.md' : `${link.slice(1)}.md`,
)
