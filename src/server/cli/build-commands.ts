/** Commands for the list of builds of the wallet app, and for comparing it with a server. */
import type { Command, Option } from './options/options.js'
import { accepting, may } from './options/tables.js'

const PUBLISHED: Record<string, Option> = {
  builds: { help: 'the list of builds', value: 'file or url' },
  key: { help: "the list's public key, as builds key printed it", value: 'key' },
}

export const BUILDS: Record<string, Command> = {
  'builds key': {
    summary: 'Makes the key that signs the list of builds, and prints its public half.',
    options: { out: { help: 'a new file, to be kept secret', value: 'file' } },
    run: async (given) => (await import('./commands/builds/builds.js')).makeKey(given),
  },
  'builds add': {
    summary: 'Checks a built wallet app, adds it to the list of builds, and signs that.',
    options: {
      root: { help: 'the built wallet app', value: 'folder', fallback: 'dist/wallet' },
      builds: { help: 'the list', value: 'file', fallback: 'builds.json' },
      'key-file': { help: 'what builds key made', value: 'file' },
      commit: { help: 'of the sources it was built of, in full', value: 'hash' },
      ...accepting('new-list'),
    },
    run: async (given) => (await import('./commands/builds/builds.js')).add(given),
  },
  'builds list': {
    summary: 'Checks a list of builds, and prints it: date, version, hash, commit.',
    options: PUBLISHED,
    run: async (given) => (await import('./commands/builds/builds.js')).show(given),
  },
  watch: {
    summary:
      'Compares each file that a wallet serves with the list of builds, and what its key nodes run; a line for each change.',
    argument: 'url',
    options: {
      ...PUBLISHED,
      every: { help: 'from one look to the next', value: 'seconds', fallback: '30' },
      state: may('remembers the list, which may only grow, from one run to the next', 'file'),
      once: may('yes: looks once, and exits with 1 if something is wrong', 'yes|no'),
    },
    run: async (given) => (await import('./commands/builds/watch.js')).watch(given),
  },
}
