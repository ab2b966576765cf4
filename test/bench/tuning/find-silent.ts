/**
 * The numbers that change no task however they are moved. They are moved all at once: where that changes a task, each
 * half of them alone, down to the number that does it, which is done with then.
 * @param ways how a number can be moved
 * @param changes whether a task gives something else with all of these moved
 */
export async function findSilent<Moved, Way, Task>(
  numbers: readonly Moved[],
  ways: readonly Way[],
  tasks: Iterable<Task>,
  changes: (moved: readonly Moved[], way: Way, task: Task) => Promise<boolean>,
): Promise<Moved[]> {
  let silent = [...numbers]
  for (const task of tasks) {
    for (const way of ways) {
      const loud = new Set(await loudOf(silent, (moved) => changes(moved, way, task)))
      silent = silent.filter((number) => !loud.has(number))
    }
  }
  return silent
}

async function loudOf<Moved>(
  group: readonly Moved[],
  changes: (moved: readonly Moved[]) => Promise<boolean>,
): Promise<readonly Moved[]> {
  if (group.length === 0 || !(await changes(group))) return []
  if (group.length === 1) return group
  const half = Math.ceil(group.length / 2)
  const first = await loudOf(group.slice(0, half), changes)
  return [...first, ...(await loudOf(group.slice(half), changes))]
}
