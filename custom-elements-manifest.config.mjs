import { readFileSync } from 'node:fs'

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

/** Files with the types that come along with each element. */
const TYPES = ['components/events.ts', 'src/index.ts', 'src/shared/options.ts']
const DECLARED = /^export (?:declare )?(?:class|interface|type|const|function) (\w+)/gm
const LISTED = /^export (?:type )?\{([^}]*)\}/gm

const exported = new Set(
  TYPES.map((path) => readFileSync(path, 'utf8')).flatMap((text) => [
    ...[...text.matchAll(DECLARED)].map(([, name]) => name),
    ...[...text.matchAll(LISTED)].flatMap(([, list]) => list.match(/\w+/g)),
  ]),
)

/** All that a declaration says of types, in any depth. */
function typesIn(value) {
  if (typeof value !== 'object' || value === null) return []
  const own = value.type?.text?.match(/\w+/g) ?? []
  return [...own, ...Object.values(value).flatMap(typesIn)].filter((name) => exported.has(name))
}

/**
 * Tools read the manifest in the package, which has no sources: the module of an element is the file that registers
 * it. What an element has from a class that is not published is its own.
 */
const asPublished = {
  name: 'as-published',
  packageLinkPhase({ customElementsManifest }) {
    const all = customElementsManifest.modules.flatMap(({ declarations = [] }) => declarations)
    const elements = all.filter(({ tagName }) => tagName)
    // Disks list the files of a folder in orders of their own.
    elements.sort((one, other) => (one.tagName < other.tagName ? -1 : 1))
    customElementsManifest.schemaVersion = '2.1.0'
    customElementsManifest.modules = elements.map(({ superclass: _, ...element }) => {
      const { name, tagName } = element
      const path = `dist/define/${tagName}.js`
      for (const { inheritedFrom } of [...element.members, ...element.attributes]) {
        if (inheritedFrom) delete inheritedFrom.module
      }
      const names = [...new Set([name, ...typesIn(element)])].sort()
      return {
        kind: 'javascript-module',
        path,
        declarations: [{ ...element, superclass: { name: 'HTMLElement' } }],
        exports: [
          ...names.map((one) => ({
            kind: 'js',
            name: one,
            declaration: { name: one, module: path },
          })),
          { kind: 'custom-element-definition', name: tagName, declaration: { name, module: path } },
        ],
      }
    })
  },
}

export default {
  globs: ['components/*/*.ts'],
  exclude: [
    '**/*.{styles,template}.ts',
    'components/react/**',
    '**/{dom-events,drawing,login-window,notes,panel,parameters,properties,settings,whole}.ts',
  ],
  outdir: '.',
  packagejson: false,
  litelement: true,
  plugins: [describedOnly, asPublished],
}
