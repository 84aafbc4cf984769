/** The person's history with a site, shown before they let it see an account. */
import * as z from 'zod/mini'

import { type OriginRisk, originRisks } from '../../chain/risks/origins.js'
import { BEFORE } from './site-permissions.js'
import type { SiteStore } from './site-store.js'

export interface SiteFacts {
  /** Unix time in milliseconds of the last connection; undefined: never. */
  before: number | undefined
  risks: OriginRisk[]
}

interface Known {
  readonly site: string | null
  readonly life: { readonly current: { readonly connected: readonly string[] } | undefined }
  readonly store: SiteStore
}

export function siteFacts({ site, life, store }: Known): SiteFacts {
  const others = life.current?.connected ?? []
  return { before: store.get(BEFORE, z.number()), risks: site ? originRisks(site, others) : [] }
}
