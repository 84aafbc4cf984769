/**
 * Registers an element unless its name is taken, for instance by a second copy of the package. Outside a browser it
 * does nothing.
 *
 * @returns The class that is registered under `tag`.
 */
export function register<C extends CustomElementConstructor>(tag: string, elementClass: C): C {
  if (typeof customElements === 'undefined') return elementClass
  const registered = customElements.get(tag) as C | undefined
  if (!registered) customElements.define(tag, elementClass)
  return registered ?? elementClass
}
