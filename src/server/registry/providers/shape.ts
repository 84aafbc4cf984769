import type * as z from 'zod/mini'

import type { Verifier } from '../../../protocol/registry.js'

type Input = z.input<typeof Verifier>

/** All that is alike for every operator: an entry of the registry without the client id. */
export type Shape = Readonly<Partial<Omit<Input, 'clientId'>> & Pick<Input, 'typeOfLogin' | 'name'>>
