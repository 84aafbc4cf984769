/** Permit2, which gets allowances by signatures. It has the same address on every chain. */
import type { Descriptor, Format } from '../descriptor.js'
import { address, allowance, date, RECIPIENT, spender, tokens, UNLIMITED_160 } from './fields.js'

const DETAILS = '(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const granted = (path: string, tokenPath: string) =>
  allowance(path, tokenPath, { threshold: UNLIMITED_160 })
const permit = (fields: Format['fields'] = []): Format => ({
  intent: 'Use a signed permission',
  fields: [
    address('owner', 'Whose tokens'),
    spender('permitted.spender'),
    ...fields,
    date('permitted.sigDeadline', 'Signature valid until'),
  ],
})

export const PERMIT2: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      'approve(address token,address spender,uint160 amount,uint48 expiration)': {
        intent: 'Approve a spending cap',
        fields: [spender('spender'), granted('amount', 'token'), date('expiration')],
      },
      'transferFrom(address from,address to,uint160 amount,address token)': {
        intent: 'Move tokens',
        kind: 'transfer',
        fields: [tokens('amount', 'Amount', 'token'), address('from', 'From'), RECIPIENT],
      },
      [`permit(address owner,(${DETAILS} details,address spender,uint256 sigDeadline) permitted,bytes signature)`]:
        permit([
          granted('permitted.details.amount', 'permitted.details.token'),
          date('permitted.details.expiration'),
        ]),
      [`permit(address owner,(${DETAILS}[] details,address spender,uint256 sigDeadline) permitted,bytes signature)`]:
        permit([
          {
            path: 'permitted.details.[]',
            fields: [granted('amount', 'token'), date('expiration')],
          },
        ]),
      // A Safe's module of allowances.
      'setAllowance(address delegate,address token,uint96 amount,uint16 resetTime,uint32 resetBase)':
        {
          intent: 'Approve a spending cap',
          fields: [spender('delegate'), allowance('amount', 'token')],
        },
      'lockdown((address token,address spender)[] approvals)': {
        intent: 'Revoke spending caps',
        fields: [
          {
            path: 'approvals.[]',
            fields: [address('token', 'Token'), address('spender', 'Revoked for')],
          },
        ],
      },
    },
  },
}
