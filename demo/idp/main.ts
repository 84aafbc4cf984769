/**
 * The local identity provider. `node dist/programs/idp.js <config.json>`, the config being an `IdpConfig`.
 */
import { readFileSync } from 'node:fs'

import type { IdpConfig } from './provider.js'

// The library's advice on how to run it in production would look like a fault here.
console.warn = console.info

const { serve } = await import('./serve.js')
const config: IdpConfig = JSON.parse(readFileSync(process.argv[2]!, 'utf8'))
await serve(config)
