import { byId } from './dom.js'

const MAX_ENTRIES = 20

/** Adds a line to the page's event log. Text only: what it holds came from elsewhere. */
export function log(source: string, event: string, detail?: unknown): void {
  const entry = document.createElement('li')
  const time = document.createElement('time')
  time.textContent = new Date().toLocaleTimeString([], { hour12: false })
  const name = document.createElement('strong')
  name.textContent = `${source} ${event}`
  entry.append(time, name)
  if (detail !== undefined) {
    const code = document.createElement('code')
    code.textContent = typeof detail === 'string' ? detail : JSON.stringify(detail)
    entry.append(code)
  }
  const list = byId('log')
  list.prepend(entry)
  while (list.childElementCount > MAX_ENTRIES) list.lastElementChild?.remove()
  byId('log-empty').hidden = true
}

byId('log-clear').addEventListener('click', () => {
  byId('log').replaceChildren()
  byId('log-empty').hidden = false
})
