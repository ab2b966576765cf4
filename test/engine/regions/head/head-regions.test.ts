import { describe, expect, test } from 'vitest'
import { findNeck } from '../../../../engine/effects/2d-vto-necklace/find-neck.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import { sampleGrid } from '../../../../engine/raster/colour/sample-grid.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { crop } from '../../../../engine/raster/pixels/crop.ts'
import { findHeadRegions, type HeadRegions } from '../../../../engine/regions/head/head-regions.ts'
import { headGrid } from '../../../../engine/regions/head/region-grid.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'
import { bust } from '../../../../samples/bust.ts'
import { coveredNumbered, wearerNumbered } from '../../../../samples/wearers.ts'
import { sampled } from '../../../setup/sampled.ts'
import { warmVision } from '../../warm-vision.ts'

async function regionsOf(picture: Picture): Promise<HeadRegions> {
  const vision = await warmVision()
  const [face] = await detectFaces(picture, vision)
  return findHeadRegions(picture, face!, vision)
}

/** The overlap of the pixels of a region with those that were drawn. */
function overlap(
  { grid, ...regions }: HeadRegions,
  name: 'hair' | 'cloth',
  drawn: Uint8Array,
  { width }: Picture,
): number {
  const { left, top, width: wide, height: tall } = grid.area
  let [both, either] = [0, 0]
  for (let y = Math.ceil(top); y < top + tall - 1; y += 2) {
    for (let x = Math.ceil(left); x < left + wide - 1; x += 2) {
      const isFound = sampleGrid(regions[name], grid, x, y) > 0.5
      const isDrawn = drawn[y * width + x]! > 127
      if (isFound || isDrawn) either++
      if (isFound && isDrawn) both++
    }
  }
  return both / either
}

describe('the regions of a head', () => {
  test.each(
    sampled(1, [
      [20, 'grey locks on pale skin'],
      [18, 'brown locks on dark skin'],
    ] as const),
  )('%i: tell %s', async (number, _) => {
    const { png, hair } = await coveredNumbered(number)
    const picture = await decodePicture(png)
    expect(overlap(await regionsOf(picture), 'hair', await hair, picture)).toBeGreaterThan(0.6)
  })

  test('tell short hair that is little darker than the skin', async () => {
    const { png, hair } = await wearerNumbered(20)
    const picture = await decodePicture(png)
    expect(overlap(await regionsOf(picture), 'hair', await hair, picture)).toBeGreaterThan(0.6)
  })

  test('tell a neck in the sun below a face in shade from cloth', async () => {
    const { png } = await bust('maren', { width: 640, height: 720, face: 0.36 })
    const picture = await decodePicture(png)
    const [face] = await detectFaces(picture, await warmVision())
    const { landmarks } = face!
    const chin = landmarks[FACE.chin]!
    const width = landmarks[FACE.leftTemple]!.x - landmarks[FACE.rightTemple]!.x
    const edge = chin.y + 0.1 * width
    const data = picture.data.map((level, i) =>
      i % 4 === 3 || i / 4 / picture.width > edge ? level : level * 0.5,
    )
    const { skin, grid } = await regionsOf({ ...picture, data })
    for (const down of [0.2, 0.3, 0.4]) {
      expect(sampleGrid(skin, grid, chin.x, chin.y + down * width)).toBeGreaterThan(0.8)
    }
  })

  test('are those of the person, wherever the picture is cut off', async () => {
    const { png, worn } = await wearerNumbered(6)
    const picture = await decodePicture(png)
    const whole = await regionsOf(picture)
    const box = { left: 40, top: 20, width: picture.width - 80, height: picture.height - 60 }
    const cut = crop(picture, box)
    const part = await regionsOf(cut)
    expect(part.grid.scale).toBe(whole.grid.scale)
    const [face] = await detectFaces(picture, await warmVision())
    expect(headGrid({ width: 400, height: 410 }, face!).scale).toBe(whole.grid.scale)
    const [own, other] = [findNeck(whole, picture), findNeck(part, cut)]
    const off = [own.left.x - other.left.x, own.right.x - other.right.x].map((by) => by - box.left)
    expect(Math.max(...off.map(Math.abs)) / worn.faceWidth).toBeLessThan(0.02)
    expect(Math.abs(own.left.y - other.left.y - box.top) / worn.faceWidth).toBeLessThan(0.03)
  })
})
