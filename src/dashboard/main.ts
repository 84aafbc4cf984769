/** Entry of the dashboard's page. */
import { html, render } from 'lit'

import './dashboard.js'

render(html`<we-dashboard></we-dashboard>`, document.body)
