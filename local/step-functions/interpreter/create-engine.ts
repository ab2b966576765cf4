import { readDefinition } from '../definition/read-definition.ts'
import type { Machine } from '../definition/schema.ts'
import { noObjectStore } from '../map-object-store.ts'
import type { Engine } from '../run/engine.ts'
import { runBranch } from './run-branch.ts'
import { runExecution } from './run-execution.ts'

type Shared =
  | 'store'
  | 'clock'
  | 'random'
  | 'evaluator'
  | 'machineOf'
  | 'invoke'
  | 'region'
  | 'account'

/** What an engine is made of. Distributed maps fail without `objectsOf`; without rights nothing is refused. */
export type EngineParts = Pick<Engine, Shared> &
  Partial<Pick<Engine, 'requireRight' | 'roles'>> & { objectsOf?: Engine['objectsOf'] | undefined }

/** An engine with nothing running in it yet. */
export function createEngine(options: EngineParts): Engine {
  const { objectsOf = () => noObjectStore, requireRight = () => {}, ...parts } = options
  const engine: Engine = {
    roles: new Map(),
    ...parts,
    objectsOf,
    requireRight,
    runBranch,
    runExecution: (row) => runExecution(engine, row),
    runs: new Map(),
    waiters: new Map(),
    children: new Map(),
    closing: false,
    statusChanged: () => {},
  }
  return engine
}

/** Reads definitions from the store by their hash and keeps what was read. Throws InvalidDefinition. */
export function createDefinitionReader({
  store,
  evaluator,
}: Pick<Engine, 'store' | 'evaluator'>): Engine['machineOf'] {
  const machines = new Map<string, Machine>()
  return (hash) => {
    const machine = machines.get(hash) ?? readDefinition(store.machines.body(hash), evaluator)
    machines.set(hash, machine)
    return machine
  }
}
