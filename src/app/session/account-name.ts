import { msg, str } from '@lit/localize'

import type { Account } from './accounts.js'

/** The person's name for an account, else its number. */
export const accountName = ({ name, index }: Pick<Account, 'name' | 'index'>): string =>
  name || msg(str`Account ${index + 1}`)
