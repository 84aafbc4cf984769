/** The signed-in person, and their name. */
import { visible } from '../../chain/values/text.js'
import type { LoginUserInfo } from '../../shared/options.js'
import type { Unlocked } from '../signer/contract.js'

/** A signed-in person: the signer has their secret. */
export type Person = Unlocked & { userInfo: LoginUserInfo }

/** Characters of a person's name. Of a longer one both ends are shown: an address ends with its domain. */
const MAX_NAME = 80
const KEPT = MAX_NAME / 2

/** A name from an identity provider: people can choose any. */
export function givenName(given: string): string {
  const name = [...visible(given)]
  if (name.length <= MAX_NAME) return name.join('')
  return `${name.slice(0, KEPT).join('')}…${name.slice(-KEPT).join('')}`
}

/** How the person is called. */
export const personName = (person: LoginUserInfo | undefined): string =>
  givenName(person?.email || person?.name || '')
