/** The differences between two versions of a descriptor, for an operator to review. */
import type { Descriptor } from '../../chain/clear-signing/descriptor.js'
import { indexKey } from '../../protocol/files/descriptors.js'

export function changesOf(before: Descriptor, after: Descriptor): string[] {
  const [was, is] = [before, after].map(contractsOf)
  const [old, now] = [before, after].map(({ display }) => display.formats)
  return [
    ...missing(is!, was!).map((contract) => `also for ${contract}`),
    ...missing(was!, is!).map((contract) => `no longer for ${contract}`),
    ...missing(Object.keys(now!), Object.keys(old!)).map((name) => `new: ${name}`),
    ...missing(Object.keys(old!), Object.keys(now!)).map((name) => `gone: ${name}`),
    ...Object.keys(now!)
      .filter((name) => Object.hasOwn(old!, name) && isOther(old![name], now![name]))
      .map((name) => `says something else: ${name}`),
    ...(isOther(before.metadata, after.metadata) ? ['other names or constants'] : []),
    ...(isOther(before.display.definitions, after.display.definitions)
      ? ['other definitions']
      : []),
    ...missing(after.reviewedBy ?? [], before.reviewedBy ?? []).map((who) => `reviewed by ${who}`),
    ...missing(before.reviewedBy ?? [], after.reviewedBy ?? []).map(
      (who) => `no longer reviewed by ${who}`,
    ),
  ]
}

const contractsOf = ({ context }: Descriptor): string[] =>
  ((context.contract ?? context.eip712)?.deployments ?? []).map(({ chainId, address }) =>
    indexKey(chainId, address),
  )

const missing = (all: readonly string[], from: readonly string[]): string[] =>
  all.filter((one) => !from.includes(one))

const isOther = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) !== JSON.stringify(other)
