/** A name for this browser, by which people recognise their device. */

/** The first match counts: Edge and Opera also contain "Chrome", and Chrome contains "Safari". */
const BROWSERS = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
/** The first match counts: Android also contains "Linux", and iPhones contain "like Mac". */
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /Linux/],
] as const

/** @returns Such as "Firefox, Windows". */
export function browserName(agent = navigator.userAgent): string {
  const named = [BROWSERS, SYSTEMS].map((all) => all.find(([, sign]) => sign.test(agent))?.[0])
  return named.filter(Boolean).join(', ')
}
