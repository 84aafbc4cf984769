import { WalletError } from '../../../shared/errors.js'
import { readKey } from '../../keys/share-file.js'
import { connectRedis } from '../../store/redis-store.js'
import { MemoryStore, type Store } from '../../store/store.js'
import { type Given, logLine, type Option, text } from './options.js'

const VARIABLE = 'WALLET_EMBED_REDIS'

export const STORE: Record<string, Option> = {
  redis: { help: `Redis that copies share; ${VARIABLE} without it`, value: 'url', fallback: null },
  'redis-file': {
    help: 'its URL in a file, for one with a password',
    value: 'file',
    fallback: null,
  },
}

/**
 * Where a service keeps what it remembers: in Redis if the operator named one, else in this process.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, or `SERVICE_UNAVAILABLE` if Redis gives no answer.
 */
export async function openStore(given: Given): Promise<Store> {
  const argument = text(given, 'redis')
  if (URL.canParse(argument) && new URL(argument).password) {
    const detail = '--redis: every user of this machine can read a password there. '
    throw new WalletError('INVALID_ARGUMENT', `${detail}Use --redis-file or ${VARIABLE}.`)
  }
  const url = argument || (await readKey(text(given, 'redis-file'), VARIABLE))
  if (!url) return new MemoryStore()
  return connectRedis({
    url,
    onFault: (fault) => logLine(40, fault),
    onChange: (isUp) => (isUp ? logLine(30, 'Redis is back') : logLine(40, 'Redis is away')),
  })
}
