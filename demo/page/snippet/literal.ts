/** Characters that an object may have to stay on one line. */
const ONE_LINE = 64

/** A value as one would write it in JavaScript: `{ host: 'localhost' }`. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value)
  if (!entries.length) return '{}'
  const deeper = `${indent}  `
  const fields = entries.map(([key, field]) => `${keyOf(key)}: ${literal(field, deeper)}`)
  const line = `{ ${fields.join(', ')} }`
  if (line.length <= ONE_LINE && !line.includes('\n')) return line
  return `{\n${fields.map((field) => `${deeper}${field},\n`).join('')}${indent}}`
}

const keyOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key))

/** Also safe within a `<script>` of a page. */
const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'").replaceAll('<', '\\x3C')}'`
