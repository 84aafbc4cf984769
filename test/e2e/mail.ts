/** Sign-in by e-mail, as a person does it with the mails that the stack's mail server got. */
import type { FrameLocator, Page } from 'playwright-core'

import { until } from '../support/until.js'
import type { SharedWorld } from './support.js'

/** How many mails an address got, and the newest one's code. */
async function mailsFor({ stack }: SharedWorld, email: string) {
  const response = await fetch(`${stack.urls.mail}/mails?to=${email}`)
  const mails = (await response.json()) as { code: string }[]
  return { count: mails.length, code: mails[0]?.code ?? '' }
}

/** Types the address, reads the mail, types the code. */
export async function typeMailedCode(
  world: SharedWorld,
  place: Page | FrameLocator,
  email: string,
): Promise<void> {
  const { count } = await mailsFor(world, email)
  const address = place.getByLabel('E-mail address')
  await address.fill(email)
  await address.press('Enter')
  const field = place.getByLabel('Code from the e-mail')
  await field.waitFor()
  await field.fill(
    await until(`a mail to ${email}`, async () => {
      const mails = await mailsFor(world, email)
      return mails.count > count && mails.code
    }),
  )
}
