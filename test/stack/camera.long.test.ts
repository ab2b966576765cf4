import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraPhotos } from './camera-photos.ts'
import { drop } from './drop.ts'
import { expectFullSize } from './expect-full-size.ts'
import { putRecipe } from './put-recipe.ts'
import { endedJob, readObject, readReceipt, statesEntered } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'

let run: Run
beforeAll(async () => {
  run = await startRun()
})
afterAll(() => run.close())

test.each([
  // Calmer skin on a drawn face is hardly to be seen, a slimmer figure is.
  ['slim', 'on its side by EXIF, 12 MP', 0.001],
  ['clear-skin', 'WebP, 12 MP', 0],
] as const)('%s: %s', async (recipe, name, leastChanged) => {
  await expectFullSize(run, recipe, name, leastChanged)
})

test('everybody of a group has a crop of their own, and all are in one picture', async () => {
  const photo = cameraPhotos(0.4).find(({ name }) => name === 'group of five, 24 MP')!
  const face = { feature: 'face-reshape', parameters: { features: { eye_size: 60 } } }
  const together = { ...face, target: 'all', together: true }
  await putRecipe(run, 'everybody', { steps: [together] })
  const { job } = await drop(run, await photo.make(), 'drop/everybody/group.jpg')
  expect((await endedJob(run, job, 250_000)).failure).toBeUndefined()
  expect(await statesEntered(run, job)).toContain('EachPart')
  const { steps, results, cost } = await readReceipt(run, job)
  const [step] = steps
  expect(step?.tasks.map(({ status }) => status)).toEqual(Array(5).fill('success'))
  expect(step?.preparations).toHaveLength(5)
  expect(step?.restorations).toMatchObject([{ together: [0, 1, 2, 3, 4], width: 2400 }])
  expect(results).toHaveLength(1)
  expect(cost.units).toBe(5)
  // Each face is changed, and what lies between them is not.
  const made = await readObject(run, run.at.resultsBucket, results[0]?.key ?? '')
  const before = sharp(await photo.make()).raw()
  const [one, other] = await Promise.all([before.toBuffer(), sharp(made).raw().toBuffer()])
  const difference = (left: number, top: number, width: number, height: number): number => {
    let most = 0
    for (let y = top; y < top + height; y++) {
      for (let at = 3 * (y * 2400 + left); at < 3 * (y * 2400 + left + width); at++) {
        most = Math.max(most, Math.abs(one[at]! - other[at]!))
      }
    }
    return most
  }
  for (const { crop } of step?.preparations ?? []) {
    const { left, top, width, height } = crop
    expect(difference(left, top, width, height)).toBeGreaterThan(40)
  }
  expect(difference(0, 1000, 2400, 500)).toBeLessThan(12)
})
