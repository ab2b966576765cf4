import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { localSite, type OpenedSite } from '../../bin/connection/open-site.ts'
import { FEATURES } from '../../catalog/features/features.ts'
import { PERFORMED_FEATURES } from '../../catalog/features/performed-features.ts'
import { examine } from '../../functions/operate/doctor/examine.ts'
import { type Finding, worstLevel } from '../../functions/operate/doctor/finding.ts'
import { keyHash } from '../../functions/service/core/model/api-key.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { drop } from '../stack/drop.ts'
import { eventually } from '../stack/eventually.ts'
import { noopWorker } from '../stack/noop-worker.ts'
import { putRecipe, slimRecipe } from '../stack/put-recipe.ts'
import { endedJob } from '../stack/read-job.ts'
import { sendMessages } from '../stack/send-message.ts'
import { type Run, startRun } from '../stack/start-run.ts'
import { twoPeoplePicture } from '../stack/test-pictures.ts'

let run: Run
let site: OpenedSite
beforeAll(async () => {
  run = await startRun()
  site = { ...localSite(run.at), now: Date.now() + 60_000 }
})
afterAll(async () => {
  site.close()
  await run.close()
})
beforeEach(() => run.around('service/run-task', noopWorker()))

async function found(check: string): Promise<Finding[]> {
  return (await examine(site)).filter((finding) => finding.check === check)
}

async function says(check: string): Promise<string> {
  return (await found(check)).map(({ level, says: text }) => `${level}: ${text}`).join('\n')
}

test('a run that is well has no problem, and everything that is not well says what to do', async () => {
  const { job } = await drop(run, (await twoPeoplePicture()).png, 'drop/slim/well.png')
  await endedJob(run, job)
  const findings = await examine(site)
  expect(findings.filter(({ level }) => level === 'problem')).toEqual([])
  for (const { level, todo, says: text } of findings) {
    if (level === 'warning' || level === 'problem') expect(todo, text).toBeTruthy()
  }
  const all = findings.map(({ says: text }) => text).join('\n')
  expect(all).toContain('The pipeline has a key of the service.')
  expect(all).toContain('The service tells the pipeline of ended tasks.')
  expect(all).toContain('The webhook receiver answers and takes nothing unsigned.')
  expect(all).toContain('The service answers and takes nothing unsigned.')
  expect(all).toMatch(/None of \d+ alarms is raised\./)
  expect(all).toContain('No dead letters wait.')
  expect(all).toContain(`${run.at.dropBucket} tells EventBridge of drops and keeps versions.`)
  expect(all).toContain('1 job of the last day; none failed.')
  expect(all).toMatch(/1 job of the last day took 1 unit and about \$0\.0/)
})

// `check-recipes.test.ts` holds it in `npm test`, and the files beside it in `test/functions/operate/doctor` hold the
// others below.
test.runIf(isEveryCaseTried())(
  'recipes are named that cannot be used or that nobody carries out',
  async () => {
    const missing = FEATURES.find(({ name }) => !PERFORMED_FEATURES.has(name))
    if (missing) {
      await putRecipe(run, 'moving', { steps: [{ feature: missing.name, parameters: {} }] })
    }
    await putRecipe(run, 'broken', '{')
    const text = await says('recipes')
    if (missing) expect(text).toMatch(/warning: The recipe moving (asks for|cannot be used)/)
    expect(text).toContain('warning: The recipe broken cannot be used')
    await putRecipe(run, 'broken', slimRecipe())
    const inputs = { msk: { object: 'inputs/mask.png' } }
    const replace = (prompt: string) => ({ feature: 'obj-replace', parameters: { prompt }, inputs })
    await putRecipe(run, 'moving', { steps: [replace('remove'), replace('a vase of tulips')] })
    expect(await says('recipes')).toMatch(
      /warning: The recipe moving is refused: .*this service has none/,
    )
  },
)

test('dead letters and raised alarms are problems', async () => {
  run.around('pipeline/start', async () => {
    throw new Error('Planted by a test.')
  })
  const queue = 'DarkroomPipeline/Pipeline/DropListener/Dropped'
  await sendMessages(run, `${queue}/DeadLetters`, ['{}'])
  expect(await says('queues')).toMatch(/problem: 1 dead letters wait in DarkroomPipeline-\S+DeadLe/)
  const now = Date.now()
  for (const minute of [1, 2]) run.stacks.checkAlarms(now + minute * 60_000)
  const alarms = await found('alarms')
  expect(alarms[0]).toMatchObject({ level: 'problem' })
  expect(alarms[0]?.says).toContain('DroppedDeadLettersAlarm')
  expect(alarms[0]?.todo).toContain('could not be worked off')
  expect(worstLevel(alarms)).toBe('problem')
})

test.runIf(isEveryCaseTried())('failed jobs are told by cause', async () => {
  await putRecipe(run, 'hopeless', { steps: [] })
  const { job } = await drop(run, 'no picture', 'drop/hopeless/a.png')
  await endedJob(run, job)
  expect(await says('jobs')).toMatch(
    /warning: 1 job of the last day failed: RecipeInvalid in \w+\./,
  )
})

test.runIf(isEveryCaseTried())(
  'a service that fails, units that are used up, a key that is off',
  async () => {
    run.around('service/api', async () => {
      throw new Error('Planted by a test.')
    })
    expect(await says('endpoints')).toContain('answers 500, where it should refuse')
    const { service } = site
    const record = await service?.keys.get(keyHash(run.at.apiKey))
    await service?.keys.setActive(record?.hash ?? '', false)
    expect(await says('connection')).toContain('problem: The key of the secret is switched off.')
    await service?.keys.setActive(record?.hash ?? '', true)
    const [endpoint] = (await service?.webhooks.endpoints(record?.account ?? '')) ?? []
    const off = { reason: 'answered 410', at: 1 }
    await service?.webhooks.disableEndpoint(record?.account ?? '', endpoint?.id ?? '', off)
    expect(await says('connection')).toContain(
      'has stopped telling the pipeline of ended tasks: answered 410',
    )
  },
)

test.runIf(isEveryCaseTried())('a pipeline that was never connected', async () => {
  run.stacks.putSecret(run.at.serviceSecret, '{}')
  await eventually('the finding', async () =>
    (await says('connection')).includes('problem: The pipeline is not connected')
      ? true
      : undefined,
  )
})

test('what cannot be looked at is a finding', async () => {
  const broken = { ...site, queues: () => Promise.reject(new Error('no way there')) }
  const findings = (await examine(broken)).filter(({ check }) => check === 'queues')
  expect(findings).toMatchObject([
    { level: 'warning', says: 'This could not be looked at: no way there' },
  ])
})
