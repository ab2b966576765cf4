import { expect, test } from 'vitest'
import { batchDefinition } from '../../lib/workflow/batch-definition.ts'
import { readDefinition } from '../../local/step-functions/definition/read-definition.ts'
import { createEvaluator } from '../../local/step-functions/query/evaluator.ts'
import { definitionProblems } from '../local/step-functions/check-definition.ts'

type State = {
  Type: string
  Resource?: string
  TimeoutSeconds?: number
  ItemProcessor?: { States: Record<string, State> }
}

function arn(name: string): string {
  return `arn:aws:lambda:us-east-1:123456789012:function:${name}`
}
const definition = batchDefinition({
  partition: 'aws',
  functions: {
    readManifest: arn('read-manifest'),
    workChunk: arn('work-chunk'),
    reportChunk: arn('report-chunk'),
    closeBatch: arn('close-batch'),
  },
  results: { bucket: 'results', prefix: 'results/' },
}) as { States: Record<string, State>; TimeoutSeconds: number }

test('is accepted by an independent validator and by the local interpreter', () => {
  expect(definitionProblems(definition)).toEqual([])
  expect(() => readDefinition(JSON.stringify(definition), createEvaluator({}))).not.toThrow()
})

test('gives every task and the whole a time limit, and works ten files in two states', () => {
  const chunk = definition.States['EachChunk']?.ItemProcessor?.States ?? {}
  expect(Object.keys(chunk)).toEqual(['WorkChunk', 'ReportChunk'])
  const tasks = Object.values({ ...definition.States, ...chunk }).filter(
    ({ Type }) => Type === 'Task',
  )
  expect(tasks).toHaveLength(5)
  for (const { TimeoutSeconds } of tasks) expect(TimeoutSeconds).toBeGreaterThan(0)
  expect(definition.TimeoutSeconds).toBeGreaterThan(0)
})
