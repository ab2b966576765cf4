import { type LiteRt, unloadLiteRt } from '@litertjs/core'

/** The LiteRT runtime of this thread. */
export type Runtime = {
  liteRt: LiteRt
  /**
   * Runs `work` alone on the runtime.
   * @throws when the runtime printed an error meanwhile: an operation it does not know, for one, is only printed,
   * and the outputs are then noise
   */
  exclusive<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

/** @param printed where the runtime's error lines arrive */
export function createRuntime(liteRt: LiteRt, printed: string[]): Runtime {
  let last: Promise<unknown> = Promise.resolve()
  return {
    liteRt,
    exclusive: (work) => {
      const turn = last.then(() => listening(printed, work))
      last = turn.catch(() => undefined)
      return turn
    },
    close: unloadLiteRt,
  }
}

async function listening<T>(printed: string[], work: () => Promise<T>): Promise<T> {
  printed.length = 0
  const result = await work()
  const errors = printed.filter((line) => line.startsWith('ERROR'))
  if (errors.length > 0) throw new Error(`LiteRT: ${errors.join(' ')}`)
  return result
}
