import type { Words } from '../words/en.ts'

/** As records say it: `largest of 2 usable of 3`. */
const WHY = /^(\w+) of (\d+)(?: usable of (\d+))?$/

/** Why somebody was chosen, in the words of whoever looks; what is said otherwise stays as it is. */
export function whyChosen(why: string, { job, compare }: Pick<Words, 'job' | 'compare'>): string {
  const [, choice = '', usable = '', of = usable] = WHY.exec(why) ?? []
  const who = job.targets[choice]
  if (who === undefined) return why
  return of === '1' ? compare.only : compare.chosenOf(who, usable, of)
}
