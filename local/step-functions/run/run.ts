import type { Machine } from '../definition/schema.ts'
import type { Json } from '../json.ts'
import type { ExecutionRow } from '../store/executions.ts'
import type { Frame } from '../store/frames.ts'
import type { Branch } from './branch.ts'
import type { Engine } from './engine.ts'

/** One execution while it runs in this process. */
export type Run = {
  engine: Engine
  row: ExecutionRow
  machine: Machine
  input: Json
  /** Number of the newest event. */
  lastEvent: number
  /** Frames read at a resume, taken by the branches as they open. */
  frames: Map<string, Frame>
  /** Stops every branch. */
  abort: AbortController
  /** True once its ending is written, or the process closes: nothing may be recorded any more. */
  over: boolean
  cancelTimeout: () => void
  /** Its outermost branch; null only while that is being opened. */
  root: Branch | null
}
