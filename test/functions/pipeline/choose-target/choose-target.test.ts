import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import type { JudgedBox } from '../../../../catalog/targets/pick-usable.ts'
import {
  type ChooseTargetInput,
  chooseTarget,
} from '../../../../functions/pipeline/choose-target/choose-target.ts'
import { memoryJobs } from '../../../faults/ports/memory-jobs.ts'
import { memoryObjects } from '../../../faults/ports/memory-objects.ts'

const SMALL = { left: 300, top: 0, width: 40, height: 80 }
const LARGE = { left: 10, top: 20, width: 100, height: 200 }

type Case = {
  step?: object
  boxes?: JudgedBox[]
  more?: Partial<ChooseTargetInput>
  recipe?: object
}

/** Whom a step of body-reshape works on, of those that the detection found. */
async function choose({ step = {}, boxes = [], more = {}, recipe = {} }: Case) {
  const jobs = memoryJobs()
  const objects = memoryObjects(() => 0)
  const { version } = objects.put('drop', 'drop/slim/a.jpg', Buffer.from('no picture'))
  const plain = { feature: 'body-reshape', parameters: { features: { slim: -10 } } }
  await jobs.create({
    id: 'job-1',
    status: 'running',
    attempt: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    source: { bucket: 'drop', key: 'drop/slim/a.jpg', version, size: 10 },
    recipe: { name: 'slim', plan: parseRecipe({ steps: [{ ...plain, ...step }], ...recipe }) },
  })
  const provider = {
    idempotent: true,
    status: async () => ({ task_status: 'success', results: { result: boxes } }),
    create: () => Promise.reject(new Error('Nothing is created here.')),
    upload: () => Promise.reject(new Error('Nothing is uploaded here.')),
  }
  return await chooseTarget({ job: 'job-1', step: 0, detection: { taskId: 'task' }, ...more }, {
    jobs,
    objects,
    provider,
    download: () => Promise.reject(new Error('Nothing is downloaded here.')),
  } as never)
}

test('the largest is chosen, with its place and why', async () => {
  const { targets, ...rest } = await choose({ boxes: [SMALL, LARGE] })
  expect(targets).toEqual([{ index: 1, box: LARGE, why: 'largest of 2' }])
  // The size of what is no picture is not known, and a job goes on without it.
  expect(rest).toEqual({
    feature: 'body-reshape',
    last: true,
    framed: true,
    together: false,
    found: null,
  })
})

test.each([
  ['index:3', 3],
  ['index:0', 0],
])('%s is taken without a detection', async (target, index) => {
  const { targets } = await choose({ step: { target }, more: { detection: { taskId: null } } })
  expect(targets).toEqual([{ index, why: target }])
})

test('of usable without a detection the service takes the largest', async () => {
  const { targets } = await choose({
    step: { target: 'usable' },
    more: { detection: { taskId: null } },
  })
  expect(targets).toEqual([{ index: 0, why: 'largest' }])
})

test('whom the service does not accept is passed over', async () => {
  const why = { code: 'error_pose', condition: 'hidden', message: 'The body is hidden.' }
  const boxes: JudgedBox[] = [
    { ...LARGE, usable: why },
    { ...SMALL, usable: true },
  ]
  const { targets } = await choose({ step: { target: 'usable' }, boxes })
  expect(targets).toEqual([{ index: 1, box: boxes[1], why: 'largest of 1 usable of 2' }])
  await expect(
    choose({ step: { target: 'usable' }, boxes: boxes.slice(0, 1) }),
  ).rejects.toMatchObject({ code: 'NoTarget', message: 'The body is hidden.' })
})

test('nobody is NoTarget', async () => {
  await expect(choose({})).rejects.toMatchObject({ code: 'NoTarget' })
})

test('all are twenty at most', async () => {
  const crowd = (count: number) => Array.from({ length: count }, () => SMALL)
  const { targets, together } = await choose({ step: { target: 'all' }, boxes: crowd(20) })
  expect(targets.map(({ index }) => index)).toEqual(Array.from({ length: 20 }, (_, at) => at))
  expect(together).toBe(false)
  await expect(choose({ step: { target: 'all' }, boxes: crowd(21) })).rejects.toMatchObject({
    code: 'TargetMissing',
    message: 'The picture has 21 targets; a recipe with target all works on 20 at most.',
  })
})

test.each([
  [[SMALL, LARGE], true],
  [[SMALL], false],
])('results go into one picture where there are several', async (boxes, together) => {
  const chosen = await choose({ step: { target: 'all', together: true }, boxes })
  expect(chosen.together).toBe(together)
})

test('in a picture cropped to somebody the nearest to where that one was is meant', async () => {
  const prepared = (step: number) =>
    ({
      step,
      key: 'k',
      preparation: { target: { left: 290, top: 5, width: 50, height: 70 } },
    }) as never
  const boxes = [LARGE, SMALL]
  const { targets, framed } = await choose({ boxes, more: { prepared: prepared(0) } })
  expect(targets).toEqual([{ index: 1, box: SMALL, why: 'the picture was cropped to it' }])
  // What is prepared is not prepared again, and a crop of another step says nothing of this one.
  expect(framed).toBe(false)
  const { targets: others } = await choose({ boxes, more: { prepared: prepared(1) } })
  expect(others).toMatchObject([{ index: 0 }])
})

test('a picture that is sent as it is is not cropped when the service refuses it', async () => {
  const { framed } = await choose({ boxes: [LARGE], recipe: { prepare: 'none' } })
  expect(framed).toBe(false)
})

test.each([
  ['height', { left: 0, top: 0, width: 0, height: 60 }, { top: 20 }, { top: 30 }, { top: 120 }],
  ['width', { left: 0, top: 0, width: 60, height: 0 }, { left: 20 }, { left: 30 }, { left: 120 }],
])(
  'of a cropped picture whoever is nearest to the middle of its %s is chosen',
  async (_, target, far, near, beyond) => {
    const point = { left: 0, top: 0, width: 0, height: 0 }
    const prepared = { step: 0, key: 'a', restores: true, preparation: { target } }
    const { targets } = await choose({
      boxes: [
        { ...point, ...far },
        { ...point, ...near },
        { ...point, ...beyond },
      ],
      more: { prepared } as never,
    })
    expect(targets).toMatchObject([{ index: 1, why: 'the picture was cropped to it' }])
  },
)
