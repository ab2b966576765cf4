import { randomUUID } from 'node:crypto'
import { createExecution } from '../run/create-execution.ts'
import { endRun } from '../run/end-run.ts'
import type { Engine } from '../run/engine.ts'
import { ownMachine } from '../run/own-machine.ts'
import { redrive } from '../run/redrive.ts'
import { StateError } from '../state-error.ts'
import type { ExecutionRow } from '../store/executions.ts'
import type { MapRunRow } from '../store/map-runs.ts'
import type { ChildInput } from './batch-items.ts'

const rowsAtOnce = 500

/** The child executions of a map run in the order they were started, read in pages. */
export function* childrenOf({ store }: Engine, { id }: MapRunRow): Generator<ExecutionRow> {
  for (let after = 0; ; ) {
    const rows = store.mapRuns.page(id, rowsAtOnce, after)
    yield* rows
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)!.id
  }
}

/** The child executions of a running map run: starts and counts them, and learns when they end. */
export type MapChildren = {
  /** How many children are running. */
  runningCount(): number
  /** The number of items in children that did not succeed. */
  failedItems(): number
  /** Starts a child. Its items are recorded as taken in the same transaction. */
  start(child: ChildInput): void
  /** Redrives one child that an earlier attempt left unsuccessful; false when there is none left. */
  redriveNext(): boolean
  /** Stops the children that are running. */
  stop(): void
}

/** Opens the children of a map run as an earlier process left them. `changed` is called when one ends. */
export function openMapChildren(
  engine: Engine,
  mapRun: MapRunRow,
  changed: () => void,
): MapChildren {
  const { store } = engine
  const { StartAt } = engine.machineOf(mapRun.definition)
  const running = new Map<number, string>()
  const unsuccessful: string[] = []
  let failed = 0

  const countFailed = (id: number): void => {
    const child = store.mapRuns.child(id)
    if (child && child.status !== 'SUCCEEDED') failed += child.items
  }
  const watch = ({ id, arn }: ExecutionRow): void => {
    running.set(id, arn)
    engine.children.set(id, () => {
      running.delete(id)
      engine.children.delete(id)
      countFailed(id)
      changed()
    })
  }
  for (const row of childrenOf(engine, mapRun)) {
    if (row.status === 'RUNNING') watch(row)
    else if (row.status !== 'SUCCEEDED' && mapRun.status !== 'RUNNING') unsuccessful.push(row.arn)
    else countFailed(row.id)
  }
  // Developer Guide, "IAM policies for using Distributed Map states": what the machine's role needs for its children.
  const requireChildRight = (operation: string, resource: string): void => {
    try {
      engine.requireRight(mapRun.machine, `states:${operation}`, resource)
    } catch (thrown) {
      throw new StateError('States.Permissions', (thrown as Error).message)
    }
  }
  const machine = { arn: mapRun.machine, definition: mapRun.definition }
  return {
    runningCount: () => running.size,
    failedItems: () => failed,
    start({ input, items }) {
      requireChildRight('StartExecution', ownMachine(mapRun.machine))
      const execution = { name: randomUUID(), input: JSON.stringify(input) }
      createExecution(engine, machine, StartAt, execution, (row) => {
        store.mapRuns.addChild(mapRun.id, row.id, items)
        watch(row)
      })
    },
    redriveNext() {
      const row = store.executions.find(unsuccessful.shift() ?? '')
      if (row === undefined) return false
      requireChildRight('RedriveExecution', row.arn)
      watch(row)
      redrive(engine, row)
      return true
    },
    stop() {
      for (const arn of running.values()) {
        const root = engine.runs.get(arn)?.root
        if (root) endRun(root, { status: 'ABORTED' })
      }
    },
  }
}

/**
 * Ends a child execution whose parent ended when the process died before it stopped the child. True when it was such
 * a child.
 */
export function stopOrphan(engine: Engine, row: ExecutionRow): boolean {
  const parent = engine.store.mapRuns.parentStatus(row.id)
  if (parent === undefined || parent === 'RUNNING') return false
  engine.runExecution(row)
  const root = engine.runs.get(row.arn)?.root
  if (root) endRun(root, { status: 'ABORTED' })
  return true
}
