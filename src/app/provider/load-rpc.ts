/** Loads the code that answers requests: a separate chunk, as signing in does not need it. */
let loading: Promise<typeof import('./rpc-code.js')> | undefined

/** One promise for all, which keeps requests in their order. */
export function loadRpc(): Promise<typeof import('./rpc-code.js')> {
  loading ??= import('./rpc-code.js').catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}
