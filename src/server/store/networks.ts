/** Clients for rate limits: all addresses that one client can switch between count as one. */
import ipaddr from 'ipaddr.js'

export interface Source {
  /** Usually one household or machine: a /64 of IPv6, or an IPv4 address. */
  network: string
  /** Usually one customer with several networks: a /48 of IPv6, or a /24 of IPv4. */
  site: string
}

/** Bits. */
const NETWORK = 64
const SITE = 48
const SITE_V4 = 24
/** IPv6 spellings of an IPv4 address, which is in the last 32 bits: RFC 4291, RFC 6052, RFC 7915. */
const CARRY_IPV4 = ['ipv4Mapped', 'rfc6052', 'rfc6145']
/** `192.0.2.1:443` and `[2001:db8::1]:443`, as some proxies write. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/
/** All unreadable addresses share one limit, so that a misconfigured proxy does not disable it. */
const UNKNOWN: Source = { network: 'unknown', site: 'unknown' }

/** @param address - In any spelling, with or without a zone or a port. */
export function sourceOf(address: string | undefined): Source {
  const bytes = bytesOf(address ?? '')
  if (!bytes) return UNKNOWN
  if (bytes.length === 4) {
    return { network: bytes.join('.'), site: prefixOf(bytes, SITE_V4) }
  }
  return { network: prefixOf(bytes, NETWORK), site: prefixOf(bytes, SITE) }
}

function bytesOf(text: string): number[] | undefined {
  const [, bracketed, dotted] = WITH_PORT.exec(text) ?? []
  const address = bracketed ?? dotted ?? text
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.parse(address)
  const bytes = parsed.toByteArray()
  return CARRY_IPV4.includes(parsed.range()) ? bytes.slice(12) : bytes
}

function prefixOf(bytes: number[], bits: number): string {
  const kept = bytes.map((byte, at) => (at < bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(kept)}/${bits}`
}
