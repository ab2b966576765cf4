import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { drawPeople } from '../../samples/draw-people.ts'
import { emptyRoom, ROOM } from '../../samples/empty-room.ts'
import { ines } from '../../samples/people.ts'
import type { DrawnScene, PersonGroundTruth, Scene } from '../../samples/scene.ts'
import { twoPeople } from '../../samples/two-people.ts'

async function rgb(scene: DrawnScene) {
  return sharp(scene.png).raw().toBuffer({ resolveWithObject: true })
}

/** The run of person pixels that contains the given point. Arms that hang clear of the torso are not part of it. */
function runAt({ mask }: PersonGroundTruth, x: number, y: number): number {
  const row = mask.data.subarray(y * mask.width, (y + 1) * mask.width)
  const holds = (at: number) => row[at]! > 127
  let [left, right] = [x, x]
  while (holds(left - 1)) left--
  while (holds(right + 1)) right++
  return right - left + 1
}

describe('drawPeople', () => {
  let scene: DrawnScene
  beforeAll(async () => {
    scene = await twoPeople()
  })

  it('draws the same pixels for the same scene', async () => {
    const small: Scene = {
      width: 200,
      height: 260,
      seed: 11,
      room: { ...ROOM, floor: 220, horizon: 140, plant: true },
      people: [{ ...ines, at: { x: 100, y: 250 }, height: 220 }],
    }
    const [one, again] = [await drawPeople(small), await drawPeople(small)]
    expect(again.png.equals(one.png)).toBe(true)
    expect(again.truth).toEqual(one.truth)
    const another = await drawPeople({ ...small, seed: 12 })
    expect(another.png.equals(one.png)).toBe(false)
  })

  it('draws an opaque 8-bit picture of the given size', async () => {
    const { info } = await rgb(scene)
    expect(info).toMatchObject({ width: 1400, height: 1050, channels: 3 })
    expect([scene.width, scene.height]).toEqual([1400, 1050])
  })

  it('describes people in order, apart from each other, the first larger with a fuller waist', () => {
    const [henrik, amara] = scene.truth.people as [PersonGroundTruth, PersonGroundTruth]
    expect(henrik.box.left + henrik.box.width + 100).toBeLessThan(amara.box.left)
    expect(henrik.box.width * henrik.box.height).toBeGreaterThan(
      1.5 * amara.box.width * amara.box.height,
    )
    expect(henrik.waistWidth / henrik.box.height).toBeGreaterThan(
      1.5 * (amara.waistWidth / amara.box.height),
    )
  })

  it('measures the waist as in the mask', () => {
    for (const person of scene.truth.people) {
      const { left, right, y } = person.waist
      const drawn = runAt(person, Math.round((left + right) / 2), Math.round(y))
      expect(Math.abs(drawn - person.waistWidth)).toBeLessThanOrEqual(0.04 * person.waistWidth)
    }
  })

  it('masks exactly what differs from the empty room, except for the shadows on the floor', async () => {
    const [full, empty] = await Promise.all([rgb(scene), emptyRoom().then(rgb)])
    const changed = (i: number) =>
      [0, 1, 2].some((c) => Math.abs(full.data[3 * i + c]! - empty.data[3 * i + c]!) > 12)
    const covered = new Uint8Array(1400 * 1050)
    for (const { mask } of scene.truth.people)
      mask.data.forEach((value, i) => {
        covered[i] = Math.max(covered[i]!, value)
      })
    let [missed, stray, inside] = [0, 0, 0]
    for (let i = 0; i < covered.length; i++) {
      if (covered[i] === 255) inside++
      if (covered[i] === 255 && !changed(i)) missed++
      if (covered[i] === 0 && i < 1400 * 868 && changed(i)) stray++
    }
    expect(missed / inside).toBeLessThan(0.03)
    expect(stray / inside).toBeLessThan(0.005)
  })
})
