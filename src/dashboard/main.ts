/** Entry of the dashboard's page. */
import { html, render } from 'lit'

import './dashboard.js'

/** What the dashboard printed: `#token=…`. A server never sees it, and from here on neither does the browser's history. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined
  if (token) history.replaceState(null, '', location.pathname)
  return token
}

render(html`<we-dashboard .token=${takeToken()}></we-dashboard>`, document.body)
