import { copySync } from '../../sync/copy.js'
import { MemorySync } from '../../sync/memory-sync.js'
import { type Given, print, wrong } from '../options/options.js'
import { VARIABLES } from '../options/tables.js'
import { storeOf } from '../settings/sync.js'

/** Copies people's blobs from one store to a different one, and says how many. */
export async function runSyncCopy(given: Given): Promise<void> {
  const opened = await open(given, 'from', VARIABLES.syncFrom)
  try {
    // A folder that was misspelt is made, and empty.
    if (!(await opened.usage()).persons) throw wrong('from', 'nothing is kept there')
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
  if (store instanceof MemorySync) throw wrong(name, 'expected lmdb:FOLDER or postgres://…')
  return store
}
