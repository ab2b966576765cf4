import { isObject, type Json } from '../json.ts'
import type { Evaluator } from '../query/evaluator.ts'
import { checkFlow } from './check-flow.ts'
import { type Machine, machineSchema } from './schema.ts'

/** A definition that cannot run here. The message names the place in it and the rule. */
export class InvalidDefinition extends Error {
  override readonly name = 'InvalidDefinition'
}

const jsonPathFields =
  /^(InputPath|OutputPath|ResultPath|Parameters|ResultSelector|Variable|ItemsPath|.+Path|.+\.\$)$/
const distributedFields = ['ItemReader', 'ItemBatcher', 'ResultWriter', 'Label']

/**
 * Refuses fields that are common elsewhere and not supported here, with clearer messages than the schema's
 * "unrecognized key".
 */
function refuseUnsupported(state: { [name: string]: Json }, place: string): void {
  const { QueryLanguage: language, ItemProcessor: processor } = state
  if (language !== undefined && language !== 'JSONata')
    throw new InvalidDefinition(`${place}: QueryLanguage must be JSONata; JSONPath is not run here`)
  const config = isObject(processor) ? processor['ProcessorConfig'] : undefined
  const distributed = isObject(config) && config['Mode'] === 'DISTRIBUTED'
  for (const name of Object.keys(state)) {
    if (jsonPathFields.test(name))
      throw new InvalidDefinition(`${place}: ${name} is a JSONPath field; only JSONata is run here`)
    if (!distributed && distributedFields.includes(name))
      throw new InvalidDefinition(`${place}: ${name} belongs to a distributed map`)
  }
  if (distributed && config['ExecutionType'] !== 'STANDARD')
    throw new InvalidDefinition(
      `${place}: the children of a distributed map must be STANDARD executions here`,
    )
}

function refuseUnsupportedStates(flow: Json | undefined, place: string): void {
  const states = isObject(flow) ? flow['States'] : undefined
  if (!isObject(states)) return
  for (const [name, state] of Object.entries(states)) {
    if (!isObject(state)) continue
    const here = `${place}/States/${name}`
    refuseUnsupported(state, here)
    refuseUnsupportedStates(state['ItemProcessor'], `${here}/ItemProcessor`)
    const { Branches: branches } = state
    if (Array.isArray(branches))
      for (const [i, branch] of branches.entries())
        refuseUnsupportedStates(branch, `${here}/Branches[${i}]`)
  }
}

/**
 * Parses and checks a definition: its shape, that every state it names exists, that state names are unique, that
 * every expression compiles, and that no inner variable has the name of an outer one. Throws InvalidDefinition.
 */
export function readDefinition(body: string, evaluator: Evaluator): Machine {
  let json: Json
  try {
    json = JSON.parse(body)
  } catch {
    throw new InvalidDefinition('the definition is not JSON')
  }
  if (!isObject(json) || json['QueryLanguage'] !== 'JSONata')
    throw new InvalidDefinition(
      'QueryLanguage must be JSONata at the top; JSONPath is not run here',
    )
  refuseUnsupportedStates(json, '')
  const read = machineSchema.safeParse(json)
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new InvalidDefinition(
      `/${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'wrong shape'}`,
    )
  }
  const problem = checkFlow(read.data, evaluator)
  if (problem !== null) throw new InvalidDefinition(problem)
  return read.data
}
