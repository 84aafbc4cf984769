/** A page that hides what is asked, or a part of it, and leaves the button. */
import { overlay, restyle } from '../e2e/tricks.js'
import { claimHidden } from './support/hiding.js'

/** What the page does to the panel: that it is seen whole and as it is, is not true any more. */
const TRICKS: Record<string, string> = {
  'covers the panel in the top layer': overlay('background:#fff'),
  'covers only what is signed': overlay(
    'background:#fff;left:40px;top:200px;width:200px;height:40px',
  ),
  'covers all but the button': overlay('background:#fff;height:calc(100vh - 180px)'),
  'draws a line of one pixel over the panel': overlay('background:#fff;top:300px;height:1px'),
  'tints the panel by one per cent and lets clicks through': overlay(
    'background:rgb(255 0 0 / 0.01);pointer-events:none',
  ),
  'lays a cover over the panel that cannot be seen': overlay('opacity:0;background:#fff'),
  'puts a button of its own over the wallet’s': overlay(
    'background:#fff;top:auto;bottom:90px;height:120px',
  ),
  'opens a second modal dialog over the panel': `
    const dialog = document.createElement('dialog')
    dialog.id = 'attack'
    dialog.style.cssText = 'width:100vw;height:100vh;max-width:none;max-height:none'
    document.body.append(dialog)
    dialog.showModal()`,
  'shows a frame of another site over the panel': `
    const frame = document.createElement('iframe')
    frame.id = 'attack'
    frame.popover = 'manual'
    frame.style.cssText = 'inset:auto;left:0;top:0;width:100vw;height:100vh;border:0;background:#fff'
    document.body.append(frame)
    frame.showPopover()`,
  'lays a canvas over the panel': `
    const canvas = document.createElement('canvas')
    canvas.id = 'attack'
    canvas.popover = 'manual'
    canvas.style.cssText = 'inset:auto;left:0;top:0;width:100vw;height:100vh;border:0;padding:0'
    document.body.append(canvas)
    canvas.showPopover()`,
  'draws a box of the panel’s own over the frame': restyle(
    '.panel::before { content: ""; position: absolute; inset: 0 0 200px; background: #fff }',
  ),
  'lays a veil between panel and person': restyle(
    '.panel::after { content: ""; position: absolute; inset: 0; backdrop-filter: invert(1); pointer-events: none }',
  ),
  'makes the frame almost opaque': restyle('iframe { opacity: .99 }'),
  'makes the frame invisible': restyle('iframe { opacity: 0 }'),
  'hides the frame and keeps its place': restyle('iframe { visibility: hidden }'),
  'fades the panel without an end': restyle(
    '@keyframes fade { to { opacity: .1 } } .panel { animation: fade 9s infinite alternate !important }',
  ),
  'lowers the contrast of the frame': restyle('iframe { filter: contrast(.5) }'),
  'blurs the panel': restyle('.panel { filter: blur(3px) }'),
  'inverts the dialog': restyle('dialog { filter: invert(1) !important }'),
  'blends the frame with the page': restyle('iframe { mix-blend-mode: multiply }'),
  'shows the panel at half its size by a transform': restyle('.panel { scale: .5 }'),
  'shows the panel three times as large, cut off': restyle('.panel { transform: scale(3) }'),
  'turns the panel by two degrees': restyle('.panel { rotate: 2deg }'),
  'turns the panel over': restyle('.panel { transform: rotateX(180deg) }'),
  'skews the panel': restyle('.panel { transform: skewX(2deg) }'),
  'shows the panel in perspective': restyle(
    '.panel { transform: perspective(400px) rotateY(20deg) }',
  ),
  'cuts the panel off at its top': restyle('.panel { clip-path: inset(300px 0 0 0) }'),
  'cuts the panel off at its bottom': restyle('.panel { clip-path: inset(0 0 300px 0) }'),
  'cuts the dialog off': restyle('dialog { clip-path: inset(0 0 50% 0) !important }'),
  'cuts the panel to a rectangle': restyle('.panel { clip: rect(0 400px 100px 0) }'),
  'pushes the frame out of its panel': restyle('iframe { margin-top: -200px !important }'),
  'pushes the panel off the screen': restyle('.panel { translate: 0 -50vh }'),
  'pushes the panel off the screen to the side': restyle('.panel { translate: -180px 0 }'),
  'shows the bottom of the frame in a low panel': restyle(
    '.panel { height: 120px !important } iframe { height: 584px !important; margin-top: -464px !important }',
  ),
  'skips the content of the panel': restyle('.panel { content-visibility: hidden }'),
  'reflects the panel onto itself': restyle('.panel { -webkit-box-reflect: above -300px }'),
  'shows a picture of the page in place of the page, by a transition that does not end': `
    const style = document.createElement('style')
    style.id = 'attack'
    style.textContent = '::view-transition-group(*) { animation-duration: 60s !important }'
    document.head.append(style)
    window.transition = document.startViewTransition(() => {})`,
}

claimHidden(
  'On a page that is trusted to show the wallet, nobody approves what the wallet can know that they do not see',
  'Approve cannot be pressed: not by mouse, finger, Enter or space bar',
  TRICKS,
  'told',
)
