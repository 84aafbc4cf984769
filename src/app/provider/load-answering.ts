/** Loads what answering a request takes: not needed to sign in, a chunk of its own. */
let loading: Promise<typeof import('./answering.js')> | undefined

/** One promise for all, which keeps requests in their order. */
export function answering(): Promise<typeof import('./answering.js')> {
  loading ??= import('./answering.js').catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}
