import type * as z from 'zod/mini'

import type { Verifier } from '../../../protocol/registry.js'

type Input = z.input<typeof Verifier>

/** A verifier's entry without the client id: the part that is the same for every operator. */
export type Shape = Readonly<Partial<Omit<Input, 'clientId'>> & Pick<Input, 'typeOfLogin' | 'name'>>
