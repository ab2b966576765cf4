import { Fault } from '../../catalog/failures/fault.ts'
import type { PictureEngine } from '../../functions/pipeline/core/ports/picture-engine.ts'
import type { Dice } from './dice.ts'
import type { Invocation } from './invocation.ts'
import { textOf } from './text-pictures.ts'

/** What the engine says of a file that it finds damaged, and of one that took it too long. */
export const DAMAGED = 'The file is damaged.'
export const STOPPED = 'Decoding the file was stopped.'

/** Longer than the function that prepares may run. */
const ENDLESS_MS = 700_000

export type EngineFaults = {
  dice: Dice
  /** Texts of files by whether they are damaged, which does not change from one try to the next. */
  damaged: Map<string, boolean>
  /** Ends after so many virtual milliseconds. */
  pause(ms: number): Promise<void>
}

/**
 * The engine as an invocation has it: it finds files damaged, is stopped, does not come to an end, and dies before its
 * work or after it, when what it made is written.
 */
export function engineThrough(
  { call }: Invocation,
  engine: PictureEngine,
  { dice, damaged, pause }: EngineFaults,
): PictureEngine {
  const working = <T>(verb: string, act: () => Promise<T>): Promise<T> =>
    call(
      `pictures.${verb}`,
      async () => {
        if (dice.strikes('endless', verb)) await pause(ENDLESS_MS)
        return await act()
      },
      {
        far: 'service',
        refused: () => new Fault('runtime', STOPPED),
        lost: () => new Error('The engine ended.'),
      },
    )
  const isDamaged = (text: string): boolean => {
    const known = damaged.get(text) ?? dice.strikes('damaged', 'file')
    damaged.set(text, known)
    return known
  }
  return {
    prepare: (source, ...wanted) =>
      working('prepare', async () => {
        const text = await textOf(source)
        if (isDamaged(text)) throw new Fault('unreadable', DAMAGED)
        return await engine.prepare(Buffer.from(text), ...wanted)
      }),
    prepareMask: (...wanted) => working('prepareMask', () => engine.prepareMask(...wanted)),
    restore: (...wanted) => working('restore', () => engine.restore(...wanted)),
  }
}
