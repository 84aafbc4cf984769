/**
 * What an element offers is what is described. The analyzer finds more: it takes
 * `dispatchEvent(new X(argument))` for an event named after the argument, and any assignment for a member.
 */
const DESCRIBED = ['attributes', 'events', 'members']
const describedOnly = {
  name: 'described-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const { declarations = [] } of customElementsManifest.modules) {
      for (const declaration of declarations) {
        for (const kind of DESCRIBED) {
          declaration[kind] = declaration[kind]?.filter(
            ({ description, privacy }) => description && privacy !== 'private',
          )
        }
      }
    }
  },
}

/** Disks list the files of a folder in orders of their own. */
const inOrder = {
  name: 'in-order',
  packageLinkPhase({ customElementsManifest }) {
    customElementsManifest.modules.sort((one, other) => (one.path < other.path ? -1 : 1))
  },
}

export default {
  globs: ['components/*/*.ts'],
  exclude: [
    '**/*.{styles,template}.ts',
    '**/{dom-events,drawing,notes,panel,parameters,properties,settings,whole}.ts',
  ],
  outdir: '.',
  packagejson: false,
  litelement: true,
  plugins: [describedOnly, inOrder],
}
