import { afterAll, expect, test } from 'vitest'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import { frameFromPicture } from '../../../../engine/video/frame-from-picture.ts'
import { trackPoses } from '../../../../engine/video/matting/pose-track.ts'
import { drawPeople } from '../../../../samples/draw-people.ts'
import { ROOM } from '../../../../samples/empty-room.ts'
import { amara, henrik, kofi, maren } from '../../../../samples/people.ts'
import { warmVision } from '../../warm-vision.ts'

const WEIGHTS = { red: 0.299, blue: 0.114 }
const [WIDTH, HEIGHT] = [960, 720]
const GRID = { width: 256, height: 192 }

const opened = warmVision()
afterAll(async () => (await opened).close())

/** What poses say of four people side by side, as far apart as that. */
async function seeFour(apart: number) {
  const people = [amara, henrik, maren, kofi].map((model, nth) => ({
    ...model,
    at: { x: WIDTH / 2 + (nth - 1.5) * apart, y: HEIGHT - 14 },
    height: 420,
  }))
  const room = { ...ROOM, floor: 0.86 * HEIGHT, horizon: 0.55 * HEIGHT, plant: false }
  const drawn = await drawPeople({ width: WIDTH, height: HEIGHT, seed: 7, room, people })
  const picture = await decodePicture(drawn.png)
  const frame = frameFromPicture(picture, WEIGHTS)
  const poses = trackPoses(await opened, WEIGHTS, 30)
  const region = { left: 0, top: 0, width: WIDTH, height: HEIGHT }
  return { found: await poses.see(frame, region, GRID, false), truth: drawn.truth }
}

test('four people who stand apart are seen whole', async () => {
  const { found, truth } = await seeFour(230)
  for (const { mask } of truth.people) {
    let [seen, count] = [0, 0]
    for (const [at, level] of mask.data.entries()) {
      if (level < 250) continue
      const [x, y] = [at % mask.width, Math.floor(at / mask.width)]
      const row = Math.floor((y * GRID.height) / HEIGHT)
      const cell = row * GRID.width + Math.floor((x * GRID.width) / WIDTH)
      seen += found![cell]!
      count++
    }
    expect(seen / count).toBeGreaterThan(0.7)
  }
})

test('of four who stand close together poses tell nothing', async () => {
  expect((await seeFour(140)).found).toBeUndefined()
})
