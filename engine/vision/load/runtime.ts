import { type LiteRt, unloadLiteRt } from '@litertjs/core'

/** The LiteRT runtime of this thread, which runs TFLite models in WebAssembly. */
export type Runtime = {
  liteRt: LiteRt
  /**
   * Runs `work` after everything that was queued before.
   * @throws when the runtime printed an error meanwhile: LiteRT only prints an unknown operation, for example, and
   * then returns noise
   */
  exclusive<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

/** @param printed the array to which the runtime's error lines are added */
export function createRuntime(liteRt: LiteRt, printed: string[]): Runtime {
  let last: Promise<unknown> = Promise.resolve()
  return {
    liteRt,
    exclusive: (work) => {
      const turn = last.then(() => throwingErrors(printed, work))
      last = turn.catch(() => undefined)
      return turn
    },
    close: unloadLiteRt,
  }
}

/** Runs `work` and throws the error lines that it printed. */
async function throwingErrors<T>(printed: string[], work: () => Promise<T>): Promise<T> {
  printed.length = 0
  const result = await work()
  const errors = printed.filter((line) => line.startsWith('ERROR'))
  if (errors.length > 0) throw new Error(`LiteRT: ${errors.join(' ')}`)
  return result
}
