export const EMAIL = 'sample.person@example.test'
export const NONCE = 'n'.repeat(43)
export const ASKED = { verifier: 'email_passwordless', email: EMAIL, nonce: NONCE }
export const WRONG = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')
