/** A page of the repository as the README of a package, which has few of the files that the page leads to. */

/** Links to files that the package lacks become plain text, and such pictures disappear. */
export const withLinksTo = (files: string[], text: string): string =>
  text.replace(
    /(!?)\[([^\]]*)\]\((?!https?:|mailto:|#)([^)#]+)[^)]*\)/g,
    (link, picture, words, target) => (files.includes(target) ? link : picture ? '' : words),
  )
