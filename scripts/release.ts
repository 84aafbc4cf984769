/**
 * `npm run release -- major|minor|patch`: the version in package.json and package-lock.json, the section in
 * CHANGELOG.md, a commit, the packages with what each consists of, and a tag. With `--builds FILE --key-file FILE` the
 * build is added to the list of builds. With `--scope @acme` the packages have names of that scope. It pushes and
 * publishes nothing. With `--dry-run` it writes nothing, packs what the last build made, and prints what a release would be.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { nextVersion, released } from './changelog.js'
import { isScope, putUnderScope } from './packages/scope.js'
import { folderOf, PACKAGES } from './packages.js'
import { fromRoot } from './vite/shared.js'

const { values, positionals } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    builds: { type: 'string' },
    'key-file': { type: 'string' },
    scope: { type: 'string' },
  },
  allowPositionals: true,
})
const isDry = values['dry-run']
const { builds, 'key-file': keyFile, scope } = values
const run = (command: string, ...rest: string[]) =>
  execFileSync(command, rest, { cwd: fromRoot('.'), encoding: 'utf8' }).trim()

const now = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')).version
const version = nextVersion(now, positionals[0] ?? '')
const tag = `v${version}`
const changelog = readFileSync(fromRoot('CHANGELOG.md'), 'utf8')
const { text, section } = released(changelog, version, new Date().toISOString().slice(0, 10))
const problems = [
  run('git', 'status', '--porcelain') && 'There are changes that are not committed.',
  run('git', 'tag', '--list', tag) && `The tag ${tag} is there.`,
  !builds !== !keyFile && 'The list of builds needs both --builds and --key-file.',
  ...[builds, keyFile].map((file) => file && !existsSync(file) && `${file} is not there.`),
  scope && !isScope(scope) && `"${scope}" is no scope of npm's, such as @acme.`,
].filter(Boolean)
if (problems.length && !isDry) throw new Error(problems.join(' '))

if (!isDry) {
  run('npm', 'version', version, '--no-git-tag-version')
  writeFileSync(fromRoot('CHANGELOG.md'), text)
  // First: the pages name the commit that they were built of, and who builds the tag again gets the same bytes.
  run('git', 'commit', '--all', '--message', `Release ${version}`)
  orTakeBack(() => run('npm', 'run', 'packages'))
}
console.log(`${now} → ${version}, tag ${tag}\n\n${section}`)
const folders = PACKAGES.map(folderOf)
if (scope && !isDry) putUnderScope(scope, folders)
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
  if (builds && keyFile) {
    const commit = run('git', 'rev-parse', 'HEAD')
    const list = ['--builds', builds, '--key-file', keyFile]
    const args = ['builds', 'add', '--root', 'dist/wallet', '--commit', commit, ...list]
    orTakeBack(() => console.log(run(process.execPath, 'dist/server/cli.js', ...args)))
  } else console.log('On no list of builds: --builds and --key-file were not given.')
  run('git', 'tag', '--annotate', tag, '--message', `Release ${version}`)
  if (!scope) console.log('The packages have no --scope: publish them under names that you own.')
  console.log(
    'Next: npm test, git push --follow-tags, npm publish dist/packages/wallet-embed, -server and -dev',
  )
}

/** Undoes the commit of a failed release, so that it can be repeated. The tree was clean before. */
function orTakeBack(work: () => void): void {
  try {
    work()
  } catch (error) {
    run('git', 'reset', '--hard', 'HEAD~1')
    throw error
  }
}
