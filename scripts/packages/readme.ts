/** A page of the repository as the README of a package, which has few of the files that the page leads to. */

/** Where there is no such file, links leave their words, and pictures nothing. */
export const withLinksTo = (files: string[], text: string): string =>
  text.replace(
    /(!?)\[([^\]]*)\]\((?!https?:|mailto:|#)([^)#]+)[^)]*\)/g,
    (link, picture, words, target) => (files.includes(target) ? link : picture ? '' : words),
  )
