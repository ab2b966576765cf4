import { counted } from '../../functions/operate/counted.ts'
import { note } from '../program/say.ts'

/** The status of a process that a SIGINT ended. */
const INTERRUPTED = 130

/**
 * Does work during which Ctrl-C stops the command and nothing else: a line says what goes on without it, also where the
 * work breaks off.
 * @param open how many jobs have not ended, and what brings their results
 */
export async function sayWhatGoesOn<T>(
  open: () => { jobs: number; how: string },
  work: () => Promise<T>,
): Promise<T> {
  // Until it has ended it may come again, from the terminal and from the process that started this one.
  process.on('SIGINT', stop)
  try {
    return await work()
  } catch (error) {
    // A run that was stopped meanwhile, an answer that never came: what was dropped is not lost.
    if (open().jobs > 0) note([goesOn()])
    throw error
  } finally {
    process.off('SIGINT', stop)
  }

  function goesOn(): string {
    const { jobs, how } = open()
    const goes = jobs === 1 ? '1 job goes on' : `${counted(jobs, 'job')} go on`
    return jobs === 0 ? how : `${goes}; ${how}`
  }

  function stop(): void {
    note(['', goesOn()])
    process.exit(INTERRUPTED)
  }
}
