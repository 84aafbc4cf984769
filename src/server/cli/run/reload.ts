/** Reloads an operator's files while a service runs. */
import { type Stats, statSync, unwatchFile, watchFile } from 'node:fs'

import type { FastifyInstance } from 'fastify'

import { WalletError } from '../../../shared/errors.js'

/** Milliseconds between checks of a file: polling is cheap, and works on every file system. */
const INTERVAL = 1_000
/** When this process began, in milliseconds since 1970. */
const BEGUN = Date.now() - process.uptime() * 1_000

interface Reload {
  /** Files to watch. Called again after each reload, also a failed one, since one file may name others. */
  files: () => string[]
  /** Reloads the files. Errors are logged, and the old contents stay. */
  reload: () => Promise<void>
  /** Called on SIGHUP instead of `reload`. */
  reloadAll?: () => Promise<void>
}

/** Reloads on SIGHUP and when a file changes, one reload at a time. */
export function reloadOnChange(app: FastifyInstance, { files, reload, reloadAll }: Reload): void {
  let last = Promise.resolve()
  const run = (work: () => Promise<void>) => {
    last = last.then(async () => {
      try {
        // A reload that fails may have found files that it waits for.
        await work().finally(() => watch())
        app.log.info('reloaded')
      } catch (error) {
        const { detail, message } = WalletError.from(error)
        app.log.error({ detail: detail ?? message }, 'not reloaded: going on as before')
      }
    })
  }
  const onSignal = () => run(reloadAll ?? reload)
  const onLook = (now: Stats, before: Stats) => {
    // A replaced file may have the same time as the old one, so compare the inode too.
    if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino) run(reload)
  }
  let watched: string[] = []
  const watch = (wanted = files()) => {
    for (const file of watched) if (!wanted.includes(file)) unwatchFile(file, onLook)
    for (const file of wanted) {
      if (!watched.includes(file)) {
        watchFile(file, { interval: INTERVAL, persistent: false }, onLook)
      }
    }
    watched = wanted
  }
  watch()
  // Getting here takes seconds where a store is slow, and the files were read before.
  if (watched.some(isNew)) run(reload)
  process.on('SIGHUP', onSignal)
  app.addHook('onClose', async () => {
    process.off('SIGHUP', onSignal)
    watch([])
  })
}

const isNew = (file: string): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0) > BEGUN
