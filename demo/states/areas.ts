/** Every screen and every piece of the wallet, in every state that people can meet. docs/states.md says more. */
import { activity } from './activity.js'
import { explained } from './explained.js'
import { keys } from './keys.js'
import { loginWays } from './login-ways.js'
import { messages } from './messages.js'
import { notices } from './notices.js'
import { ownThings } from './own-things.js'
import { standingPermissions } from './permissions.js'
import { pieces } from './pieces.js'
import { places } from './places.js'
import { sending } from './sending.js'
import { signIn } from './sign-in.js'
import { signatures } from './signatures.js'
import { siteQuestions } from './site-questions.js'
import type { Area } from './state.js'
import { tokens } from './tokens.js'
import { transactions } from './transactions.js'
import { wallet } from './wallet.js'

export const areas: readonly Area[] = [
  signIn,
  loginWays,
  siteQuestions,
  messages,
  signatures,
  transactions,
  explained,
  wallet,
  ownThings,
  places,
  tokens,
  standingPermissions,
  sending,
  activity,
  keys,
  notices,
  pieces,
]
