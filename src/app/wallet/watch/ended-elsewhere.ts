/** Checks whether the session was ended elsewhere, or has expired: at the start, and while the page is visible. */
import type { WalletApp } from '../wallet-app.js'

/** Milliseconds between two questions. */
const INTERVAL = 4_000

/** May be called again. */
export function watchEnd(app: WalletApp): void {
  if (watched.has(app)) return
  watched.add(app)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  const look = async () => {
    clearTimeout(timer)
    if (isAsking || !app.life.current || document.visibilityState !== 'visible') return
    isAsking = true
    // If the code for the check does not load, the next look tries again.
    await app.life.check().catch(() => {})
    isAsking = false
    clearTimeout(timer)
    if (app.life.current) timer = setTimeout(look, INTERVAL)
  }
  let known: string | undefined
  const onChange = () => {
    const { current } = app.life
    // An older build gave a session no id.
    const id = current && (current.id ?? '')
    if (id !== known) void look()
    known = id
  }
  app.addEventListener('change', onChange)
  document.addEventListener('visibilitychange', look)
  onChange()
}

const watched = new WeakSet<WalletApp>()
