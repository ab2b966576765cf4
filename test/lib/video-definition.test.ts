import { expect, test } from 'vitest'
import { videoDefinition } from '../../lib/workflow/video-definition.ts'
import { readDefinition } from '../../local/step-functions/definition/read-definition.ts'
import { createEvaluator } from '../../local/step-functions/query/evaluator.ts'
import { definitionProblems } from '../local/step-functions/check-definition.ts'

type State = {
  Type: string
  TimeoutSeconds?: number
  ItemProcessor?: { States: Record<string, State> }
}

const definition = videoDefinition({
  partition: 'aws',
  functions: {
    workSegments: 'arn:aws:lambda:us-east-1:123456789012:function:work-segments',
  },
  workers: 20,
}) as { States: Record<string, State>; TimeoutSeconds: number }

test('is accepted by an independent validator and by the local interpreter', () => {
  expect(definitionProblems(definition)).toEqual([])
  expect(() => readDefinition(JSON.stringify(definition), createEvaluator({}))).not.toThrow()
})

test('gives every call and the whole a time limit, and makes a segment in one state', () => {
  const segment = definition.States['EachSegment']?.ItemProcessor?.States ?? {}
  expect(Object.keys(segment)).toEqual(['MakeSegment'])
  const tasks = Object.values({ ...definition.States, ...segment }).filter(
    ({ Type }) => Type === 'Task',
  )
  expect(tasks).toHaveLength(3)
  for (const { TimeoutSeconds } of tasks) expect(TimeoutSeconds).toBe(900)
  expect(definition.TimeoutSeconds).toBeGreaterThan(3600)
})
