import type { Evaluator } from '../query/evaluator.ts'
import { readResource } from './read-resource.ts'
import type { Flow, Machine, MapState, State } from './schema.ts'

// Developer Guide, "Passing data between states with variables": a Unicode identifier of at most 80 characters;
// `$states` is reserved.
const variableName = /^\p{ID_Start}\p{ID_Continue}{0,79}$/u

type CheckContext = { seen: Set<string>; outer: ReadonlySet<string>; evaluator: Evaluator }

function assignments(state: State) {
  return [
    ...('Assign' in state && state.Assign ? [state.Assign] : []),
    ...('Catch' in state ? (state.Catch ?? []) : []).flatMap((c) => (c.Assign ? [c.Assign] : [])),
    ...('Choices' in state ? state.Choices : []).flatMap((c) => (c.Assign ? [c.Assign] : [])),
  ]
}

function nextStates(state: State): (string | undefined)[] {
  if (state.Type === 'Choice') return [...state.Choices.map((rule) => rule.Next), state.Default]
  const own = 'Next' in state ? [state.Next] : []
  return 'Catch' in state ? [...own, ...(state.Catch ?? []).map((rule) => rule.Next)] : own
}

function checkState(name: string, state: State, flow: Flow, place: CheckContext): string | null {
  if (place.seen.has(name)) return `state ${name}: the name is used twice`
  place.seen.add(name)
  for (const target of nextStates(state))
    if (target !== undefined && !Object.hasOwn(flow.States, target))
      return `state ${name}: ${target} is no state of the same flow`
  if (
    'Next' in state || 'End' in state
      ? (state.Next === undefined) === !state.End
      : needsNextOrEnd(state)
  )
    return `state ${name}: exactly one of Next and End is needed`
  if (state.Type === 'Wait' && (state.Seconds === undefined) === (state.Timestamp === undefined))
    return `state ${name}: exactly one of Seconds and Timestamp is needed`
  if (state.Type === 'Task' && readResource(state.Resource) === null)
    return `state ${name}: the Resource ${state.Resource} is not run here; only Lambda functions are`
  const foreign = state.Type === 'Map' ? unsupportedResource(state) : null
  if (foreign !== null) return `state ${name}: ${foreign} is not run here`
  for (const variable of assignments(state).flatMap((set) => Object.keys(set))) {
    if (!variableName.test(variable) || variable === 'states')
      return `state ${name}: ${variable} cannot be the name of a variable`
    if (place.outer.has(variable))
      return `state ${name}: ${variable} is a variable of an outer scope and cannot be assigned here`
  }
  return checkExpressions(name, state, place.evaluator)
}

const itemReaders = /^arn:aws[\w-]*:states:::s3:(getObject|listObjectsV2)$/
const resultWriters = /^arn:aws[\w-]*:states:::s3:putObject$/

/** The first thing a distributed map reads or writes that is not supported here; null when all of it is. */
function unsupportedResource({ Items, ItemReader, ResultWriter }: MapState): string | null {
  if (Items !== undefined && ItemReader !== undefined) return 'Items beside an ItemReader'
  if (ItemReader !== undefined) {
    if (!itemReaders.test(ItemReader.Resource)) return `the ItemReader ${ItemReader.Resource}`
    const input = ItemReader.ReaderConfig?.InputType
    if (ItemReader.Resource.endsWith('getObject') !== (input !== undefined))
      return 'getObject without an InputType, or listObjectsV2 with one'
    if (input === 'CSV' && ItemReader.ReaderConfig?.CSVHeaderLocation === undefined)
      return 'CSV without a header in its FIRST_ROW'
  }
  if (ResultWriter !== undefined && !resultWriters.test(ResultWriter.Resource))
    return `the ResultWriter ${ResultWriter.Resource}`
  return null
}

function needsNextOrEnd(state: State): boolean {
  return !['Choice', 'Succeed', 'Fail'].includes(state.Type)
}

function checkExpressions(name: string, state: State, evaluator: Evaluator): string | null {
  const {
    Branches: _b,
    ItemProcessor: _p,
    ...own
  } = { Branches: null, ItemProcessor: null, ...state }
  try {
    evaluator.check(JSON.parse(JSON.stringify(own)))
    return null
  } catch (thrown) {
    return `state ${name}: ${(thrown as Error).message}`
  }
}

function checkStates(flow: Flow, place: CheckContext): string | null {
  if (!Object.hasOwn(flow.States, flow.StartAt)) return `StartAt: ${flow.StartAt} is no state`
  const states = Object.entries(flow.States)
  const assigned = states.flatMap(([, state]) =>
    assignments(state).flatMap((set) => Object.keys(set)),
  )
  const inner = { ...place, outer: new Set([...place.outer, ...assigned]) }
  for (const [name, state] of states) {
    const flows =
      state.Type === 'Parallel' ? state.Branches : state.Type === 'Map' ? [state.ItemProcessor] : []
    const problem =
      checkState(name, state, flow, place) ??
      flows.reduce<string | null>((found, next) => found ?? checkStates(next, inner), null)
    if (problem !== null) return problem
  }
  return null
}

/** The first rule a definition breaks beyond its shape, as a sentence; null when it breaks none. */
export function checkFlow(machine: Machine, evaluator: Evaluator): string | null {
  return checkStates(machine, { seen: new Set(), outer: new Set(), evaluator })
}
