/** Several calls at once (EIP-5792, version 2.0.0). */
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { ChainId } from '../networks/added-chain.js'
import { parse } from '../rpc/parse.js'
import { AnyAddress, Data } from '../rpc/schemas.js'
import { isEqual } from '../values/addresses.js'
import { AskedQuantity, withNulls } from './asked.js'
import type { TransactionRequest } from './transaction.js'

const VERSION = '2.0.0'
/** More than this, a person would not read. */
const MAX_CALLS = 20
/** Bytes, by EIP-5792. */
const MAX_ID = 4096
/** Hex digits of a suffix (ERC-8021): suffixes for attribution have fewer than a hundred. */
const MAX_SUFFIX = 2048

const Capabilities = z.optional(
  z.record(
    z.string(),
    z.looseObject({ optional: z.optional(z.boolean('true or false')) }, 'an object'),
    'an object',
  ),
)
/** ERC-8021. */
const Suffixed = z.object({
  dataSuffix: z.object({ value: Data.check(z.maxLength(2 + MAX_SUFFIX)) }, 'an object'),
})
const Id = z
  .string('a text')
  .check(z.minLength(1, 'a text'), z.maxLength(MAX_ID, `at most ${MAX_ID} bytes`))

const Call = withNulls(
  z.object(
    {
      to: z.optional(AnyAddress),
      data: z.optional(Data),
      value: z.optional(AskedQuantity),
      capabilities: Capabilities,
    },
    'a call',
  ),
)

const SendParams = z.tuple(
  [
    withNulls(
      z.object(
        {
          version: z.literal(VERSION, VERSION),
          id: z.optional(Id),
          from: z.optional(AnyAddress),
          chainId: ChainId,
          atomicRequired: z.boolean('true or false'),
          calls: z.array(Call, 'a list of calls').check(z.minLength(1, 'at least one call')),
          capabilities: Capabilities,
        },
        'an object',
      ),
    ),
  ],
  z.unknown(),
  'a list',
)
const IdParams = z.tuple([Id], z.unknown(), 'a list')
/** viem without an account leaves the address out. */
const CapabilityParams = z.tuple([z.optional(z.nullable(AnyAddress))], z.unknown(), 'a list')
const ChainIds = z.optional(z.nullable(z.array(ChainId, 'a list of chain ids')))

export interface AskedCalls {
  /** The page's id for the batch, if it gave one. */
  id: string | undefined
  chainId: number
  requests: TransactionRequest[]
}

/**
 * Reads the parameters of `wallet_sendCalls`.
 *
 * @param isKnown - Whether the wallet can send on a chain.
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the field; `UNAUTHORIZED`; `UNSUPPORTED_CAPABILITY`;
 *   `UNSUPPORTED_CHAIN`; `ATOMICITY_UNSUPPORTED`; `BUNDLE_TOO_LARGE`.
 */
export function parseSendCalls(
  params: unknown,
  account: `0x${string}`,
  isKnown: (chainId: number) => boolean,
): AskedCalls {
  const [{ id, from = account, chainId, atomicRequired, calls, capabilities }] = parse(
    SendParams,
    params,
    'params',
  )
  if (!isEqual(from, account)) {
    throw new WalletError('UNAUTHORIZED', 'from: not the connected account.')
  }
  const { dataSuffix, ...others } = capabilities ?? {}
  const asked = [others, ...calls.map((one) => one.capabilities ?? {})].flatMap(Object.entries)
  for (const [name, { optional }] of asked) {
    if (!optional) throw new WalletError('UNSUPPORTED_CAPABILITY', `${name.slice(0, 64)}.`)
  }
  const suffix = dataSuffix
    ? parse(Suffixed, { dataSuffix }, 'capabilities').dataSuffix.value
    : '0x'
  if (!isKnown(chainId)) throw new WalletError('UNSUPPORTED_CHAIN', `${chainId}.`)
  if (atomicRequired && calls.length > 1) throw new WalletError('ATOMICITY_UNSUPPORTED')
  if (calls.length > MAX_CALLS) {
    throw new WalletError('BUNDLE_TOO_LARGE', `${calls.length} calls; at most ${MAX_CALLS}.`)
  }
  const requests = calls.map(({ to, data = '0x' as const, value = 0n }, index) => {
    // A payment stays one: data for a person's account would be a danger.
    const whole: `0x${string}` = data === '0x' ? data : `${data}${suffix.slice(2)}`
    if (to || data !== '0x')
      return { from: account, value, data: whole, fees: undefined, ...(to && { to }) }
    const detail = `calls.${index}.to: expected an address, or data that makes a contract.`
    throw new WalletError('INVALID_ARGUMENT', detail)
  })
  return { id, chainId, requests }
}

/** Reads the id that `wallet_getCallsStatus` and `wallet_showCallsStatus` are given. */
export const parseCallsId = (params: unknown): string => parse(IdParams, params, 'params')[0]

/**
 * Reads the parameters of `wallet_getCapabilities`.
 *
 * @returns The chains that are asked about; `undefined` for all.
 * @throws {WalletError} `INVALID_ARGUMENT`; `UNAUTHORIZED` for an account that the page does not see.
 */
export function parseGetCapabilities(params: unknown, account: string): number[] | undefined {
  const [address, chainIds] = parse(CapabilityParams, params ?? [], 'params')
  if (address && !isEqual(address, account)) {
    throw new WalletError('UNAUTHORIZED', 'The address is not the connected account.')
  }
  return parse(ChainIds, chainIds, 'params.1') ?? undefined
}
