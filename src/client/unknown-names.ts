/** Tells the page's developer of names that mean nothing here: most are typing errors. */
export function warnOfUnknown(what: string, names: string[], known: readonly string[]): void {
  for (const name of names) {
    if (!known.includes(name)) {
      console.warn(`wallet-embed: unknown ${what} ${name}; there are ${known.join(', ')}.`)
    }
  }
}
