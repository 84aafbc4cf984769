/** Many small questions to contracts at once. */
import * as z from 'zod/mini'

import type { Hex } from '../clear-signing/descriptor.js'
import { toQuantity } from '../rpc/quantity.js'
import type { Rpc } from '../rpc/rpc.js'
import { Data } from '../rpc/schemas.js'
import { word } from '../values/words.js'

/** Gas limit of each read: more than any read needs. */
const READ_GAS = '0x7a120'
/** Reads that a node simulates in one request. */
const MAX_READS = 200

/** The node methods needed here. */
export type Node = Pick<Rpc, 'request' | 'quantity'>

/** A node that is asked for the code of an address once, by whichever step is first. A failure is not kept. */
export function codeOnce(node: Node): Node {
  const answers = new Map<string, Promise<unknown>>()
  return {
    quantity: (method, params) => node.quantity(method, params),
    request(method, params) {
      if (method !== 'eth_getCode') return node.request(method, params)
      const key = JSON.stringify(params).toLowerCase()
      const answer = answers.get(key) ?? node.request(method, params)
      answers.set(key, answer)
      answer.catch(() => answers.delete(key))
      return answer
    },
  }
}

export interface Read {
  to: Hex
  data: Hex
}

/** Uses only schemas that the first screen loads anyway: others would make that screen larger. */
export const Logs = z.array(
  z.object({ address: z.string(), topics: z.array(z.string()), data: Data }),
)

const Simulated = z.array(
  z.object({
    number: z.optional(z.string()),
    calls: z.array(
      z.object({
        status: z.enum(['0x0', '0x1']),
        returnData: z.optional(Data),
        error: z.optional(z.object({ message: z.string(), data: z.optional(Data) })),
        logs: z.optional(Logs),
      }),
    ),
  }),
)
type SimulatedBlock = z.output<typeof Simulated>[number]
export type SimulatedCall = SimulatedBlock['calls'][number]

/** A question as the node's simulation takes it. */
export const asCall = ({ to, data }: Read) => ({ to, input: data, gas: READ_GAS })

/**
 * Simulates calls in one block, each on the state after those before it.
 *
 * @param base - Base fee that contracts see, in wei a gas.
 * @throws {ProviderRpcError | WalletError}
 */
export async function playBlock(
  node: Node,
  calls: unknown[],
  base?: bigint,
): Promise<SimulatedBlock | undefined> {
  const asked = { calls, ...(base && { blockOverrides: { baseFeePerGas: toQuantity(base) } }) }
  const answer = await node.request('eth_simulateV1', [
    { blockStateCalls: [asked], traceTransfers: true },
    'latest',
  ])
  const block = Simulated.safeParse(answer).data?.[0]
  return block?.calls.length === calls.length ? block : undefined
}

/** The results in order; `undefined` for a failed read. It does not throw. */
export async function readAll(node: Node, reads: readonly Read[]): Promise<(Hex | undefined)[]> {
  const asked = reads.slice(0, MAX_READS)
  if (!asked.length) return []
  const played = await playBlock(node, asked.map(asCall)).catch(() => undefined)
  if (played) return played.calls.map(answerOf)
  return Promise.all(
    asked.map(async (read) => {
      const answer = await node.request('eth_call', [read, 'latest']).catch(() => undefined)
      const data = Data.safeParse(answer)
      return data.success && data.data !== '0x' ? data.data : undefined
    }),
  )
}

/**
 * Balances of an account, by lower-case address of the token; tokens without an answer are left out. It does not throw.
 */
export async function readBalances(
  node: Node,
  account: Hex,
  tokens: readonly Hex[],
): Promise<Map<string, bigint>> {
  const reads = tokens.map((to) => balanceRead(to, account))
  const held = new Map<string, bigint>()
  for (const [at, answer] of (await readAll(node, reads)).entries()) {
    const amount = toInteger(answer)
    if (amount !== undefined) held.set(tokens[at]!.toLowerCase(), amount)
  }
  return held
}

/** `balanceOf` of ERC-20. */
export const balanceRead = (token: Hex, account: Hex): Read => ({
  to: token,
  data: `0x70a08231${word(account)}`,
})

export const answerOf = ({ status, returnData }: SimulatedCall): Hex | undefined =>
  status === '0x1' && returnData && returnData !== '0x' ? returnData : undefined

/** An integer of the ABI. */
export const toInteger = (answer: Hex | undefined): bigint | undefined =>
  answer && answer.length === 66 ? BigInt(answer) : undefined
