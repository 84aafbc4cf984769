/** Console lines for the page's developer, of a button that has no client, or an attribute with a typing error. */
import { unknownAttributes } from '../../src/shared/did-you-mean.js'

interface Button extends HTMLElement {
  client: object | undefined
  clientId: string | undefined
}

/** @param known - The attributes that it reads. */
export function tellMistakes(button: Button, known: readonly string[]): void {
  if (!button.client && !button.clientId) console.warn('login-button needs client-id or client.')
  for (const text of unknownAttributes(button.getAttributeNames(), known)) {
    console.warn(`login-button: ${text}`)
  }
}
