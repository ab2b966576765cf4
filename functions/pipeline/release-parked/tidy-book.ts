import type { BudgetBook, Entry } from '../budget/budget-book.ts'
import { BEGINS } from '../budget/fund-job.ts'
import type { Jobs } from '../jobs/job.ts'

export type TidyBookDeps = {
  jobs: Pick<Jobs, 'get' | 'settle'>
  book: BudgetBook
  now: () => number
}

/** Longer than any function takes and any message comes back after. */
const LEFT_MS = 15 * 60_000

/** Makes good what stands in a day's book because whoever entered it died, or came when it was done already. */
export const tidyBook = async (day: string, deps: TidyBookDeps): Promise<void> => {
  const { entries } = await deps.book.read(day)
  for (const [name, entry] of Object.entries(entries)) {
    if (deps.now() - entry.at > LEFT_MS) await makeGood(day, name, entry, deps)
  }
}

const makeGood = async (
  day: string,
  name: string,
  entry: Entry,
  { jobs, book }: TidyBookDeps,
): Promise<void> => {
  const [id = '', kind] = name.split(' ')
  const job = await jobs.get(id)
  // What a job that waits or was not begun has entered is its own, when it is looked at again.
  if (kind === BEGINS && !job?.funding && job?.status !== 'failed') return
  const by = kind === BEGINS ? job?.funding?.by : await jobs.settle(id, entry.by)
  if (by === entry.by) await book.keep(day, name, entry.by)
  else await book.undo(day, name, entry)
}
