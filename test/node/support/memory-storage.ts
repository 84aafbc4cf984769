/** A browser's storage, as far as the journal uses it. */
export class MemoryStorage implements Storage {
  readonly items = new Map<string, string>()
  get length(): number {
    return this.items.size
  }
  key = (at: number) => [...this.items.keys()][at] ?? null
  getItem = (name: string) => this.items.get(name) ?? null
  setItem = (name: string, text: string) => void this.items.set(name, text)
  removeItem = (name: string) => void this.items.delete(name)
  clear = () => this.items.clear()
}
