/** Icons that the first screen may need. The other icons are in icons.ts, and load with their screens. */
import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit'

export const stroked = (shape: SVGTemplateResult, className = ''): TemplateResult => html`
  <svg class=${className} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shape}</svg>
`

export const path = (d: string, className?: string) => stroked(svg`<path d=${d} />`, className)

export const back = () => path('M15 5l-7 7 7 7', 'turns')
export const check = () => path('M5 12.5l4.5 4.5L19 7.5')
export const globe = () =>
  stroked(
    svg`<circle cx="12" cy="12" r="8.5" /><path d="M3.5 12h17M12 3.5c2.5 2.4 3.7 5.2 3.7 8.5S14.5 18.1 12 20.5c-2.5-2.4-3.7-5.2-3.7-8.5S9.5 5.9 12 3.5z" />`,
  )
export const info = () =>
  stroked(svg`<circle cx="12" cy="12" r="8.5" /><path d="M12 11v5M12 8v.01" />`)
export const warning = () => path('M12 4.5 3.5 19h17L12 4.5zM12 10v4M12 16.7v.01')
export const key = () =>
  stroked(svg`<circle cx="8" cy="15.5" r="4" /><path d="M11 12.5 19.5 4M16 7.5l3 3" />`)
export const mail = () =>
  stroked(
    svg`<rect x="3.5" y="5.5" width="17" height="13" rx="2.5" /><path d="m4.5 7.5 7.5 6 7.5-6" />`,
  )
