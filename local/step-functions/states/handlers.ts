import type { State } from '../definition/schema.ts'
import type { Branch } from '../run/engine.ts'
import type { StateResult } from '../run/state-result.ts'
import { choice } from './choice.ts'
import { fail } from './fail.ts'
import { map } from './map.ts'
import { parallel } from './parallel.ts'
import { pass } from './pass.ts'
import { succeed } from './succeed.ts'
import { task } from './task.ts'
import { wait } from './wait.ts'

type Handlers = {
  [T in State['Type']]: (branch: Branch, state: Extract<State, { Type: T }>) => Promise<StateResult>
}

/** What each type of state does between its entry and its Output. */
export const stateHandlers: Handlers = {
  Task: task,
  Pass: pass,
  Wait: wait,
  Choice: choice,
  Succeed: succeed,
  Fail: fail,
  Parallel: parallel,
  Map: map,
}
