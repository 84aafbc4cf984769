const WEI_DIGITS = 18

/** `1.5` as wei. @throws {Error} If it is no decimal number of at most 18 places. */
export function toWei(ether: string): bigint {
  const match = /^(\d+)(?:[.,](\d{1,18}))?$/.exec(ether.trim())
  if (!match) throw new Error('The amount is not a number such as 0.1.')
  const [, whole = '0', fraction = ''] = match
  return BigInt(whole + fraction.padEnd(WEI_DIGITS, '0'))
}

/** Wei as ether, cut to four places. */
export function toEther(wei: bigint): string {
  const digits = wei.toString().padStart(WEI_DIGITS + 1, '0')
  const whole = digits.slice(0, -WEI_DIGITS)
  const fraction = digits.slice(-WEI_DIGITS, -WEI_DIGITS + 4).replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}

export const toHex = (value: bigint): string => `0x${value.toString(16)}`
