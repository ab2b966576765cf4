/**
 * Combines calls of `sync`. The returned function waits until everything written before its call is on disk; calls
 * during a running sync share the next one.
 */
export function coalesceSync(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const begin = (): Promise<void> => {
    running = sync().finally(() => {
      running = undefined
    })
    return running
  }
  const afterThis = async (before: Promise<void>): Promise<void> => {
    await before.catch(() => undefined)
    next = undefined
    return begin()
  }
  return () => {
    if (!running && !next) return begin()
    next ??= afterThis(running ?? Promise.resolve())
    return next
  }
}
