import { copySync } from '../../sync/copy.js'
import { type Given, print, wrong } from '../options/options.js'
import { VARIABLES } from '../options/tables.js'
import { storeOf } from '../settings/sync.js'

/** Copies people's blobs from one store to a different one, and says how many. */
export async function runSyncCopy(given: Given): Promise<void> {
  const opened = await open(given, 'from', VARIABLES.syncFrom)
  try {
    const target = await open(given, 'to', VARIABLES.syncTo)
    try {
      const { seen, written } = await copySync(opened, target)
      print(`${seen} blobs, of which ${written} were copied; the others were there already.`)
    } finally {
      await target.close()
    }
  } finally {
    await opened.close()
  }
}

async function open(given: Given, name: string, variable: string) {
  const store = await storeOf(given, name, variable)
  if (!store) throw wrong(name, `expected it, --${name}-file or ${variable}`)
  return store
}
