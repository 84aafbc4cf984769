import { byId, make } from './dom.js'

const MAX_ENTRIES = 100

/** Adds a line to the page's event log. Text only: what it holds came from elsewhere. */
export function log(source: string, event: string, detail?: unknown): void {
  const time = new Date()
  const entry = make(
    'li',
    {},
    make('time', {
      dateTime: time.toISOString(),
      textContent: time.toLocaleTimeString([], { hour12: false }),
    }),
    make('span', { className: `source ${source}` }, source),
    make('strong', {}, event),
  )
  if (detail !== undefined) entry.append(make('code', {}, textOf(detail)))
  const list = byId('log')
  list.prepend(entry)
  while (list.childElementCount > MAX_ENTRIES) list.lastElementChild?.remove()
  byId('log-empty').hidden = true
}

const textOf = (detail: unknown): string =>
  typeof detail === 'string' ? detail : JSON.stringify(detail)

// A box that scrolls has to be within reach of the keyboard.
byId('log').parentElement!.tabIndex = 0
byId('log-clear').addEventListener('click', () => {
  byId('log').replaceChildren()
  byId('log-empty').hidden = false
})
