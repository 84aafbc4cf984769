/** Entry of `/begin`: where a login begins in a window that has no opener to ask. It goes on to `/login`. */
import { noteBeginning } from './login-beginning.js'

location.replace(noteBeginning())
