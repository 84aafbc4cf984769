/** The mere mention of it throws where a browser denies storage to frames. */
export function openStorage(isLasting: boolean): Storage | undefined {
  try {
    return isLasting ? localStorage : sessionStorage
  } catch {
    return undefined
  }
}
