/**
 * Pictures of collectibles, from their metadata (ERC-721 and ERC-1155): in the contract's answer itself, or on IPFS by
 * way of the operator's gateway. Logos of tokens, from where the operator says. No other host is asked: it would learn
 * who looks at them.
 */
import * as z from 'zod/mini'

import { callView, readText } from '../../../chain/reads/address-facts.js'
import type { Asset } from '../../../chain/reads/asset.js'
import { word } from '../../../chain/values/words.js'
import { readAll } from '../../operator-files/read-all.js'
import { assetKey } from '../../stores/assets.js'
import type { WalletApp } from '../wallet-app.js'

/** `tokenURI(uint256)` and `uri(uint256)`. */
const CALLS: Partial<Record<Asset['type'], string>> = {
  ERC721: '0xc87b56dd',
  ERC1155: '0x0e89341c',
}
/** Bytes. */
const MAX_METADATA = 512 * 1024
const MAX_PICTURE = 1024 * 1024
const MAX_LOGO = 64 * 1024
/** Milliseconds for a file. */
const TIMEOUT = 10_000
/** SVG is allowed: shown as an image, it runs no script and loads nothing. */
const KIND = /^image\/(png|jpeg|gif|webp|avif|svg\+xml)$/
const DATA = /^data:([^,]*?)(;base64)?,([\s\S]*)$/i
const IPFS = /^ipfs:\/\/(?:ipfs\/)?([a-z0-9]{46,100})((?:\/[^?#]*)?)$/i

const Metadata = z.object({ image: z.string() })

interface File {
  /** Media type, without parameters. */
  kind: string
  bytes: Uint8Array<ArrayBuffer>
}

const found = new WeakMap<WalletApp, Map<string, Promise<string | undefined>>>()

/**
 * Loads a picture once per document.
 *
 * @returns A `data:` URL of an image; nothing for a picture that is missing or may not be shown.
 */
export function pictureOf(app: WalletApp, asset: Asset): Promise<string | undefined> {
  const all = found.get(app) ?? new Map<string, Promise<string | undefined>>()
  found.set(app, all)
  const key = `${app.chains.current.chainId} ${assetKey(asset)}`
  const known =
    all.get(key) ??
    readPicture(app, asset).catch(() => {
      // The next screen tries again.
      all.delete(key)
      return undefined
    })
  all.set(key, known)
  return known
}

async function readPicture(app: WalletApp, asset: Asset): Promise<string | undefined> {
  const { content } = app
  const chain = app.chains.current
  // A node that the site chose could show anything.
  if (!chain.nodeUrl) return undefined
  if (asset.type !== 'ERC20') return readMetadata(app, asset)
  const url = content.config.tokenLogos
    ?.replaceAll('{chainId}', `${chain.chainId}`)
    .replaceAll('{address}', asset.address)
  return url && toImage(await fetchFile(url, MAX_LOGO))
}

async function readMetadata(
  { chains, content }: WalletApp,
  { type, address, tokenId = '0' }: Asset,
): Promise<string | undefined> {
  const call = CALLS[type]
  if (!call) return undefined
  const id = word(BigInt(tokenId))
  const uri = readText(await callView(chains.node, address, call + id))?.replaceAll('{id}', id)
  const metadata = uri && (await readFile(uri, content.config.ipfsGateway, MAX_METADATA))
  if (!metadata) return undefined
  const text = new TextDecoder('utf-8', { fatal: true }).decode(metadata.bytes)
  const { image } = Metadata.parse(JSON.parse(text))
  return toImage(await readFile(image, content.config.ipfsGateway, MAX_PICTURE))
}

/** @throws {Error} if it is too large, or the gateway does not have it. */
async function readFile(
  uri: string,
  gateway: string | undefined,
  max: number,
): Promise<File | undefined> {
  const [, header = '', isBase64, data] = DATA.exec(uri) ?? []
  if (data !== undefined) {
    const kind = kindOf(header)
    const bytes = isBase64
      ? Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
      : new TextEncoder().encode(decoded(data))
    return bytes.length > max ? undefined : { kind, bytes }
  }
  const [, id, path = ''] = IPFS.exec(uri) ?? []
  if (!id || !gateway) return undefined
  return fetchFile(`${gateway.replace(/\/?$/, '/')}${id}${inFull(path)}`, max)
}

/** @throws {Error} As above. */
async function fetchFile(url: string, max: number): Promise<File | undefined> {
  const response = await fetch(url, {
    credentials: 'omit',
    // A redirect could lead to a host that the operator did not choose.
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  if (!response.ok || !response.body) return undefined
  const kind = kindOf(response.headers.get('content-type') ?? '')
  return { kind, bytes: await readAll(response.body, max) }
}

const kindOf = (mediaType: string): string => mediaType.split(';')[0]!.trim().toLowerCase()

/** Encodes a path so that it cannot leave the folder or add a query. */
const inFull = (path: string): string =>
  path
    .split('/')
    .filter((part) => !/^\.{1,2}$/.test(decoded(part)))
    .map((part) => encodeURIComponent(decoded(part)))
    .join('/')

/** Contracts often leave special characters unencoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const toImage = (file: File | undefined): Promise<string> | undefined =>
  file && KIND.test(file.kind) ? toDataUrl(file) : undefined

function toDataUrl({ kind, bytes }: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(new Blob([bytes], { type: kind }))
  })
}
