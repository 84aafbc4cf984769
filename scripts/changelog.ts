/** Edits to CHANGELOG.md for a release, in the format of Keep a Changelog. */

const UNRELEASED = '## [Unreleased]'

/** The next version. The parts after the increased one become 0. */
export function nextVersion(version: string, part: string): string {
  const at = ['major', 'minor', 'patch'].indexOf(part)
  const numbers = version.split('.').map(Number)
  if (at === -1 || numbers.length !== 3 || !numbers.every(Number.isInteger)) {
    throw new Error(`Expected major, minor or patch, and a version of three numbers: ${version}.`)
  }
  return numbers.map((number, i) => (i < at ? number : i === at ? number + 1 : 0)).join('.')
}

/**
 * Gives the unreleased section a version and a date.
 *
 * @returns The new text, and the section that it released.
 */
export function released(
  changelog: string,
  version: string,
  date: string,
): { text: string; section: string } {
  const start = changelog.indexOf(`${UNRELEASED}\n`)
  if (start === -1) throw new Error(`CHANGELOG.md: expected a line "${UNRELEASED}".`)
  if (changelog.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md: ${version} is there.`)
  const body = changelog.slice(start + UNRELEASED.length)
  const next = body.indexOf('\n## [')
  const changes = (next === -1 ? body : body.slice(0, next)).trim()
  if (!/^- /m.test(changes)) throw new Error('CHANGELOG.md: nothing is unreleased.')
  const rest = next === -1 ? '' : body.slice(next)
  const section = `## [${version}] - ${date}\n\n${changes}\n`
  return { text: `${changelog.slice(0, start)}${UNRELEASED}\n\n${section}${rest}`, section }
}
