/** Versions of the wallet app, as Semantic Versioning writes and orders them. */

export const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}(-[\w.-]{1,40})?(\+[\w.-]{1,40})?$/

/** Negative: `a` is older. Ignores build metadata (`+…`) and leading zeros. */
export function compareVersions(a: string, b: string): number {
  const [before, after] = [parts(a), parts(b)]
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const order = comparePart(before[at], after[at])
    if (order) return order
  }
  return 0
}

/** The three numbers, then the preview's parts; a release gets `~`, which sorts above all of these. */
function parts(version: string): string[] {
  const [core = '', ...preview] = version.replace(/\+.*$/, '').split('-')
  return [...core.split('.'), ...(preview.length ? preview.join('-').split('.') : ['~'])]
}

/** Numbers are below words; of two beginnings that are alike the shorter one is below. */
function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined)
  const [isNumber, isOther] = [a, b].map((part) => /^\d+$/.test(part))
  if (isNumber && isOther) return Number(a) - Number(b)
  if (isNumber || isOther) return isNumber ? -1 : 1
  return a < b ? -1 : Number(a > b)
}
