/** The screens that nobody needs before they are signed in, in a file of their own. */
import './connect.js'
import './receive.js'
import './recovery-phrase.js'
import './send.js'
import './send-transaction.js'
import './settings.js'
import './sign-message.js'
import './sign-typed-data.js'
import './status.js'
import './topup.js'

export { confirmation } from './questions.js'
