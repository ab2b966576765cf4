/** What a measurement gives; undefined, and the words told, where the engine refuses. */
export function attempt<T>(
  measure: () => T,
  told: (words: string) => void = () => {},
): T | undefined {
  try {
    return measure()
  } catch (error) {
    told((error as Error).message)
    return undefined
  }
}
