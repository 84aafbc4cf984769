/** Tells whoever builds the page of options that nobody reads: most are typing errors. */
export function warnOfUnknownOptions(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      console.warn(`wallet-embed: unknown option ${name}; there are ${known.join(', ')}.`)
    }
  }
}
