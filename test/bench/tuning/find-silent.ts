/** A task that may show what a moved number does. */
type Witness<Task> = { task: Task; milliseconds: number; told: number; asked: number }

/**
 * Tells numbers that change none of the tasks from those that change any, with few tries: a number is done with the
 * first task that it changes. That which the number before it changed comes first; then those that most numbers changed
 * for their cost.
 * @param changes whether one of the moves of a number changes a task
 * @param silent told each number that changes none
 */
export async function findSilent<Move, Task>(
  numbers: readonly (readonly Move[])[],
  tasks: readonly { task: Task; milliseconds: number }[],
  changes: (move: Move, task: Task) => Promise<boolean>,
  silent: (moves: readonly Move[]) => void,
): Promise<void> {
  const witnesses = tasks.map((of): Witness<Task> => ({ ...of, told: 0, asked: 0 }))
  let last: Witness<Task> | undefined
  for (const moves of numbers) {
    const order = witnesses.toSorted((one, other) => worth(other) - worth(one))
    const found = await firstChanged(moves, last ? [last, ...order] : order, changes)
    if (found) last = found
    else silent(moves)
  }
}

/** How likely a task tells of a number, for each millisecond. */
function worth<Task>({ told, asked, milliseconds }: Witness<Task>): number {
  return (told + 1) / (asked + 2) / milliseconds
}

async function firstChanged<Move, Task>(
  moves: readonly Move[],
  order: readonly Witness<Task>[],
  changes: (move: Move, task: Task) => Promise<boolean>,
): Promise<Witness<Task> | undefined> {
  for (const witness of new Set(order)) {
    witness.asked++
    for (const move of moves) {
      if (!(await changes(move, witness.task))) continue
      witness.told++
      return witness
    }
  }
  return undefined
}
