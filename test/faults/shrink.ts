import type { Simulated } from './simulate.ts'

/** The most runs that are spent on making a failure smaller. */
const MOST_RUNS = 400

/**
 * The fewest faults of a failing seed that still break something: halves are taken away as long as it still fails,
 * then single faults. What is broken may change on the way; that it is broken does not.
 * @param again runs the seed once more, with no faults but these
 */
export async function shrink(
  found: Simulated,
  again: (only: ReadonlySet<string>) => Promise<Simulated>,
): Promise<Simulated> {
  let smallest = found
  let runs = 0
  for (let part = Math.ceil(found.struck.length / 2); part >= 1 && runs < MOST_RUNS; ) {
    let removed = false
    for (let at = 0; at < smallest.struck.length && runs < MOST_RUNS; ) {
      const kept = smallest.struck.toSpliced(at, part)
      runs += 1
      const tried = await again(new Set(kept))
      if (tried.broken.length > 0 && tried.struck.length < smallest.struck.length) {
        smallest = tried
        removed = true
      } else {
        at += part
      }
    }
    if (part > 1) part = Math.floor(part / 2)
    else if (!removed) break
  }
  return smallest
}
