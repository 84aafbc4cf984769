const WEI_DIGITS = 18

/** Wei as ether, cut to four places. */
export function toEther(wei: bigint): string {
  const digits = wei.toString().padStart(WEI_DIGITS + 1, '0')
  const whole = digits.slice(0, -WEI_DIGITS)
  const fraction = digits.slice(-WEI_DIGITS, -WEI_DIGITS + 4).replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}

/** UTF-8 as hexadecimal, as `personal_sign` wants it. */
export const toHexText = (text: string): `0x${string}` =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
