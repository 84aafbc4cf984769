/**
 * `npm run release -- major|minor|patch`: the version in package.json and package-lock.json, the section in
 * CHANGELOG.md, the packages with what each consists of, a commit and a tag. It pushes and publishes nothing. With
 * `--dry-run` it writes nothing, packs what the last build made, and prints what a release would be.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

import { nextVersion, released } from './changelog.js'
import { folderOf, PACKAGES } from './packages.js'
import { fromRoot } from './vite/shared.js'

const args = process.argv.slice(2)
const isDry = args.includes('--dry-run')
const run = (command: string, ...rest: string[]) =>
  execFileSync(command, rest, { cwd: fromRoot('.'), encoding: 'utf8' }).trim()

const now = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')).version
const version = nextVersion(now, args.find((arg) => !arg.startsWith('--')) ?? '')
const tag = `v${version}`
const changelog = readFileSync(fromRoot('CHANGELOG.md'), 'utf8')
const { text, section } = released(changelog, version, new Date().toISOString().slice(0, 10))
const problems = [
  run('git', 'status', '--porcelain') && 'There are changes that are not committed.',
  run('git', 'tag', '--list', tag) && `The tag ${tag} is there.`,
].filter(Boolean)
if (problems.length && !isDry) throw new Error(problems.join(' '))

if (!isDry) {
  run('npm', 'version', version, '--no-git-tag-version')
  writeFileSync(fromRoot('CHANGELOG.md'), text)
  run('npm', 'run', 'packages')
}
console.log(`${now} → ${version}, tag ${tag}\n\n${section}`)
const folders = PACKAGES.map(folderOf)
for (const pack of JSON.parse(
  run('npm', 'pack', '--dry-run', '--json', '--ignore-scripts', ...folders),
)) {
  console.log(pack.name)
  for (const { path, size } of pack.files) console.log(`${String(size).padStart(9)}  ${path}`)
  console.log(
    `${pack.files.length} files, ${pack.size} bytes packed, ${pack.unpackedSize} unpacked\n`,
  )
}
if (isDry) {
  for (const problem of problems) console.log(`A release would stop: ${problem}`)
  console.log('Nothing was written.')
} else {
  run('git', 'commit', '--all', '--message', `Release ${version}`)
  run('git', 'tag', '--annotate', tag, '--message', `Release ${version}`)
  console.log(
    'Next: npm test, git push --follow-tags, npm publish dist/packages/wallet-embed, -server and -dev',
  )
}
