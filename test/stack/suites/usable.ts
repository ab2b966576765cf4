import { beforeAll, expect, test } from 'vitest'
import type { Perform } from '../../../functions/service/core/ports/perform.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { drop } from '../drop.ts'
import { noopEngine, noopWorker } from '../noop-worker.ts'
import { putRecipe, slimRecipe } from '../put-recipe.ts'
import { endedJob, readReceipt, statesEntered } from '../read-job.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'
import { twoPeoplePicture } from '../test-pictures.ts'

let run: Run
beforeAll(async () => {
  run = await sharedRun('plain')
  const [step] = (slimRecipe() as { steps: object[] }).steps
  await putRecipe(run, 'usable', { steps: [{ ...step, target: 'usable' }] })
})

const turned = { code: 'error_pose', condition: 'pose', message: 'Somebody stands in front.' }

/** Finds three people, of whom the largest is not accepted. */
function judging(...said: unknown[]): Perform {
  const other = noopEngine(3)
  return async (request, ...rest) => {
    const made = await other(request, ...rest)
    if (request.stage !== 'pre-process') return made
    const result = made.results['result'] as object[]
    return {
      results: {
        result: result.map((box, at) => ({
          ...box,
          height: 40 + 10 * at,
          ...(said[at] !== undefined && { usable: said[at] }),
        })),
      },
    }
  }
}

async function dropped(...said: unknown[]) {
  run.around(
    'service/run-task',
    noopWorker(() => ({ perform: judging(...said) })),
  )
  const { png } = await twoPeoplePicture()
  const { job } = await drop(run, png, `drop/usable/${said.length}.png`)
  return await endedJob(run, job)
}

test('the largest of those whom the effect accepts is worked on, in six states', async () => {
  const { id, status } = await dropped(true, true, turned)
  expect(status).toBe('succeeded')
  const { steps } = await readReceipt(run, id)
  expect(steps[0]?.tasks[0]).toMatchObject({ index: 1, why: 'largest of 2 usable of 3' })
  expect(await statesEntered(run, id)).toHaveLength(6)
})

// `choose-target.test.ts` holds this and the next in `npm test`.
test.runIf(isEveryCaseTried())(
  'a service that does not say it gets the largest, and the receipt tells that',
  async () => {
    const { id } = await dropped()
    const { steps } = await readReceipt(run, id)
    expect(steps[0]?.tasks[0]).toMatchObject({
      index: 2,
      why: 'largest of 3: the service does not say whom it can work on',
    })
  },
)

test.runIf(isEveryCaseTried())(
  'where nobody is accepted no task is created, and the reason is told',
  async () => {
    const { failure, trail } = await dropped(turned, turned, turned, 'none')
    expect(failure).toMatchObject({
      code: 'NoTarget',
      state: 'ChooseTarget',
      message: 'None of the 3 can be worked on. Of the largest: Somebody stands in front.',
    })
    // Whom it found is in the record all the same, so that somebody can look and choose.
    expect(trail?.steps).toEqual([])
    expect(trail?.unfinished).toMatchObject({ step: 0, detection: expect.any(String) })
    expect(trail?.unfinished?.found?.boxes.map(([, , , height]) => height)).toEqual([40, 50, 60])
  },
)
