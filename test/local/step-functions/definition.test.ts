import { expect, test } from 'vitest'
import {
  InvalidDefinition,
  readDefinition,
} from '../../../local/step-functions/definition/read-definition.ts'
import { createEvaluator } from '../../../local/step-functions/query/evaluator.ts'
import { callback, machine } from './definitions.ts'

function read(definition: object) {
  return readDefinition(JSON.stringify(definition), createEvaluator({}))
}
const end = { Type: 'Pass', End: true }
function inMap(state: object): object {
  return {
    Type: 'Map',
    ItemProcessor: { StartAt: 'I', States: { I: state } },
    End: true,
  }
}

test.for<[string, object, string]>([
  ['JSONPath by default', { StartAt: 'A', States: { A: end } }, 'QueryLanguage must be JSONata'],
  [
    'a JSONPath state',
    machine({ A: { ...end, QueryLanguage: 'JSONPath' } }),
    '/States/A: QueryLanguage must be JSONata',
  ],
  [
    'a JSONPath field',
    machine({ A: { ...end, ResultPath: '$.a' } }),
    'ResultPath is a JSONPath field',
  ],
  [
    'a JSONPath field inside a Map',
    machine({ M: inMap({ ...end, Parameters: {} }) }),
    '/States/M/ItemProcessor/States/I: Parameters',
  ],
  [
    'a distributed map',
    machine({ M: { ...inMap(end), ItemReader: {} } }),
    'belongs to a distributed map',
  ],
  [
    'a distributed processor',
    machine({
      M: {
        ...inMap(end),
        ItemProcessor: {
          ProcessorConfig: { Mode: 'DISTRIBUTED' },
          StartAt: 'I',
          States: { I: end },
        },
      },
    }),
    'must be STANDARD executions',
  ],
  ['an unknown type', machine({ A: { Type: 'Pause', End: true } }), '/States/A'],
  ['an unknown field', machine({ A: { ...end, Colour: 'red' } }), 'Colour'],
  [
    'another service',
    machine({ A: { Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', End: true } }),
    'only Lambda functions',
  ],
  ['a StartAt that is not there', machine({ A: end }, { StartAt: 'B' }), 'StartAt: B'],
  [
    'a Next that is not there',
    machine({ A: { Type: 'Pass', Next: 'B' } }),
    'state A: B is no state',
  ],
  [
    'a Next into another flow',
    machine({ M: inMap({ Type: 'Pass', Next: 'M' }) }),
    'state I: M is no state of the same flow',
  ],
  [
    'a Catch that goes nowhere',
    machine({ A: callback('f', { Catch: [{ ErrorEquals: ['States.ALL'], Next: 'B' }] }) }),
    'B is no state',
  ],
  ['neither Next nor End', machine({ A: { Type: 'Pass' } }), 'exactly one of Next and End'],
  ['both Next and End', machine({ A: { ...end, Next: 'A' } }), 'exactly one of Next and End'],
  [
    'a name used twice',
    machine({
      A: { Type: 'Pass', Next: 'M' },
      M: { ...inMap(end), ItemProcessor: { StartAt: 'A', States: { A: end } } },
    }),
    'used twice',
  ],
  [
    'a Wait without an end',
    machine({ A: { Type: 'Wait', End: true } }),
    'exactly one of Seconds and Timestamp',
  ],
  ['JSONata that does not parse', machine({ A: { ...end, Output: '{% 1 + %}' } }), 'S0207'],
  ['JSONata newer than 2.0.6', machine({ A: { ...end, Output: '{% $a ?? 1 %}' } }), 'S0211'],
  [
    'assigning $states',
    machine({ A: { ...end, Assign: { states: 1 } } }),
    'cannot be the name of a variable',
  ],
  [
    'a variable name with a dash',
    machine({ A: { ...end, Assign: { 'a-b': 1 } } }),
    'cannot be the name of a variable',
  ],
  [
    'assigning a variable of an outer scope',
    machine({
      A: { Type: 'Pass', Assign: { x: 1 }, Next: 'M' },
      M: inMap({ ...end, Assign: { x: 2 } }),
    }),
    'x is a variable of an outer scope',
  ],
])('refuses %s', ([, definition, message]) => {
  expect(() => read(definition)).toThrow(InvalidDefinition)
  expect(() => read(definition)).toThrow(message)
})

test('refuses a definition that is not JSON', () => {
  expect(() => readDefinition('{', createEvaluator({}))).toThrow('not JSON')
})
