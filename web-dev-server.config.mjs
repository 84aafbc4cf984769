import { unbundled } from './web-plugins.js'

/** The repository's own index.html is the playground, which needs a stack. */
const statesFirst = async (context, next) => {
  if (context.path === '/') context.redirect('/demo/states.html')
  else await next()
}

/** `npm run states`: every screen in every state, and the elements, from their sources as they are. */
export default {
  ...unbundled,
  middleware: [statesFirst, ...unbundled.middleware],
  port: 8100,
}
