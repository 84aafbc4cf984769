/** Questions of `init`, in order. A file of answers uses the same names. */
export const QUESTIONS = {
  wallet: 'Host name of the wallet, such as wallet.example',
  login: 'Host name of the login service, such as login.example',
  nodes: 'Host names of the key nodes, best of as many operators, with commas',
  threshold: 'How many of them a login takes: more than half',
  site: 'The first site that may show the wallet, such as https://shop.example',
  siteName: 'The name of that site, as people read it',
  provider: 'Who people sign in with, such as google',
  clientId: 'Your client id there',
  rpcUrl: 'URL of an Ethereum node',
  redis:
    'Redis that copies of the login service share, such as redis://localhost:6379, or none for one copy',
  sync: "Whether names, tokens and contacts come along to a person's other devices, yes or no",
} as const

/** The option by which a question is answered: `site-name` for `siteName`. */
export const optionOf = (question: string): string =>
  question.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
