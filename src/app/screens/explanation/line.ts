import type { Hex } from '../../../chain/clear-signing/descriptor.js'

export interface Line {
  label: string
  text: string
  /** Shown whole, below the text. */
  address?: Hex
}
