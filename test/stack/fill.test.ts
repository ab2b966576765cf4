import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawScene } from '../engine/fill/draw-scene.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { drop } from './drop.ts'
import { putRecipe } from './put-recipe.ts'
import { endedJob, readObject, readReceipt } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'
import { warmWorker } from './warm-worker.ts'

const SIZE = { width: 200, height: 150 }

let run: Run
let jpeg: Buffer
let mask: Buffer
beforeAll(async () => {
  run = await startRun({}, { knowsOffer: true, throughout: warmWorker() })
  jpeg = await sharp(await drawScene('studio', SIZE.width))
    .jpeg({ quality: 95 })
    .toBuffer()
  const vase =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="150"><rect width="200" height="150"/>' +
    '<path d="M83 120 L78 63 Q100 52 122 63 L117 120Z" fill="#fff"/></svg>'
  mask = await sharp(Buffer.from(vase)).removeAlpha().png().toBuffer()
})
afterAll(() => run.close())

/** A step that changes what the mask beside the file covers. */
function replace(prompt: string) {
  return {
    feature: 'obj-replace',
    parameters: { prompt },
    inputs: { msk: { companion: '{stem}.mask.png' } },
  }
}

async function dropped(recipe: string) {
  await drop(run, mask, `drop/${recipe}/vase.mask.png`)
  const { job } = await drop(run, jpeg, `drop/${recipe}/vase.jpg`)
  return await endedJob(run, job)
}

// The engine does both in `test/engine/fill`; a companion comes to its file in `suites/recipes.ts`.
test.runIf(isEveryCaseTried())(
  'an object is taken out by the mask beside the file, and the picture continued',
  async () => {
    const extension = {
      output_width: 260,
      output_height: 150,
      input_x: 30,
      input_y: 0,
      input_width: 200,
      input_height: 150,
      crop_input_x: 0,
      crop_input_y: 0,
      crop_input_width: 200,
      crop_input_height: 150,
    }
    await putRecipe(run, 'clear-and-widen', {
      steps: [replace('remove'), { feature: 'out-paint', parameters: extension }],
    })
    const job = await dropped('clear-and-widen')
    expect(job.failure).toBeUndefined()
    const [result] = job.results ?? []
    const bytes = await readObject(run, result?.bucket ?? '', result?.key ?? '')
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([260, 150])
    // Where the red vase stood is grey ground.
    const at = info.channels * (90 * info.width + 130)
    expect(Math.abs(data[at]! - data[at + 2]!)).toBeLessThan(25)
    const receipt = await readReceipt(run, job.id)
    expect(receipt.steps.map(({ tasks }) => tasks[0]?.charge)).toEqual([{ units: 1 }, { units: 2 }])
  },
)

test('what only a generator could paint is refused before an earlier step is uploaded', async () => {
  const called: string[] = []
  run.around('service/api', async (call, next) => {
    called.push(JSON.stringify(call.payload))
    return await next()
  })
  await putRecipe(run, 'tulips', {
    steps: [replace('remove'), replace('a bunch of white tulips')],
  })
  const job = await dropped('tulips')
  expect(job.failure).toMatchObject({ code: 'FeatureUnavailable', retryable: false })
  expect(job.failure?.message).toMatch(
    /^steps\[1\]: .*only a generator can invent.*this service has none/,
  )
  expect(called).toEqual([])
})
