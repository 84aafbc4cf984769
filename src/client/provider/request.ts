/** EIP-1193. */
export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[] | object
}
