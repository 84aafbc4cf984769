import { WalletError } from '../../../shared/errors.js'
import type { ExchangeOptions } from '../../ceremonies/exchange.js'
import { FolderChannel } from '../../ceremonies/folder-channel.js'
import { Peers, readIdentity } from '../../ceremonies/identities.js'
import { readJson } from '../../platform/files.js'
import { addressOf, type Given, milliseconds, text, wrong } from '../options/options.js'

/** @throws {WalletError} `INVALID_ARGUMENT` */
export async function exchangeOf(given: Given, index: number): Promise<ExchangeOptions> {
  const timeoutMs = milliseconds(given, 'timeout')
  const [listen, dir] = [text(given, 'listen'), text(given, 'dir')]
  const peers = await readJson(text(given, 'peers'), Peers)
  const identities = await readIdentity(text(given, 'identity'), index, peers)
  if (!!listen === !!dir) throw wrong('listen', 'expected either it or --dir')
  if (dir) return { channel: new FolderChannel(dir, index), identities, timeoutMs }
  const { HttpChannel } = await import('../../ceremonies/http-channel.js')
  const channel = new HttpChannel({
    index,
    urls: urlsOf(peers, index),
    ...addressOf(given, 'listen'),
  })
  return { channel, identities, timeoutMs }
}

function urlsOf(peers: Peers, own: number): Map<number, string> {
  const others = Object.entries(peers).filter(([index]) => Number(index) !== own)
  return new Map(
    others.map(([index, { url }]) => {
      if (!url) throw new WalletError('INVALID_ARGUMENT', `peers: ${index} has no url.`)
      return [Number(index), url.endsWith('/') ? url : `${url}/`]
    }),
  )
}
