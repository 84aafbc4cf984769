/** ERC-7730 descriptors that an operator offers: files named by their hash, and an index of them. */
import * as z from 'zod/mini'

/** Path on the wallet app's host. */
export const DESCRIPTORS = '/descriptors/'
/** Bytes of one descriptor. The largest published one has 150,000. */
export const MAX_DESCRIPTOR = 512 * 1024
/** Bytes of the index. An index of all published descriptors has 120,000. */
export const MAX_INDEX = 4 * 1024 * 1024

/** SHA-256 of a file, in hex. */
export const FileHash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hex'))

/** Files of descriptors, by chain and contract. */
export const DescriptorIndex = z.record(
  z.string().check(z.regex(/^[1-9]\d{0,15}:0x[0-9a-f]{40}$/, 'a chain and an address')),
  z.array(FileHash).check(z.minLength(1), z.maxLength(16)),
)
export type DescriptorIndex = z.infer<typeof DescriptorIndex>

/** The part of `config.json` for descriptors. */
export const Offering = z.object({
  /** Hash of the index. Absent: the operator offers no descriptors. */
  descriptors: z.optional(FileHash),
})

export const indexKey = (chainId: number, address: string): string =>
  `${chainId}:${address.toLowerCase()}`

export const fileOf = (hash: string): string => `${hash}.json`
