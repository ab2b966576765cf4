import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { growMask } from '../../../../engine/raster/mask/grow-mask.ts'
import { type Frame, planesOf } from '../../../../engine/video/video-info.ts'
import { fewOrAll, isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { drawRemoval, type Removal } from './draw-removal.ts'
import { filledAlone, psnr, removeDrawn } from './measure-removal.ts'

/** What takes less time, and shows what many frames have to show. */
const SIZE = isEveryCaseTried() ? { width: 160, height: 120 } : { width: 128, height: 96 }

type Result = Awaited<ReturnType<typeof removeDrawn>>

async function remove(scene: Removal, first: number, told: string[] = []): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'removal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const result = await removeDrawn(scene, first, folder, told)
  expect(result.after).toHaveLength(scene.count)
  return result
}

test.each(
  sampled(1, [
    ['handheld', 34],
    ['still', 45],
    ['pan', 38],
  ] as const),
)('puts true background behind what goes by: %s', async (camera, least) => {
  const scene = await drawRemoval({ scene: 'meadow', camera, ...SIZE, count: fewOrAll(12, 20) })
  const { before, after } = await remove(scene, fewOrAll(5, 7))
  const alone = psnr(scene, filledAlone(scene, before))
  expect(psnr(scene, after)).toBeGreaterThan(Math.max(least, alone + 8))
})

test.runIf(isEveryCaseTried())(
  'follows a camera before one thing alone, and leaves that whole where the object has its colour',
  async () => {
    const scene = await drawRemoval({ scene: 'studio', camera: 'handheld', count: 24 })
    const { after } = await remove(scene, 11)
    // With what is far from all points led wherever these happen to say, a piece of the sack goes with the ball.
    const frames = after.map((frame, at) => (at > 16 ? frame : undefined))
    expect(psnr(scene, frames)).toBeGreaterThan(38)
    for (const at of [20, 23]) {
      const [is, truth] = [planesOf(after[at]!).y, planesOf(scene.truth(at)).y]
      expect(is.filter((level, pixel) => Math.abs(level - truth[pixel]!) > 25).length).toBeLessThan(
        60,
      )
    }
  },
)

test('changes nothing but the hole and its edge', async () => {
  const scene = await drawRemoval({ width: 128, height: 96, count: 12 })
  const told: string[] = []
  const { before, after } = await remove(scene, 0, told)
  for (const [at, frame] of after.entries()) {
    const near = growMask(
      scene.object(at).map((share) => (share > 0 ? 1 : 0)),
      scene,
      9,
    )
    const [was, is] = [planesOf(before[at]!).y, planesOf(frame).y]
    expect(is.every((level, pixel) => near[pixel] || level === was[pixel])).toBe(true)
  }
  expect(told[0]).toBe('1 of 48')
  const done = told.map((text) => Number(text.split(' ')[0]))
  expect(done).toEqual(done.toSorted((one, other) => one - other))
  expect(done.at(-1)).toBeGreaterThan(24)
  expect(done.at(-1)).toBeLessThanOrEqual(36)
})

test.runIf(isEveryCaseTried()).each([
  ['meadow', 'handheld'],
  ['sea', 'still'],
  ['sea', 'pan'],
] as const)(
  'makes up what was never seen as well as frame by frame: %s, %s',
  async (kind, camera) => {
    const scene = await drawRemoval({ scene: kind, camera, path: 'standing', count: 24 })
    const { before, after } = await remove(scene, 12)
    expect(psnr(scene, after)).toBeGreaterThan(psnr(scene, filledAlone(scene, before)) - 0.3)
  },
)

test.runIf(isEveryCaseTried())('stays steady where the background was never seen', async () => {
  const options = { camera: 'still', path: 'standing', width: 128, height: 96, count: 12 } as const
  const scene = await drawRemoval({ scene: 'meadow', ...options })
  const { after } = await remove(scene, 5)
  for (let at = 1; at < after.length; at++) {
    const [was, is] = [planesOf(after[at - 1]!).y, planesOf(after[at]!).y]
    for (const [pixel, share] of scene.object(at).entries()) {
      if (share > 100) expect(Math.abs(is[pixel]! - was[pixel]!)).toBeLessThanOrEqual(1)
    }
  }
})

test.runIf(isEveryCaseTried())('grain moves where the background was never seen', async () => {
  const scene = await drawRemoval({ path: 'standing', grain: 3, count: 12 })
  const { after } = await remove(scene, 6)
  const changes = (frameAt: (at: number) => Frame): number => {
    let [sum, count] = [0, 0]
    for (let at = 1; at < scene.count; at++) {
      const [is, was] = [planesOf(frameAt(at)).y, planesOf(frameAt(at - 1)).y]
      for (const [pixel, share] of scene.object(at).entries()) {
        if (share < 100) continue
        sum += Math.abs(is[pixel]! - was[pixel]!)
        count++
      }
    }
    return sum / count
  }
  const truth = changes(scene.truth)
  expect(changes((at) => after[at]!)).toBeGreaterThan(0.6 * truth)
  expect(changes((at) => after[at]!)).toBeLessThan(1.1 * truth)
})

test.runIf(isEveryCaseTried())(
  'follows a camera over water, which has few clear points',
  async () => {
    const options = { camera: 'handheld', path: 'standing', width: 160, height: 120 } as const
    const scene = await drawRemoval({ scene: 'sea', ...options, count: 12 })
    const { after } = await remove(scene, 5)
    // Taken for still, the horizon is put together from views that do not fit: 21 dB.
    expect(psnr(scene, after)).toBeGreaterThan(29)
  },
)

test.each(
  sampled(1, [
    ['passes behind something', 'hidden', 30],
    ['leaves the frame and comes back', 'returning', 40],
  ] as const),
)('knows again what %s', async (_, path, count) => {
  const scene = await drawRemoval({ path, ...SIZE, count })
  const { after } = await remove(scene, 2)
  expect(psnr(scene, after)).toBeGreaterThan(40)
})

test.runIf(isEveryCaseTried()).each([
  ['studio', 'handheld', 7],
  ['meadow', 'still', 4],
  ['sea', 'still', 5],
] as const)(
  'follows what goes far from frame to frame: %s, %s, %d frames',
  async (kind, camera, count) => {
    // A ball that crosses three fifths of the frame in so many frames.
    const scene = await drawRemoval({ scene: kind, camera, count })
    for (const first of [0, count >> 1]) {
      const { after } = await remove(scene, first)
      expect(psnr(scene, after)).toBeGreaterThan(34)
    }
  },
)

test.runIf(isEveryCaseTried())('keeps the grain of the video', async () => {
  const scene = await drawRemoval({ width: 128, height: 96, count: 16, grain: 4 })
  const { before, after } = await remove(scene, 6)
  const change = (frames: readonly Frame[], inObject: boolean): number => {
    let [sum, count] = [0, 0]
    for (const at of [7, 8, 9]) {
      const [was, is] = [planesOf(frames[at - 1]!).y, planesOf(frames[at]!).y]
      for (const [pixel, share] of scene.object(at).entries()) {
        if (share > 100 !== inObject) continue
        sum += Math.abs(is[pixel]! - was[pixel]!)
        count++
      }
    }
    return sum / count
  }
  const ratio = change(after, true) / change(before, false)
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.3)
})

test('refuses what slips away in the middle of the frame', async () => {
  const scene = await drawRemoval({ width: 128, height: 96, count: 16 })
  const { draw } = scene
  const vanishing: Removal = {
    ...scene,
    draw: (frame, at) => (at < 5 ? draw(frame, at) : frame.planes.set(scene.truth(at).planes)),
  }
  await expect(remove(vanishing, 2)).rejects.toMatchObject({ name: 'Fault', condition: 'target' })
})

test('knows in which frames it has not found what comes back', async () => {
  const scene = await drawRemoval({ width: 128, height: 96, count: 12 })
  const hidden: Removal = {
    ...scene,
    draw: (frame, at) =>
      at === 5 || at === 6 ? frame.planes.set(scene.truth(at).planes) : scene.draw(frame, at),
  }
  const { survey } = await remove(hidden, 2)
  expect(survey.lost).toEqual([5, 6])
  expect(survey.shot).toEqual({ first: 0, last: 11 })
})

test('knows in which frames it has found only a part', async () => {
  const scene = await drawRemoval({ width: 128, height: 96, count: 12 })
  const draw = (frame: Frame, at: number): void => {
    scene.draw(frame, at)
    if (at !== 5 && at !== 6) return
    const truth = scene.truth(at).planes
    // All but the left third of the ball is behind something that looks like the background.
    const columns = [...scene.object(at).entries()].flatMap(([pixel, share]) =>
      share > 100 ? [pixel % scene.width] : [],
    )
    const from = Math.min(...columns) + 6
    const [planes, { width, height }] = [frame.planes, scene]
    for (let pixel = 0; pixel < planes.length; pixel++) {
      const isLuma = pixel < width * height
      const x = isLuma ? pixel % width : 2 * ((pixel - width * height) % (width / 2))
      if (x >= from) planes[pixel] = truth[pixel]!
    }
  }
  const { survey } = await remove({ ...scene, draw }, 2)
  expect(survey.lost).toEqual([5, 6])
})

test('follows nothing beyond a cut', async () => {
  const scene = await drawRemoval({ width: 128, height: 96, count: 10 })
  const other = await drawRemoval({ scene: 'meadow', width: 128, height: 96, count: 10 })
  const cut: Removal = {
    ...scene,
    draw: (frame, at) => (at < 5 ? scene : other).draw(frame, at),
  }
  const { before, after, survey } = await remove(cut, 2)
  expect(survey.shot).toEqual({ first: 0, last: 4 })
  for (const [at, frame] of after.entries()) {
    expect(Buffer.compare(frame.planes, before[at]!.planes) === 0).toBe(at >= 5)
  }
})

test('tells of what stays beside the hole, and of nothing where all is taken out', async () => {
  const options = {
    scene: 'meadow',
    camera: 'handheld',
    width: 160,
    height: 120,
    count: 10,
  } as const
  const scene = await drawRemoval({ ...options, grain: 3 })
  expect((await remove(scene, 4)).survey.misfits).toBe(0)
  const draw = (frame: Frame, at: number): void => {
    scene.draw(frame, at)
    // A stripe a little to the right of the ball.
    const covered = [...scene.object(at).entries()].filter(([, share]) => share > 100)
    const right = Math.max(...covered.map(([pixel]) => pixel % scene.width)) + 5
    const row = Math.floor(covered[covered.length >> 1]![0] / scene.width)
    for (let y = row - 12; y < row + 12; y++) {
      planesOf(frame).y.fill(16, y * scene.width + right, y * scene.width + right + 5)
    }
  }
  expect((await remove({ ...scene, draw }, 4)).survey.misfits).toBeGreaterThan(0.2)
})
