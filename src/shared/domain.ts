/** The URL that a page means by the domain of an identity provider, which may be one already. */
export const domainUrl = (domain: string): string =>
  domain.includes('://') ? domain : `https://${domain}`

/** Whether a URL, which is one, is at a domain. */
export const isAtDomain = (url: string, domain: string): boolean =>
  URL.canParse(domainUrl(domain)) && new URL(domainUrl(domain)).host === new URL(url).host
