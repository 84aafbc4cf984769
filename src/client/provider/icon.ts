/** The wallet's sign, a line in a box of 56 by 56; src/app/icon.svg is the same. */
export const ICON_PATH =
  'M39 21v-2.5a4 4 0 0 0-4-4H20a5 5 0 0 0-5 5v17a5 5 0 0 0 5 5h17a4 4 0 0 0 4-4V25a4 4 0 0 0-4-4H20.5M34.5 31.3v.01'

/** A data URI, as EIP-6963 requires. */
export const ICON_URL = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 56 56"><rect width="56" height="56" rx="17" fill="#0364ff"/><path fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round" d="${ICON_PATH}"/></svg>`,
)}`
