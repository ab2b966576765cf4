import type { Database } from './open-database.ts'

/**
 * Which executions have a slow expression under way, and how often the process ended during one. A process that ends
 * cannot write any more, so it is noted before: what the next process finds open is what was running at the end.
 */
export function slowEvaluationStore(db: Database) {
  return {
    open: (execution: number): number =>
      db.run(
        `INSERT INTO slow_evaluations (execution, open) VALUES (?, 1)
       ON CONFLICT (execution) DO UPDATE SET open = open + 1`,
        execution,
      ),
    close: (execution: number): number =>
      db.run('UPDATE slow_evaluations SET open = open - 1 WHERE execution = ?', execution),
    /** Counts an ended process for every execution that is still open; called once, when a process starts. */
    countEnded: (): void =>
      db.transaction(() => {
        db.run('UPDATE slow_evaluations SET ended = ended + 1 WHERE open > 0')
        db.run('UPDATE slow_evaluations SET open = 0')
      }),
    forget: (execution: number): number =>
      db.run('DELETE FROM slow_evaluations WHERE execution = ?', execution),
    /** How many processes ended during a slow expression of this execution. */
    ended: (execution: number): number =>
      Number(
        db.get('SELECT ended FROM slow_evaluations WHERE execution = ?', execution)?.['ended'] ?? 0,
      ),
  }
}
