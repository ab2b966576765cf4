import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { applyMaterial } from '../../../../engine/effects/obj-replace/apply-material.ts'
import { estimatePlane } from '../../../../engine/effects/obj-replace/estimate-plane.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { drawScene } from '../../fill/draw-scene.ts'

/** The boards of a floor that meet in a point, and the floor: the part of the picture below `top`. */
async function floorTo(vanishing: { x: number; y: number }, top: number): Promise<[Picture, Mask]> {
  const [width, height] = [320, 240]
  const boards = Array.from({ length: 9 }, (_, n) => {
    const foot = vanishing.x + 70 * (n - 4)
    return `<path d="M${vanishing.x} ${vanishing.y} L${foot} ${height}" stroke="#553" stroke-width="2"/>`
  })
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="#c96"/>${boards.join('')}</svg>`
  const picture = await decodePicture(await sharp(Buffer.from(svg)).png().toBuffer())
  return [picture, maskBelow(picture, top)]
}

function maskBelow({ width, height }: Picture, top: number): Mask {
  return { width, height, data: new Uint8Array(width * height).fill(255, top * width) }
}

describe('the plane of a surface', () => {
  it('is told by the lines that meet', async () => {
    const plane = estimatePlane(...(await floorTo({ x: 140, y: 90 }, 130)))
    expect(plane?.recedes).toBe('vertically')
    expect(Math.abs(plane!.vanishing.x - 140)).toBeLessThan(6)
    expect(Math.abs(plane!.vanishing.y - 90)).toBeLessThan(6)
  })

  it('is not told by parallel lines, nor on a plain ground', async () => {
    expect(estimatePlane(...(await floorTo({ x: 160, y: -40_000 }, 130)))).toBeUndefined()
    const studio = await decodePicture(await drawScene('studio', 320))
    expect(estimatePlane(studio, maskBelow(studio, 20))).toBeUndefined()
  })

  it('makes what is far finer than what is near', async () => {
    const [picture, mask] = await floorTo({ x: 160, y: 90 }, 130)
    const { data, width } = applyMaterial(picture, mask, 'brick', 4)
    const changes = (y: number): number => {
      let count = 0
      for (let x = 1; x < width; x++) {
        const [own, last] = [data[4 * (y * width + x)]!, data[4 * (y * width + x - 1)]!]
        if (Math.abs(own - last) > 20) count++
      }
      return count
    }
    expect(changes(150)).toBeGreaterThan(1.3 * changes(230))
  })
})
