/** How sources are served unbundled, to the browser tests and by `npm run states` alike. */
import { esbuildPlugin } from '@web/dev-server-esbuild'

/** The package's own entry is CommonJS underneath, which a browser cannot load unbundled. */
const eventemitter3 = {
  name: 'eventemitter3',
  resolveImport: ({ source }) =>
    source === 'eventemitter3'
      ? '/node_modules/eventemitter3/dist/eventemitter3.esm.js'
      : undefined,
}

/** The operator's configuration, as far as screens look for it themselves: no descriptors. */
const offerNothing = async (context, next) => {
  if (context.path === '/config.json') context.body = {}
  else await next()
}

export const unbundled = {
  middleware: [offerNothing],
  nodeResolve: { exportConditions: ['browser'] },
  plugins: [
    eventemitter3,
    esbuildPlugin({ ts: true, tsconfig: './tsconfig.json', target: 'es2022' }),
  ],
}
