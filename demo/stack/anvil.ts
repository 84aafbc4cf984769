import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

import { StartError } from './ports.js'

/**
 * Where anvil is: in npm's package for this platform, else on the PATH.
 *
 * @throws {StartError} With what to do.
 */
export function findAnvil(env: NodeJS.ProcessEnv): string {
  const found = [...packaged(), ...(env.PATH ?? '').split(delimiter).map(inFolder)].find(isProgram)
  if (found) return found
  throw new StartError(
    `anvil, the local chain, is missing. npm brings it for Linux on x64; elsewhere install Foundry (https://getfoundry.sh), so that \`anvil\` is on the PATH.`,
  )
}

const inFolder = (folder: string) =>
  join(folder, process.platform === 'win32' ? 'anvil.exe' : 'anvil')

function packaged(): string[] {
  if (process.platform !== 'linux' || process.arch !== 'x64') return []
  try {
    const file = createRequire(import.meta.url).resolve(
      '@foundry-rs/anvil-linux-amd64/package.json',
    )
    return [join(dirname(file), 'bin/anvil')]
  } catch {
    return []
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
