import { expect, test } from 'vitest'
import { WAITS } from '../../../../functions/operate/jobs/stop-job.ts'
import { jobDefinition } from '../../../../lib/workflow/job-definition.ts'

test('a task may run on where a job is stopped in any state that waits for one', () => {
  const names = ['preProcess', 'prepare', 'chooseTarget', 'createTask', 'deliver', 'recordFailure']
  const functions = Object.fromEntries(names.map((name) => [name, `arn:aws:lambda:::${name}`]))
  const definition = JSON.stringify(
    jobDefinition({ partition: 'aws', functions } as Parameters<typeof jobDefinition>[0]),
  )
  const waiting = definition.matchAll(/"(\w+)":\{"Type":"Task","Resource":"[^"]*TaskToken"/g)
  expect([...waiting].map(([, name]) => name).sort()).toEqual([...WAITS].sort())
})
