import { chromium } from './drivers/chromium.js'
import { walkIn } from './walk.js'

walkIn(chromium)
