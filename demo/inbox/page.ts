import { escapeHtml } from '../../src/server/platform/html.js'
import type { Mail } from './mails.js'

/** Everything that was sent, the newest first. */
export const inboxPage = (mails: readonly Mail[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Test inbox${mails.length ? ` (${mails.length})` : ''}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
<script type="module" src="/inbox.js"></script>
</head>
<body>
<main>
<p class="badge">Local test inbox</p>
<h1>Mails</h1>
<p class="lead" role="status">${mails.length ? 'The newest is on top.' : 'Nothing has come yet. This page shows it at once when it does.'}</p>
${mails.length ? `<ul>${mails.map(item).join('\n')}</ul>` : ''}
${mails.length ? '<form method="post" action="/clear"><button class="plain">Empty the inbox</button></form>' : ''}
</main>
<footer>Every mail of this demo ends here, whoever it is for. None leaves this machine.</footer>
</body>
</html>
`

const item = ({ to, from, subject, text, code, date }: Mail) => `<li>
<h2>${escapeHtml(subject)}</h2>
<p class="meta">To <bdi>${escapeHtml(to)}</bdi> · from <bdi>${escapeHtml(from)}</bdi> · <time datetime="${escapeHtml(date)}">${escapeHtml(date)}</time></p>
${code ? `<p class="code"><output>${code}</output> <button type="button" data-copy="${code}">Copy</button></p>` : ''}
<pre dir="auto">${escapeHtml(text)}</pre>
</li>`
