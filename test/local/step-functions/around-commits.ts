import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

export type Moment = 'before' | 'after'

/** Calls `act` right before and right after each commit of this process. Commits count from 1. */
function aroundCommits(act: (moment: Moment, commit: number) => void): void {
  const { prepare } = DatabaseSync.prototype
  let commits = 0
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string): StatementSync {
    const statement = prepare.call(this, sql)
    if (sql !== 'COMMIT') return statement
    const run = statement.run.bind(statement)
    statement.run = () => {
      commits += 1
      act('before', commits)
      const result = run()
      act('after', commits)
      return result
    }
    return statement
  }
}

/** Kills this process at the given moment. */
function killAt(at: Moment, n: number): void {
  aroundCommits((moment, commit) => {
    if (moment === at && commit === n) process.kill(process.pid, 'SIGKILL')
  })
}

/** Copies to `folder` what a process killed at each moment would leave: the files at that moment. */
function keepAll(dataDir: string, folder: string): void {
  aroundCommits((moment, commit) =>
    cpSync(dataDir, join(folder, `${moment}-${commit}`), { recursive: true }),
  )
}

/** Carries out the command line of `live`: `kill <moment> <commit>` or `keep <folder>`. Returns the data folder. */
export function obey([dataDir = '', order, ...words]: readonly string[]): string {
  if (order === 'kill') killAt(words[0] as Moment, Number(words[1]))
  else keepAll(dataDir, words[0] ?? '')
  return dataDir
}
