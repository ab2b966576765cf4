import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Fault } from '../../../catalog/failures/fault.ts'
import { RECEIPT } from '../../../catalog/jobs/receipt.ts'
import type { Perform } from '../../../functions/service/core/ports/perform.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { drop } from '../drop.ts'
import { noopEngine, noopWorker } from '../noop-worker.ts'
import { putRecipe } from '../put-recipe.ts'
import { endedJob, readObject, readReceipt, statesEntered } from '../read-job.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'
import { twoPeoplePicture } from '../test-pictures.ts'

const SLIM = { feature: 'body-reshape', parameters: { features: { slim: -40 } } }

let run: Run
let jpeg: Buffer
beforeAll(async () => {
  run = await sharedRun('plain')
  const { png } = await twoPeoplePicture()
  jpeg = await sharp(png)
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  const original = { onRefusal: 'original', output: { format: 'png' } }
  await putRecipe(run, 'one', { steps: [SLIM], ...original })
  await putRecipe(run, 'two', { steps: [SLIM, SLIM], ...original })
  await putRecipe(run, 'all', { steps: [{ ...SLIM, target: 'all' }], ...original })
  await putRecipe(run, 'fails', { steps: [SLIM] })
})

/** Finds so many people; the effects that `refuses` names end as a task that refuses its picture does. */
function engine(people: number, refuses: (effect: number, index: number) => Fault | undefined) {
  const other = noopEngine(people)
  let effects = 0
  const perform: Perform = async (request, ...rest) => {
    if (request.stage === 'effect') {
      const fault = refuses(++effects, Number(request.params['index'] ?? 0))
      if (fault) throw fault
    }
    return await other(request, ...rest)
  }
  run.around(
    'service/run-task',
    noopWorker(() => ({ perform })),
  )
}

const hidden = new Fault('pose', 'The hips are not shown.')

async function dropped(key: string) {
  const { job } = await drop(run, jpeg, key, { contentType: 'image/jpeg' })
  return await endedJob(run, job)
}

test('a picture with nobody in it comes back byte for byte, unmarked, with its reason', async () => {
  engine(0, () => undefined)
  const job = await dropped('drop/one/empty.JPEG')
  const refused = { step: 0, code: 'NoTarget', words: expect.stringContaining('Nobody') }
  expect(job).toMatchObject({ status: 'succeeded', refused })
  expect(job.failure).toBeUndefined()
  const [result] = job.results ?? []
  expect(result?.key).toBe(`results/${job.id}/empty.JPEG`)
  expect(result).not.toHaveProperty('digitalSource')
  const bytes = await readObject(run, run.at.resultsBucket, result?.key ?? '')
  expect(Buffer.from(bytes).equals(jpeg)).toBe(true)
  const receipt = await readReceipt(run, job.id)
  expect(receipt).toMatchObject({ status: 'succeeded', refused })
  expect(z.parse(RECEIPT, receipt)).toEqual(receipt)
  expect(await statesEntered(run, job.id)).toEqual(['PreProcess', 'ChooseTarget', 'Deliver'])
})

test('a task that refuses its picture gives the file back, with the service’s code', async () => {
  engine(1, () => hidden)
  const job = await dropped('drop/one/hidden.jpg')
  expect(job).toMatchObject({
    status: 'succeeded',
    refused: {
      step: 0,
      code: 'PHOTO_CHECK_INVALID',
      words: expect.stringContaining(hidden.message),
    },
  })
})

// `deliver.test.ts` holds it in `npm test`.
test.runIf(isEveryCaseTried())(
  'in a chain the dropped file comes back, not what an earlier step made',
  async () => {
    engine(1, (effect) => (effect === 2 ? hidden : undefined))
    const job = await dropped('drop/two/chain.jpg')
    expect(job).toMatchObject({ status: 'succeeded', refused: { step: 1 } })
    const bytes = await readObject(run, run.at.resultsBucket, job.results?.[0]?.key ?? '')
    expect(Buffer.from(bytes).equals(jpeg)).toBe(true)
    expect((await readReceipt(run, job.id)).cost.units).toBe(1)
  },
)

// `several-targets.test.ts` holds it in `npm test`.
test.runIf(isEveryCaseTried())(
  'with all it comes back only where nobody could be done',
  async () => {
    engine(2, (_, index) => (index === 0 ? hidden : undefined))
    const some = await dropped('drop/all/some.jpg')
    expect(some).not.toHaveProperty('refused')
    expect(some.results).toHaveLength(1)
    engine(2, () => hidden)
    expect(await dropped('drop/all/none.jpg')).toMatchObject({
      status: 'succeeded',
      refused: { step: 0 },
    })
  },
)

// `alarms.test.ts` has a job fail whose task broke, `console-jobs.ts` one that is refused.
test.runIf(isEveryCaseTried())(
  'what broke fails, and without the recipe’s wish a refusal does, in the state it came from',
  async () => {
    engine(1, () => new Fault('runtime', 'It broke.'))
    expect(await dropped('drop/one/broken.jpg')).toMatchObject({ status: 'failed' })
    engine(0, () => undefined)
    expect(await dropped('drop/fails/empty.jpg')).toMatchObject({
      status: 'failed',
      failure: { code: 'NoTarget', state: 'ChooseTarget' },
    })
  },
)
