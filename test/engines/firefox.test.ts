import { firefox } from './drivers/firefox.js'
import { walkIn } from './walk.js'

walkIn(firefox)
