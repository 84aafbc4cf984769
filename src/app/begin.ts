/**
 * Entry of `/begin`: where a login or a question starts in a window without an opener. It notes how, and goes on to
 * `/login` or `/confirm`.
 */
import { randomId } from '../shared/encoding.js'
import { ASK } from './approval-window/window-secret.js'
import { BEGUN, BEGUN_ITEM, type NotedBeginning } from './windows/login-beginning.js'

/** @returns The URL to go on to. Where the browser denies storage it has the fragment itself, and nothing is proven. */
function noteBeginning(): string {
  const fragment = location.hash
  const initiator = crossOriginIsolated ? document.referrer : ''
  const page = fragment.startsWith(ASK) ? 'confirm' : 'login'
  const id = randomId()
  try {
    const beginning: NotedBeginning = { id, fragment, initiator }
    sessionStorage.setItem(BEGUN_ITEM, JSON.stringify(beginning))
    return `${page}#${BEGUN}=${id}`
  } catch {
    return `${page}${fragment}`
  }
}

location.replace(noteBeginning())
