/** Warns the page's developer of unknown names: most are typos. */
export function warnOfUnknown(what: string, names: string[], known: readonly string[]): void {
  for (const name of names) {
    if (!known.includes(name)) {
      console.warn(`wallet-embed: unknown ${what} ${name}; there are ${known.join(', ')}.`)
    }
  }
}
