import { msg, str } from '@lit/localize'

import type { Account } from './accounts.js'

/** As the person calls an account, else by its number. */
export const accountName = ({ name, index }: Pick<Account, 'name' | 'index'>): string =>
  name || msg(str`Account ${index + 1}`)
