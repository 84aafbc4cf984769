/** Types of structs, as EIP-712 has them. */

type Types = Readonly<Record<string, readonly { name: string; type: string }[]>>

/** @see EIP-712, `encodeType`: the type, and after it all that it refers to, by name. */
export function encodeType(types: Types, primaryType: string): string {
  const others = structsIn(types, primaryType)
  others.delete(primaryType)
  const text = (name: string) =>
    `${name}(${types[name]!.map((field) => `${field.type} ${field.name}`).join(',')})`
  return [primaryType, ...[...others].sort()].map(text).join('')
}

/** Whether a struct of this type can contain a struct of the same type. */
export const isRecursive = (types: Types, name: string): boolean => structsIn(types, name).has(name)

/** Types of all structs that one of this type can have in it. */
function structsIn(types: Types, name: string): Set<string> {
  const reached = new Set<string>()
  const visit = (parent: string): void => {
    for (const { type } of types[parent]!) {
      const item = type.replace(/(\[\d*\])+$/, '')
      if (!Object.hasOwn(types, item) || reached.has(item)) continue
      reached.add(item)
      visit(item)
    }
  }
  visit(name)
  return reached
}
