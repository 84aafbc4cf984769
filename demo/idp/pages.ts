import { createHash } from 'node:crypto'

import { escapeHtml } from '../../src/server/platform/html.js'
import { hueOf, initialsOf, nameOf, SAMPLE_EMAILS } from './accounts.js'
import type { Reply } from './stand-ins/contract.js'

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<main>
${body}
</main>
<footer>Local test provider of this demo. It asks for no password and knows nobody.</footer>
</body>
</html>
`

/**
 * Lets the person choose an account.
 *
 * @param provider - The provider that we stand in for, such as `Google`.
 * @param hint - The address that the application expects, if it said so.
 */
export function choicePage(provider: string, action: string, hint = ''): string {
  const isOther = hint !== '' && !SAMPLE_EMAILS.includes(hint)
  return page(
    `Test sign-in for ${provider}`,
    `<p class="badge">Standing in for ${escapeHtml(provider)}</p>
<h1>Which sample account?</h1>
<p class="lead">Each address is another person, and always the same one.</p>
<form method="post" action="${escapeHtml(action)}">
<ul>
${SAMPLE_EMAILS.map((email) => `<li>${accountButton(email, email === hint)}</li>`).join('\n')}
</ul>
</form>
<form method="post" action="${escapeHtml(action)}">
<label for="email">Any other e-mail address</label>
<div class="row">
<input id="email" name="email" type="email" required maxlength="254" autocomplete="off" spellcheck="false" placeholder="name@example.test" ${isOther ? ` value="${escapeHtml(hint)}" autofocus` : ''}>
<button class="primary">Continue</button>
</div>
</form>
<form method="post" action="${escapeHtml(action)}">
<button class="plain" name="cancel" value="1">Cancel</button>
</form>`,
  )
}

const accountButton = (email: string, isHinted: boolean) =>
  `<button class="account" name="email" value="${escapeHtml(email)}"${isHinted ? ' aria-current="true" autofocus' : ''}>
${picture(email)}
<span><strong>${escapeHtml(nameOf(email))}</strong><small>${escapeHtml(email)}</small></span>
</button>`

/** A disc with initials, as SVG: inline in the page, and what the `picture` claim points to. */
export const picture = (email: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true"><circle cx="20" cy="20" r="20" fill="hsl(${hueOf(email)} 45% 36%)"/><text x="20" y="25" font-family="system-ui, sans-serif" font-size="15" font-weight="600" fill="#fff" text-anchor="middle">${escapeHtml(initialsOf(email))}</text></svg>`

/** What went wrong before anyone could be asked. */
export const errorPage = (error: string, description: string): string =>
  page(
    'Sign-in not possible',
    `<p class="badge">Local test provider</p>
<h1>This sign-in is not possible</h1>
<p class="lead">${escapeHtml(description)}</p>
<p><code>${escapeHtml(error)}</code></p>`,
  )

const SUBMIT = 'document.forms[0].submit()'
const SUBMIT_HASH = createHash('sha256').update(SUBMIT).digest('base64')

/** Posts an answer to the application, as `response_mode=form_post` has it. */
export const autoSubmitPage = (action: string, fields: Record<string, string>): Reply => ({
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; script-src 'sha256-${SUBMIT_HASH}'; base-uri 'none'`,
  },
  body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Going back</title></head><body>
<form method="post" action="${escapeHtml(action)}">
${Object.entries(fields)
  .map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  .join('\n')}
</form>
<script>${SUBMIT}</script>
</body></html>
`,
})
