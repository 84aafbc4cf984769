/** What a page may do to the panel, as scripts that run in it. */

/** Lays something over a part of the panel, in the top layer. */
export const overlay = (style: string): string => `
  const cover = document.createElement('div')
  cover.id = 'attack'
  cover.popover = 'manual'
  cover.style.cssText = 'inset:auto;left:0;top:0;width:100vw;height:100vh;margin:0;border:0;padding:0;${style}'
  document.body.append(cover)
  cover.showPopover()`

/** Reaches the panel through the element's open shadow root. */
export const restyle = (css: string): string => `
  const style = document.createElement('style')
  style.id = 'attack'
  style.textContent = ${JSON.stringify(css)}
  document.querySelector('wallet-embed').shadowRoot.append(style)`

export const UNDO = `
  for (const root of [document, document.querySelector('wallet-embed').shadowRoot]) {
    for (const one of root.querySelectorAll('#attack')) one.remove()
  }
  document.documentElement.removeAttribute('style')
  document.body.removeAttribute('style')`

/** What honest pages do: approving has to work. */
export const LAYOUTS: Record<string, string> = {
  'a popover elsewhere': overlay('left:auto;right:0;width:50px;height:50px'),
  'a moved panel': restyle('.panel { translate: 20px 10px }'),
  'round corners': restyle('.panel { border-radius: 40px; overflow: hidden }'),
  'a page under a transform': `document.documentElement.style.transform = 'scale(.8) rotate(3deg)'`,
  'a page under a filter': `document.body.style.filter = 'grayscale(1)'`,
  'a page that was scrolled': `document.body.style.height = '4000px'; scrollTo(0, 1500)`,
}
