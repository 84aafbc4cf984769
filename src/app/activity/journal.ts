/**
 * All transactions sent from here, written down before they are sent. It outlives tab and session, as a transaction
 * does. No secret: all of it is, or will be, on the chain.
 */
import { toJson } from '../../chain/rpc/quantity.js'
import { openStorage } from '../support/storage.js'
import { byAge, idOf, isOpen, Sent } from './record.js'

const PREFIX = 'wallet-embed:sent:'
/** Per account. If there are more, the oldest settled records are removed. */
const MAX_RECORDS = 200

/** Each record is a separate item, so that tabs that write at once do not overwrite each other. */
export class Journal {
  readonly #storage: Storage | null
  /** Records that the storage refused: kept as long as the page. */
  readonly #memory = new Map<string, string>()

  /** @param storage - Null where the browser denies it. */
  constructor(storage: Storage | null = openStorage(true) ?? null) {
    this.#storage = storage
  }

  /** The newest first. */
  of(account: `0x${string}`): Sent[] {
    const prefix = PREFIX + account.toLowerCase()
    return this.#keys()
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => this.#read(key) ?? [])
      .sort(byAge)
  }

  get(account: `0x${string}`, id: string): Sent | undefined {
    return this.#read(keyOf(account, id))
  }

  /** Writes all records; only a crash of the machine could leave some out. */
  add(records: readonly Sent[]): void {
    for (const record of records) this.#write(record)
    const [first] = records
    if (first) this.#makeRoom(first.account)
  }

  /** Changes the current record: a different tab may have written since it was read. */
  change(record: Sent, change: (fresh: Sent) => Sent): Sent {
    const changed = change(this.get(record.account, idOf(record)) ?? record)
    this.#write(changed)
    return changed
  }

  /** Listens for records that other frames and tabs write. */
  onChanged(hear: () => void, signal: AbortSignal): void {
    const onStorage = ({ storageArea, key }: StorageEvent) => {
      if (storageArea === this.#storage && (key === null || key.startsWith(PREFIX))) hear()
    }
    addEventListener('storage', onStorage, { signal })
  }

  #write(record: Sent): void {
    const key = keyOf(record.account, idOf(record))
    const text = toJson(record)
    try {
      this.#storage!.setItem(key, text)
      this.#memory.delete(key)
    } catch {
      this.#memory.set(key, text)
    }
  }

  #read(key: string): Sent | undefined {
    try {
      const text = this.#memory.get(key) ?? this.#storage?.getItem(key) ?? 'null'
      const parsed = Sent.safeParse(JSON.parse(text))
      return parsed.success ? parsed.data : undefined
    } catch {
      return undefined
    }
  }

  #keys(): string[] {
    const stored: string[] = []
    try {
      for (let at = 0; at < (this.#storage?.length ?? 0); at++) stored.push(this.#storage!.key(at)!)
    } catch {
      // Denied after all.
    }
    return [...new Set([...stored, ...this.#memory.keys()])]
  }

  #makeRoom(account: `0x${string}`): void {
    const all = this.of(account)
    const settled = all.filter((record) => !isOpen(record))
    const tooMany = Math.max(0, all.length - MAX_RECORDS)
    for (const record of settled.slice(settled.length - Math.min(tooMany, settled.length))) {
      const key = keyOf(account, idOf(record))
      this.#memory.delete(key)
      try {
        this.#storage?.removeItem(key)
      } catch {
        // Denied after all.
      }
    }
  }
}

const keyOf = (account: string, id: string): string => `${PREFIX}${account.toLowerCase()}:${id}`
