import { createHash } from 'node:crypto'
import type { Account } from 'oidc-provider'

/** Offered on the page. Any other address can be typed. */
export const SAMPLE_EMAILS = [
  'sample.one@example.test',
  'sample.two@example.test',
  'sample.three@example.test',
]

/** By subject. As long as the process, as are the sessions that refer to it. */
const emails = new Map<string, string>()

/** The subject for an address: the same at every start, and in any letter case. */
export function subjectOf(email: string): string {
  const subject = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24)
  emails.set(subject, email)
  return subject
}

export const emailOf = (subject: string): string | undefined => emails.get(subject)

/** `sample.one@example.test` is called Sample One. */
export const nameOf = (email: string): string =>
  email
    .split('@')[0]!
    .split(/[._-]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')

export const initialsOf = (email: string): string =>
  nameOf(email)
    .split(' ')
    .slice(0, 2)
    .map((word) => word[0])
    .join('')

/** Degrees on the colour wheel, so that people can be told apart at a glance. */
export const hueOf = (email: string): number =>
  createHash('sha256').update(email.toLowerCase()).digest().readUInt16BE(4) % 360

/** What the provider tells of a person. */
export function accountOf(subject: string, issuer: string): Account | undefined {
  const email = emailOf(subject)
  if (!email) return undefined
  return {
    accountId: subject,
    claims: () => ({
      sub: subject,
      email,
      email_verified: true,
      name: nameOf(email),
      picture: `${issuer}/picture/${subject}.svg`,
    }),
  }
}
