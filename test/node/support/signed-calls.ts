/** Each way to have a call signed that another account sends, and the addresses of these tests. */
import { encodeCall } from '../../support/contracts.js'

export type Hex = `0x${string}`
export const ME: Hex = '0x1000000000000000000000000000000000000a11'
export const TOKEN: Hex = '0x4444444444444444444444444444444444444400'
/** A contract that carries calls. */
export const APP: Hex = '0x5555555555555555555555555555555555555500'
export const SAFE: Hex = '0x6666666666666666666666666666666666666600'
export const PERMIT2: Hex = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const DEAD: Hex = '0x000000000000000000000000000000000000dead'
export const NOBODY: Hex = `0x${'0'.repeat(40)}`
export const WORD: Hex = `0x${'0'.repeat(64)}`
export const ALL = 2n ** 256n - 1n
/** Seconds since 1970, a while after the time of these tests. */
export const SOON = 1_772_400_000

/** Typed data, but for its types. */
export interface Signed {
  type: string
  contract: Hex
  message: object
}

export const SIGNED: Record<string, (data: Hex, to?: Hex) => Signed> = {
  'a transaction of a Safe': (data, to = TOKEN) => {
    const rest = { value: 0, operation: 0, safeTxGas: 0, baseGas: 0, gasPrice: 0, nonce: 0 }
    const message = { to, data, ...rest, gasToken: NOBODY, refundReceiver: NOBODY }
    return { type: 'SafeTx', contract: SAFE, message }
  },
  'a forward request': (data, to = TOKEN) => {
    const message = { from: ME, to, value: 0, gas: 9, nonce: 0, deadline: SOON, data }
    return { type: 'ForwardRequest', contract: APP, message }
  },
  'an operation of another account': (data, to = TOKEN) => {
    const callData = encodeCall('execute(address,uint256,bytes)', [to, 0n, data])
    const message = { sender: SAFE, nonce: 0, initCode: '0x', callData }
    return { type: 'UserOperation', contract: APP, message }
  },
  'a meta-transaction': (data, to = TOKEN) => {
    const message = { nonce: 0, from: ME, functionSignature: data }
    return { type: 'MetaTransaction', contract: to, message }
  },
}
