/** Explains typed data by the operator's descriptor, if there is one. */
import type { ClearText, Hex } from '../../../../chain/clear-signing/descriptor.js'
import { clarifyTypedData, placeOf } from '../../../../chain/clear-signing/typed-data.js'
import type { ShownTypedData } from '../../../../chain/requests/typed-data.js'
import { deadline } from '../../../../shared/deadline.js'

/** Milliseconds. Without a description, the data is shown all the same. */
const TIME = 5_000

/** @returns `undefined` if no description arrives in time. It does not reject. */
export async function describeTypedData(
  data: ShownTypedData,
  account: string,
): Promise<ClearText | undefined> {
  const { chainId, to } = placeOf(data)
  if (!to || !chainId) return undefined
  try {
    const { descriptorsOf } = await import('../../../operator-files/descriptors.js')
    const descriptors = await deadline(descriptorsOf(chainId, to), TIME, 'descriptors')
    return clarifyTypedData(data, account as Hex, descriptors)
  } catch {
    return undefined
  }
}
