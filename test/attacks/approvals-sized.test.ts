/** A page that shows the wallet so small that nobody can read it, or so little of it that the question is not there. */
import { restyle } from '../e2e/tricks.js'
import { claimHidden } from './support/hiding.js'

/** As long as it lasts. */
const TRICKS: Record<string, string> = {
  'shrinks the frame to the tenth part by zoom': restyle('iframe { zoom: .1 }'),
  'shrinks the frame to a quarter by zoom': restyle('iframe { zoom: .25 }'),
  'shrinks the panel to the tenth part by zoom': restyle('.panel { zoom: .1 }'),
  'shrinks the dialog to a quarter by zoom': restyle('dialog { zoom: .25 !important }'),
  'shrinks the whole page to a fifth by zoom': `document.documentElement.style.zoom = '.2'`,
  'shrinks the panel by an animation of zoom': restyle(
    '@keyframes small { from { zoom: .1 } to { zoom: .1 } } iframe { animation: small 9s infinite }',
  ),
  'shrinks the panel by a transition of zoom that takes a minute': restyle(
    '@starting-style { iframe { zoom: 1 } } iframe { zoom: .2; transition: zoom 1s steps(1, start) }',
  ),
  'enlarges the frame by zoom until the question is not in it': restyle('iframe { zoom: 4 }'),
  'gives the frame the size of a button': restyle(
    'iframe { width: 200px !important; height: 90px !important }',
  ),
  'gives the frame 240 by 240 pixels, with the button in it': restyle(
    '.panel { width: 240px !important; height: 240px !important }',
  ),
  'gives the frame 400 by 170 pixels, with the button in it': restyle(
    '.panel { height: 170px !important }',
  ),
  'gives the frame a width of 200 pixels': restyle('.panel { width: 200px !important }'),
  'frames the panel by a border that leaves a slit': restyle(
    'iframe { box-sizing: border-box !important; border: 270px solid #fff !important; border-inline: 0 !important }',
  ),
}

// What merely changed would be armed again by the time that this is explained.
claimHidden(
  'On a page that is trusted to show the wallet, nobody approves what is too small to be read',
  'The person is told why it cannot be approved, or has to read it first; no press is an answer',
  TRICKS,
  'explained',
)
