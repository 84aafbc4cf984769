import { readFileSync } from 'node:fs'

import { fromRoot } from '../../scripts/vite/shared.js'

/** Code that a page of the documentation shows, each under a comment with the path of its file. */
export const shownCode = (document: string): { path: string; code: string }[] =>
  [
    ...readFileSync(fromRoot(document), 'utf8').matchAll(/<!-- (\S+) -->\n\n```\w+\n(.*?)```/gs),
  ].map(([, path, code]) => ({ path: path!, code: code! }))
