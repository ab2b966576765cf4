import { beforeAll, expect, test } from 'vitest'
import { type LogScenario, runLogScenario } from './log-scenario.ts'

let day: LogScenario
beforeAll(async () => {
  day = await runLogScenario()
})

function parsed() {
  return day.written.map(({ by, line }) => ({ by, ...JSON.parse(line) }))
}

test('no log line of a whole run contains a key, secret, signature or signed URL, and each has its request id', () => {
  expect(new Set(parsed().map(({ message }) => message))).toEqual(
    new Set([
      'A request was answered.',
      'A task was created.',
      'A task was carried out.',
      'A task ended.',
      'The engine has a defect.',
      'A record failed and will be delivered again.',
      'A task was given up.',
      'A dead message names no task.',
      'Left behind.',
      'A webhook was taken.',
      'A webhook was not taken.',
      'An endpoint was switched off.',
    ]),
  )
  for (const { line } of day.written) {
    for (const secret of day.secrets) expect(line).not.toContain(secret)
    expect(JSON.parse(line)).toMatchObject({
      at: expect.any(String),
      level: expect.stringMatching(/^(info|warn|error)$/),
      requestId: expect.stringMatching(/^invocation-|^[0-9a-f-]{36}$/),
    })
  }
})

test('one request id connects the lines of API, worker and webhook, beside the id of each invocation', () => {
  const { requestId, taskId } = day.good
  const lines = parsed().filter((line) => line.requestId === requestId)
  expect(lines.map(({ by, message }) => `${by}: ${message}`)).toEqual([
    'api: A task was created.',
    'api: A request was answered.',
    'serve-worker: A task ended.',
    'run-task: A task was carried out.',
    'send-webhook: A webhook was taken.',
  ])
  for (const line of lines.filter((each) => each.taskId)) expect(line.taskId).toBe(taskId)
  for (const { by, invocationId } of lines) {
    if (by === 'api') expect(invocationId).toBeUndefined()
    else expect(invocationId).toMatch(/^invocation-/)
  }
})

test('a request is logged with its route, account and response, not with its path', () => {
  const answered = parsed().filter(({ message }) => message === 'A request was answered.')
  const codes = new Set(answered.map(({ code }) => code))
  for (const code of ['InvalidApiKey', 'NotFound', 'InvalidParameters', 'TooManyRequests']) {
    expect(codes).toContain(code)
  }
  for (const line of answered) {
    expect(line).toMatchObject({ method: expect.any(String), status: expect.any(Number) })
    if (line.status === 200) expect(line.route).toMatch(/^\/s2s\/v2\.0\//)
  }
})
