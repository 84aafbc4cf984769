/** Where a service answers: operators write its URL with a slash at the end, or without. */
export const serviceUrl = (service: string, path: `/${string}`): string =>
  service.replace(/\/$/, '') + path
