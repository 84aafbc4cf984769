import { webkitgtk } from './drivers/webkitgtk.js'
import { walkIn } from './walk.js'

walkIn(webkitgtk)
