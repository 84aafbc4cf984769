/** Fields that the schemas of this folder share. */
import * as z from 'zod/mini'

export const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
export const url = text(2048).check(
  z.refine((value) => URL.canParse(value), { error: 'expected a URL' }),
)
export const origin = text(512).check(
  z.refine((value) => URL.canParse(value) && new URL(value).origin === value, {
    error: 'expected an origin without a path',
  }),
)
/** A page for a login's result, which travels in the fragment. */
export const pageUrl = url.check(
  z.refine((value) => /^https?:\/\/[^#@]*$/.test(value), {
    error: 'expected an http(s) URL without a fragment, user or password',
  }),
)
/** Reserved names: `__proto__` is special to JSON parsers, and `webauthn` is an account that only a passkey opens. */
const RESERVED = ['webauthn', '__proto__']
export const isReserved = (name: string): boolean => RESERVED.includes(name)
export const seconds = z.number().check(z.gte(0), z.lte(86_400))
