/** The wallet's sign: paths in a box of 24 by 24. */
export const ICON_PATH =
  'M4 5a3 3 0 0 0-3 3v9a3 3 0 0 0 3 3h15a3 3 0 0 0 3-3v-1h-4a4 4 0 0 1 0-8h4a3 3 0 0 0-3-3H4Zm14 5h5v4h-5a2 2 0 0 1 0-4Z'

/** The same as an image of its own (EIP-6963 wants a data URI). */
export const ICON_URL = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6.5 36 38"><rect x="-6" y="-6.5" width="36" height="38" rx="9" fill="#0364ff"/><path fill="#fff" d="${ICON_PATH}"/></svg>`,
)}`
