/** EIP-712: something a person can read before signing it. */
export const typedData = (owner: string, chainId: string) => ({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Ticket: [
      { name: 'event', type: 'string' },
      { name: 'seat', type: 'string' },
      { name: 'price', type: 'uint256' },
      { name: 'owner', type: 'address' },
    ],
  },
  primaryType: 'Ticket',
  domain: { name: 'Sample tickets', version: '1', chainId: Number(chainId) },
  message: { event: 'Open-air concert', seat: 'Row 4, seat 12', price: '25', owner },
})

export const TYPED_DATA_V1 = [
  { type: 'string', name: 'Event', value: 'Open-air concert' },
  { type: 'string', name: 'Seat', value: 'Row 4, seat 12' },
  { type: 'uint32', name: 'Price', value: 25 },
]
