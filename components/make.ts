/** Elements made by hand. A page may forbid what a template library needs under Trusted Types. */
const SVG = 'http://www.w3.org/2000/svg'

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string>,
  ...children: Node[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** @param paths - Filled with their own colour, or as the style sheet says. */
export function makeDrawing(
  viewBox: string,
  paths: readonly { d: string; color?: string }[],
): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', viewBox)
  svg.setAttribute('aria-hidden', 'true')
  for (const { d, color } of paths) {
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('d', d)
    if (color) path.setAttribute('fill', color)
    svg.append(path)
  }
  return svg
}
