/** Reads docs/interface.md and compares it with the rows that there must be and the tests that ran. */

export interface TestResult {
  /** From the repository's root. */
  file: string
  name: string
  passed: boolean
}

/** `| row | what it does | test/…/file.test.ts › name of a test<br>… |` */
const LINE = /^\| `([^`]+)` \|.*\| (test\/[^|]+) \|$/gm
const SEPARATOR = ' › '

/** @returns What is wrong, a line each; nothing if all is well. */
export function checkInterface(
  document: string,
  rows: readonly string[],
  results: readonly TestResult[],
): string[] {
  const documented = new Map<string, string[]>()
  for (const [, row = '', tests = ''] of document.matchAll(LINE)) {
    documented.set(row, [...(documented.get(row) ?? []), ...tests.split('<br>')])
  }
  const missing = rows.filter((row) => !documented.has(row)).map((row) => `${row}: no row.`)
  const unknown = [...documented.keys()]
    .filter((row) => !rows.includes(row))
    .map((row) => `${row}: no row of the interface.`)
  const unproven = [...documented].flatMap(([row, tests]) =>
    tests
      .map((test) => wrongWith(test, results))
      .flatMap((wrong) => (wrong ? `${row}: ${wrong}` : [])),
  )
  return [...missing, ...unknown, ...unproven]
}

function wrongWith(test: string, results: readonly TestResult[]): string | undefined {
  const [file = '', name = ''] = test.trim().split(SEPARATOR)
  const ran = results.filter((result) => result.file === file && result.name === name)
  if (!ran.length) return `${file} has no test "${name}", or it did not run.`
  if (!ran.every(({ passed }) => passed)) return `${file}: "${name}" failed.`
  return undefined
}
