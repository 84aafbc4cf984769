/**
 * Typed data as `eth_signTypedData` had it before EIP-712: a list of names, types and values. It names
 * no site and no chain, so a signature may be good in many places; the screen says so.
 */
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { parse } from '../rpc/parse.js'
import { type Atom, readAtom, signedAtom } from '../values/atoms.js'
import { readParams, type ShownTypedData } from './typed-data.js'

const MAX_FIELDS = 200

const List = z
  .array(
    z.object({
      type: z.string('a type').check(z.maxLength(32)),
      name: z.string('a name').check(z.minLength(1, 'a name'), z.maxLength(256)),
      value: z.unknown(),
    }),
    'a list of { type, name, value }',
  )
  .check(z.minLength(1, 'at least one value'), z.maxLength(MAX_FIELDS, `at most ${MAX_FIELDS}`))

/** A field as it is signed. Integers are bigints. */
export interface TypedDataV1Field {
  type: string
  name: string
  value: Atom
}

export interface ReadTypedDataV1 extends ShownTypedData {
  value: TypedDataV1Field[]
}

/** Whether it is the old form: the new one is an object. */
export const isTypedDataV1 = (params: unknown, account: string): boolean =>
  Array.isArray(readParams(params, account))

/**
 * Reads the parameters of `eth_signTypedData`: the list, as such or as JSON, and the account. Elementary types only:
 * lists were packed in ways that no two libraries agree on.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the field; `UNAUTHORIZED` for a different account.
 */
export function parseTypedDataV1(params: unknown, account: string): ReadTypedDataV1 {
  const fields = parse(List, readParams(params, account), 'data')
  const read = fields.map(({ type, name, value }, index) => {
    const atom = readAtom(type, value)
    if (atom !== undefined) return { type, name, value: atom }
    throw new WalletError(
      'INVALID_ARGUMENT',
      `data.${index}: expected a value of an elementary type.`,
    )
  })
  const message = read.map(({ type, name, value }) => ({ type, name, value: String(value) }))
  const value = read.map((field) => ({ ...field, value: signedAtom(field.type, field.value) }))
  return { value, domain: [], message }
}
