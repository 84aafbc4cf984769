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

/** Ways of a page to hide what a person approves: each has to stop approving. */
export const ATTACKS: Record<string, string> = {
  'an opaque cover in the top layer': overlay('background:#fff'),
  'a cover over what is signed only': overlay(
    'background:#fff;left:40px;top:200px;width:200px;height:40px',
  ),
  'a tint of one per cent that lets clicks through': overlay(
    'background:rgb(255 0 0 / 0.01);pointer-events:none',
  ),
  'a cover of one pixel’s height': overlay('background:#fff;top:300px;height:1px'),
  'a second modal dialog over it': `
    const dialog = document.createElement('dialog')
    dialog.id = 'attack'
    dialog.style.cssText = 'width:100vw;height:100vh;max-width:none;max-height:none'
    document.body.append(dialog)
    dialog.showModal()`,
  'an almost full opacity': restyle('dialog { opacity: .99 !important }'),
  'a filter': restyle('iframe { filter: contrast(.5) }'),
  'a blend with the page': restyle('iframe { mix-blend-mode: multiply }'),
  'a smaller scale': restyle('.panel { scale: .5 }'),
  'a turn': restyle('.panel { rotate: 2deg }'),
  'a clipped panel': restyle('.panel { clip-path: inset(0 0 300px 0) }'),
  'a clipped dialog': restyle('dialog { clip-path: inset(0 0 50% 0) !important }'),
  'a frame of the size of a button': restyle(
    'iframe { width: 200px !important; height: 90px !important }',
  ),
  'a panel that is partly off the screen': restyle('.panel { translate: 0 -50vh }'),
  'a frame that sticks out of its panel': restyle('iframe { margin-top: -200px }'),
  'a veil between panel and person': restyle(
    '.panel::after { content: ""; position: absolute; inset: 0; backdrop-filter: invert(1); pointer-events: none }',
  ),
  'a panel in perspective': restyle('.panel { transform: perspective(400px) rotateY(20deg) }'),
  'an invisible frame': restyle('iframe { opacity: 0 }'),
  'a part of the page’s own over the button': `${overlay('background:#fff')}
    cover.style.cssText += ';top:auto;bottom:90px;height:120px'`,
}

/** What honest pages do: approving has to work. */
export const LAYOUTS: Record<string, string> = {
  plain: '',
  'a popover elsewhere': overlay('left:auto;right:0;width:50px;height:50px'),
  'a moved panel': restyle('.panel { translate: 20px 10px }'),
  'round corners': restyle('.panel { border-radius: 40px; overflow: hidden }'),
  'a page under a transform': `document.documentElement.style.transform = 'scale(.8) rotate(3deg)'`,
  'a page under a filter': `document.body.style.filter = 'grayscale(1)'`,
  'a page that was scrolled': `document.body.style.height = '4000px'; scrollTo(0, 1500)`,
}
