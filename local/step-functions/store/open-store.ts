import { executionStore } from './executions.ts'
import { frameStore } from './frames.ts'
import { historyStore } from './history.ts'
import { machineStore } from './machines.ts'
import { mapRunStore } from './map-runs.ts'
import { openDatabase } from './open-database.ts'
import { outboxStore } from './outbox.ts'
import { slowEvaluationStore } from './slow-evaluations.ts'
import { tokenStore } from './tokens.ts'

/** Everything the interpreter stores, in one SQLite file in `dataDir`. */
export function openStore(dataDir: string) {
  const db = openDatabase(dataDir)
  return {
    transaction: db.transaction,
    close: db.close,
    machines: machineStore(db),
    executions: executionStore(db),
    history: historyStore(db),
    frames: frameStore(db),
    tokens: tokenStore(db),
    mapRuns: mapRunStore(db),
    outbox: outboxStore(db),
    slowEvaluations: slowEvaluationStore(db),
  }
}

/** The tables of the interpreter. */
export type Store = ReturnType<typeof openStore>
