/** The wallet's own icons: 24 by 24, drawn in the colour of the text. */
import { svg } from 'lit'

import { path, stroked } from './first-icons.js'

export { back, check, globe, info, key, mail, warning } from './first-icons.js'

export const close = () => path('M6 6l12 12M18 6L6 18')
export const plus = () => path('M12 5v14M5 12h14')
export const chevron = () => path('M6 9.5l6 6 6-6')
export const forward = () => path('M9 5l7 7-7 7', 'turns')
export const up = () => path('M7 17L17 7M9 7h8v8')
export const down = () => path('M17 7L7 17M15 17H7V9')
export const logOut = () =>
  path('M14 4H7a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h7M10 12h10M17 9l3 3-3 3', 'turns')
export const copy = () =>
  stroked(
    svg`<rect x="9" y="9" width="11" height="11" rx="2.5" /><path d="M15 9V6.5A2.5 2.5 0 0 0 12.5 4h-6A2.5 2.5 0 0 0 4 6.5v6A2.5 2.5 0 0 0 6.5 15H9" />`,
  )
export const paste = () =>
  path('M9 4h6v3.5H9zM9 5.5H7a2 2 0 0 0-2 2V19a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V7.5a2 2 0 0 0-2-2h-2')
export const qrCode = () =>
  path('M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3h-3zM20 14v.01M20 20v-3M17 20h.01')
export const people = () =>
  path(
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 19.5a6 6 0 0 1 12 0M16 5a3.3 3.3 0 0 1 0 6.2M17.5 14.2a5.6 5.6 0 0 1 3.5 5.3',
  )
export const share = () =>
  path('M12 15V4M8 7.5L12 3.5l4 4M5.5 12.5V19a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-6.5')
export const lock = () =>
  stroked(
    svg`<rect x="5" y="10.5" width="14" height="9.5" rx="2.5" /><path d="M8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3" />`,
  )
export const eye = () =>
  stroked(
    svg`<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" /><circle cx="12" cy="12" r="2.8" />`,
  )
export const settings = () =>
  stroked(
    svg`<path d="M4 7h9M17 7h3M4 17h3M11 17h9" /><circle cx="15" cy="7" r="2.2" /><circle cx="9" cy="17" r="2.2" />`,
  )
export const wallet = () =>
  stroked(
    svg`<path d="M18.5 8V6.5A2.5 2.5 0 0 0 16 4H6.5A2.5 2.5 0 0 0 4 6.5v11A2.5 2.5 0 0 0 6.5 20h11a2.5 2.5 0 0 0 2.5-2.5v-7A2.5 2.5 0 0 0 17.5 8H6.5" /><path d="M16 13.8v.01" stroke-width="2.6" />`,
  )
export const refresh = () => path('M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4h-4')
export const windows = () =>
  stroked(
    svg`<rect x="4" y="8" width="12" height="12" rx="2.5" /><path d="M9 4.5h8.5a2 2 0 0 1 2 2V15" />`,
  )
export const pen = () => path('M5 19l1-4L16 5l3 3L9 18l-4 1zM13.5 7.5l3 3')
