import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../../lib/build-app.ts'
import { readAlarms } from '../../../local/cloudwatch/alarm.ts'
import { evaluateAlarm } from '../../../local/cloudwatch/evaluate-alarm.ts'
import { readLogMetrics } from '../../../local/cloudwatch/log-metrics.ts'
import { openMetricStore } from '../../../local/cloudwatch/metric-store.ts'
import { synthesize } from '../../../local/stacks/synthesize.ts'
import { readAssembly } from '../../../local/template/read-assembly.ts'
import { runLogScenario, type Written } from '../../functions/service/log-scenario.ts'
import { PROVED, withoutHash } from '../../stack/raised-alarms.ts'
import { dataFolder } from '../stacks/rig.ts'

const model = readAssembly(
  synthesize((app) => buildApp(app)),
  {
    region: 'us-east-1',
    account: '000000000000',
    sqsUrl: () => 'http://127.0.0.1',
    apiUrl: () => undefined,
  },
)
let written: Written[]
beforeAll(async () => {
  ;({ written } = await runLogScenario())
})

/** The functions of a folder, by their names. */
function functionsOf(folder: string): string[] {
  return model
    .ofType('AWS::Lambda::Function')
    .filter(({ metadata }) => String(metadata['darkroom:entry']).includes(`/${folder}/`))
    .map((resource) => resource.identity().name)
}

/** The alarms that lines raise; each is written `times` times by the function that wrote it. */
function raisedBy(lines: readonly Written[], times = 1): string[] {
  const now = Date.now()
  const store = openMetricStore(dataFolder(), () => now)
  const measure = readLogMetrics(model, store.put)
  for (const { by, line } of lines) {
    const [name] = functionsOf(by)
    for (let time = 0; time < times; time += 1)
      measure({ function: name, ...JSON.parse(line) }, now)
  }
  const raised = readAlarms(model).filter(
    (alarm) => evaluateAlarm(alarm, { at: now + 60_000, current: 'OK', store }).state === 'ALARM',
  )
  store.close()
  return raised.map(({ id }) => withoutHash(id)).sort()
}

test('a defect of the engine, an endpoint that is switched off, tasks that died', () => {
  expect(raisedBy(written)).toEqual(PROVED.lines)
})

test('webhooks that are not taken, once there are many', () => {
  const refused = written
    .filter(({ line }) => line.includes('A webhook was not taken.'))
    .slice(0, 1)
  expect(refused).toHaveLength(1)
  expect(raisedBy(refused, 50)).toEqual([])
  expect(raisedBy(refused, 51)).toEqual(PROVED.manyLines)
})
