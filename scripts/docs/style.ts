/** Changes to the look of the site's theme. */
export const STYLE = `
/* The theme's greys are too faint on the backgrounds of code and of the sidebar. */
html:root { --vp-c-text-2: #4a4a52; --vp-c-text-3: #5c5c66; --vp-code-lang-color: var(--vp-c-text-2); }
html.dark:root { --vp-c-text-2: #b4b4bb; --vp-c-text-3: #a6a6b0; }
/* A button is read out as it is seen: the screen reader says "Search", and not the keys beside it. */
.DocSearch-Button.DocSearch-Button .DocSearch-Button-Keys { display: none; }
`
