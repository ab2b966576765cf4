import { randomUUID } from 'node:crypto'
import { type QueueDatabase, requireQueue } from './queue-database.ts'

/** What a task moves, and how fast: by default as fast as it goes. Queues by name. */
export type MoveOrder = {
  readonly source: string
  /** Where messages go; by default each goes back to the queue that it came from. */
  readonly destination?: string | undefined
  readonly perSecond?: number | undefined
}

/** A task that moves messages out of a dead-letter queue. */
export type MoveTask = MoveOrder & {
  readonly id: string
  readonly started: number
  readonly toMove: number
  moved: number
  status: 'RUNNING' | 'COMPLETED' | 'CANCELLED' | 'FAILED'
  failure?: string
}

/** The tasks of all queues, the latest first. They end with the process; what they did not move stays. */
export type MessageMoves = {
  readonly tasks: readonly MoveTask[]
  start(order: MoveOrder): MoveTask
  cancel(task: MoveTask): void
}

const SECOND_MS = 1_000
/** Messages a turn where no rate is given: few enough that others are served between two turns. */
const TURN = 200
const KEPT = 1_000

/** Opens the move tasks of a database. */
export function openMessageMoves(db: QueueDatabase): MessageMoves {
  const tasks: MoveTask[] = []
  const step = (task: MoveTask): void => {
    if (task.status !== 'RUNNING' || !db.database.isOpen) return
    try {
      const done = moveSome(db, task, task.perSecond ?? TURN)
      if (done) task.status = 'COMPLETED'
      else setTimeout(step, task.perSecond ? SECOND_MS : 0, task).unref()
    } catch (error) {
      task.status = 'FAILED'
      task.failure = error instanceof Unplaced ? error.message : 'InternalError'
    }
  }
  return {
    tasks,
    start(order) {
      const { source } = order
      const toMove = Number(db.statements.waiting.get(source, db.clock())?.['count'] ?? 0)
      const counts = { toMove, moved: 0, status: 'RUNNING' as const }
      const task: MoveTask = { ...order, id: randomUUID(), started: db.clock(), ...counts }
      tasks.unshift(task)
      tasks.length = Math.min(tasks.length, KEPT)
      setTimeout(step, 0, task).unref()
      return task
    },
    cancel(task) {
      task.status = 'CANCELLED'
    },
  }
}

/** A message whose queue is not known: it was put among the dead letters and did not come from a queue. */
class Unplaced extends Error {
  constructor() {
    super('CouldNotDetermineMessageSource')
  }
}

/**
 * Moves up to `most` visible messages, each as a new one (SQS Developer Guide, "How to configure a dead-letter queue
 * redrive").
 *
 * @returns whether none is left.
 */
function moveSome(db: QueueDatabase, task: MoveTask, most: number): boolean {
  const { statements, longPolls, clock } = db
  const now = clock()
  // What comes back while the task runs is not moved again.
  const rows = statements.sentBefore.all(task.source, now, task.started, most)
  for (const row of rows) {
    const to = task.destination ?? String(row['origin'] ?? '')
    if (!db.queues.has(to)) throw new Unplaced()
    const expires = now + requireQueue(db, to).attributes.MessageRetentionPeriod * SECOND_MS
    statements.moveOut.run(to, randomUUID(), now, expires, now, Number(row['seq']))
    task.moved += 1
    longPolls.wake(to)
  }
  return rows.length < most
}
