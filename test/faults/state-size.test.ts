import { expect, test } from 'vitest'
import { jobDefinition } from '../../lib/workflow/job-definition.ts'
import { newWorkflow, openMachineRoom } from './machine.ts'
import { newTimeline } from './timeline.ts'

const BYTES = 32_768
const TARGETS = 20
/** As long as a key can be, in characters of four bytes, and longer than any message we throw. */
const words = '🦘'.repeat(500)

test('twenty targets that all fail with long words leave small states', async () => {
  const room = openMachineRoom()
  const timeline = newTimeline()
  const payloads: Record<string, number> = {}
  const answers: Record<string, unknown> = {
    c: {
      feature: 'fitzpatrick-scale-analyzer',
      targets: Array.from({ length: TARGETS }, (_, index) => ({
        index,
        why: `rightmost of ${TARGETS}`,
        box: { left: 1234.5678, top: 1234.5678, width: 1234.5678, height: 1234.5678 },
      })),
      last: true,
      framed: false,
      together: false,
    },
    r: {},
  }
  const errorOf = (errorType: string) => ({
    error: { errorType, errorMessage: words, stackTrace: Array(10).fill(words) },
  })
  const workflow = newWorkflow({
    room,
    name: 'size',
    clock: timeline,
    random: () => 0.5,
    definition: jobDefinition({
      partition: 'aws',
      functions: {
        preProcess: 'p',
        prepare: 'f',
        chooseTarget: 'c',
        createTask: 't',
        deliver: 'd',
        recordFailure: 'r',
      },
    }),
    invoke: async (named, payload) => {
      const arn = named.slice(-1)
      payloads[arn] = Math.max(payloads[arn] ?? 0, Buffer.byteLength(JSON.stringify(payload)))
      if (arn === 'p') {
        workflow.succeed((payload as { token: string }).token, '{"taskId":null,"status":"success"}')
      }
      if (arn === 't') return errorOf('CompanionMissing')
      if (arn === 'd') return errorOf('TaskFailed')
      return { payload: answers[arn] ?? null }
    },
    onStatusChange: () => {},
  })
  workflow.start(
    'job',
    JSON.stringify({ job: `job-${'a'.repeat(40)}`, timeoutSeconds: 900, attempt: 0 }),
  )
  await timeline.drain(10_000)
  const [execution] = workflow.executions()
  expect(execution?.status).toBe('FAILED')
  expect(Object.keys(payloads).sort()).toEqual(['c', 'd', 'p', 'r', 't'])
  expect(payloads['d']).toBeGreaterThan(TARGETS * 400)
  expect(Math.max(...Object.values(payloads))).toBeLessThan(BYTES)
  room.close()
})
