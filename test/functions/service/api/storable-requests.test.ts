import { afterAll, beforeAll, expect, test } from 'vitest'
import { FEATURES, stagesOf, taskPath } from '../../../../catalog/features/features.ts'
import { validateTask } from '../../../../catalog/tasks/validate-task.ts'
import { handleRequest } from '../../../../functions/service/api/handle-request.ts'
import { ROUTES } from '../../../../functions/service/api/routes/routes.ts'
import { finishTask } from '../../../../functions/service/core/tasks/finish-task.ts'
import { anyText } from '../../../setup/any-text.ts'
import { asciiJson, hostileValue, withHostileValue } from '../../../setup/hostile-json.ts'
import { fc } from '../../../setup/random.ts'
import { fewOrAll } from '../../../setup/sampled.ts'
import { type ServiceBackend, startServiceBackend } from '../service-backend.ts'

let backend: ServiceBackend
let account: { account: string; key: string }
beforeAll(async () => {
  backend = await startServiceBackend()
  account = await backend.addAccount(1000)
})
afterAll(() => backend.close())

const OPERATIONS = ROUTES.filter(({ operation }) => operation)
const CREATIONS = OPERATIONS.filter(({ operation }) => operation?.body && operation.example)
const STAGES = FEATURES.flatMap((feature) =>
  stagesOf(feature).map((stage) => [taskPath(feature, stage), { feature, stage }] as const),
)

async function ask(request: {
  method: string
  path: string
  text: string
  headers?: Record<string, string>
  query?: Record<string, string>
}) {
  const { method, path, text, headers, query = {} } = request
  const answer = await handleRequest(
    {
      method,
      path,
      query,
      origin: 'https://api.example.com',
      headers: { authorization: `Bearer ${account.key}`, ...headers },
      body: Buffer.from(text),
    },
    'request-1',
    backend.deps,
  )
  const body = String(answer.body)
  return { status: answer.statusCode ?? 0, data: body.startsWith('{') ? JSON.parse(body).data : {} }
}

async function endAndRelease(taskId: string): Promise<void> {
  const task = await backend.deps.tasks.get(taskId)
  const outcome = { status: 'error', error: 'INPUT_ERROR', errorMessage: 'Ended.' } as const
  await finishTask(task!, outcome, backend.deps)
}

test('whatever an operation is asked, it is answered, and what it accepts is stored as it is', async () => {
  const created = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        route: fc.oneof(fc.constantFrom(...CREATIONS), fc.constantFrom(...OPERATIONS)),
        at: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
        value: hostileValue,
        text: anyText({ minLength: 1, maxLength: 300 }),
        keyed: fc.boolean(),
      }),
      async ({ route, at, value, text: odd, keyed }) => {
        const { method, operation } = route
        const path = route.path.replace(/\{\w+\}$/, () => encodeURIComponent(odd.toWellFormed()))
        const text =
          method === 'GET'
            ? ''
            : asciiJson(withHostileValue(operation?.example ?? { task_id: 'x' }, at, value))
        const headers = keyed ? { 'idempotency-key': odd } : {}
        const query = {
          page_size: odd,
          starting_token: Buffer.from(`history#${odd}`).toString('base64url'),
        }
        const asked = { method, path, text, headers, ...(keyed && method === 'GET' && { query }) }
        const { status, data } = await ask(asked)
        expect(status).toBeLessThan(500)
        const kind = new Map(STAGES).get(route.path)
        if (method !== 'POST' || status !== 200 || !kind) return
        const stored = await backend.deps.tasks.get(data.task_id)
        expect({ files: stored?.files, parameters: stored?.parameters }).toEqual(
          validateTask(kind.feature, kind.stage, JSON.parse(text)),
        )
        created.add(route.path)
        await endAndRelease(data.task_id)
      },
    ),
    { numRuns: fewOrAll(60, 400) },
  )
  expect(created.size).toBeGreaterThan(3)
  // No refused or failed request keeps units.
  const { reserved, available } = await backend.deps.units.balance(account.account)
  expect({ reserved, available }).toEqual({ reserved: 0, available: 1000 })
}, 120_000)

test.each([
  [
    'a number nearer to zero than the database stores',
    'body-reshape',
    { features: { slim: 1e-200, leg: 5 } },
  ],
  ['a negative zero', 'body-reshape', { features: { slim: -0, leg: 5 } }],
])('%s is stored as zero', async (_, name, change) => {
  const feature = FEATURES.find((each) => each.name === name)!
  const text = JSON.stringify({ ...feature.example, ...change }).replace('"slim":0', '"slim":-0')
  const { status, data } = await ask({ method: 'POST', path: taskPath(feature, 'effect'), text })
  expect(status).toBe(200)
  const stored = await backend.deps.tasks.get(data.task_id)
  expect(stored?.parameters['features']).toEqual({ slim: 0, leg: 5 })
  await endAndRelease(data.task_id)
})

const EARRING = FEATURES.find(({ name }) => name === '2d-vto/earring')!
const EARRINGS = {
  object_infos: (EARRING.example['object_infos'] as object[]).map((info) => ({
    ...info,
    parameter: { earring_scale: 1e-200 },
  })),
}

test.each([
  ['zero where more is asked', '2d-vto/earring', EARRINGS],
  ['nothing but zeros', 'body-reshape', { features: { slim: 1e-200 } }],
  ['half a surrogate pair', 'obj-replace', { prompt: 'a \ud800' }],
  [
    'half a surrogate pair in a URL',
    'body-reshape',
    { src_file_url: 'https://example.com/\udc00' },
  ],
])('%s is refused', async (_, name, change) => {
  const feature = FEATURES.find((each) => each.name === name)!
  const text = asciiJson({ ...feature.example, ...change })
  const path = taskPath(feature, 'effect')
  expect(await ask({ method: 'POST', path, text })).toMatchObject({ status: 400 })
})
