/**
 * Fonts from npm packages, so that measurements do not depend on the machine. People's system fonts are wider than the
 * narrowest of these, and narrower than the widest.
 */

/** The letters of each set. What a set lacks comes from the fonts below. */
export const FONTS = {
  /** Wide, and on most Linux machines. */
  dejavu: 'DejaVu Sans',
  noto: 'Noto Sans Variable',
  /** Same letter widths as Liberation Sans, Arial and Helvetica. */
  liberation: 'Arimo Variable',
  /** Wider than any system font. */
  wide: 'Krona One',
  /** Narrower than any system font. */
  narrow: 'League Gothic',
} as const

export type Font = keyof typeof FONTS
/** `machine`: only the fonts installed on this machine. */
export type FontSet = Font | 'machine'

export const FONT_SETS = [...(Object.keys(FONTS) as Font[]), 'machine'] as const

const ARABIC = 'Noto Sans Arabic Variable'
/** One font per language, since some characters have different shapes in each. */
const EAST_ASIAN = {
  ja: 'Noto Sans JP Variable',
  ko: 'Noto Sans KR Variable',
  zh: 'Noto Sans SC Variable',
}
/** Letters that are all equally wide hardly differ between fonts. */
export const MONO = 'DejaVu Mono'

/** Style sheets that name the files: paths in `node_modules`. */
export const FONT_STYLES = [
  ...['@fontsource/dejavu-sans/400.css', '@fontsource/dejavu-sans/700.css'],
  ...['@fontsource/dejavu-mono/400.css', '@fontsource/dejavu-mono/700.css'],
  ...['@fontsource/krona-one/index.css', '@fontsource/league-gothic/index.css'],
  ...['arimo', 'noto-sans', 'noto-sans-arabic', 'noto-sans-jp', 'noto-sans-kr', 'noto-sans-sc'].map(
    (name) => `@fontsource-variable/${name}/index.css`,
  ),
]

/** For the head of a page: the browser loads only the fonts that the page uses. */
export const FONT_LINKS = FONT_STYLES.map(
  (path) => `<link rel="stylesheet" href="/node_modules/${path}">`,
).join('\n')

/** CSS by which the wallet is drawn in a set of fonts: its own tokens, with fonts that are here. */
export function fontStyles(set: FontSet): string {
  if (set === 'machine') return ''
  const rule = (selector: string, first?: string) => {
    const rest = [ARABIC, ...(first ? [first] : []), ...Object.values(EAST_ASIAN), FONTS.dejavu]
    const list = (...names: string[]) =>
      [...new Set([...names, ...rest])].map((name) => `'${name}'`).join(', ')
    return `${selector} { --font: ${list(FONTS[set])}; --mono: ${list(MONO, FONTS[set])} }`
  }
  const languages = Object.entries(EAST_ASIAN)
  return [
    rule('we-shell'),
    ...languages.map(([tag, name]) => rule(`:root:lang(${tag}) we-shell`, name)),
  ].join('\n')
}
