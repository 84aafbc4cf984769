/** The typed data that the wallet knows. */
import type { Descriptor } from '../descriptor.js'
import { allowance, date, spender, UNLIMITED_160 } from './fields.js'

const ALLOW = 'Let somebody take tokens'

/** ERC-2612: the contract that checks it is the token. */
const PERMIT: Descriptor = {
  context: { eip712: {} },
  display: {
    formats: {
      'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)': {
        intent: ALLOW,
        fields: [spender('spender'), allowance('value'), date('deadline', 'Signature valid until')],
      },
    },
  },
}

const granted = allowance('amount', 'token', { threshold: UNLIMITED_160 })
const signedUntil = date('sigDeadline', 'Signature valid until')

const PERMIT2: Descriptor = {
  context: { eip712: { domain: { name: 'Permit2' } } },
  display: {
    formats: {
      'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)':
        {
          intent: ALLOW,
          fields: [
            spender('spender'),
            { path: 'details', fields: [granted, date('expiration')] },
            signedUntil,
          ],
        },
      'PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)':
        {
          intent: ALLOW,
          fields: [
            spender('spender'),
            { path: 'details.[]', fields: [granted, date('expiration')] },
            signedUntil,
          ],
        },
    },
  },
}

export const TYPED_DATA: readonly Descriptor[] = [PERMIT, PERMIT2]
