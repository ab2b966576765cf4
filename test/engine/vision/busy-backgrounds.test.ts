import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPicture } from '../../../engine/media/open-picture.ts'
import { crop, cropMask } from '../../../engine/raster/crop.ts'
import type { Mask, Picture } from '../../../engine/raster/picture.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'
import { segmentPeople } from '../../../engine/vision/bodies/segment-people.ts'
import { openVision } from '../../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { onePerson } from '../../../samples/one-person.ts'
import { LIMITS } from '../media/paint.ts'

/** Photographs that stay outside the project; without them only drawn backgrounds are tried. */
const PHOTOS = fileURLToPath(new URL('../../../../shared/photos/', import.meta.url))

let vision: Vision
let person: Picture
let truth: Mask
beforeAll(async () => {
  vision = await openVision()
  const scene = await onePerson()
  person = (await openPicture(scene.png, LIMITS)).picture
  const data = Uint8Array.from(scene.truth.people[0]!.mask.data)
  truth = { width: person.width, height: person.height, data }
})
afterAll(() => vision?.close())

/** Planks, tiles and cards of every colour, sharp-edged. */
function clutter(width: number, height: number): Buffer {
  const random = seededRandom(3)
  const shapes = Array.from({ length: 260 }, () => {
    const [x, y, w, h] = [width, height, 130, 130].map((most) => Math.round(random() * most))
    const colour = `hsl(${Math.round(random() * 360)} ${Math.round(20 + random() * 50)}% ${Math.round(20 + random() * 60)}%)`
    return `<rect x="${x! - 40}" y="${y! - 40}" width="${w}" height="${h}" fill="${colour}"/>`
  })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#777"/>${shapes.join('')}</svg>`,
  )
}

/** The drawn person, cut out by what is known of them, before another background. */
async function before(background: Buffer): Promise<Picture> {
  const { width, height } = person
  const { data: back } = await sharp(background)
    .resize(width, height, { fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const data = person.data.slice()
  for (let i = 0; i < width * height; i++) {
    const share = truth.data[i]! / 255
    for (let c = 0; c < 3; c++) {
      data[4 * i + c] = share * data[4 * i + c]! + (1 - share) * back[3 * i + c]!
    }
  }
  return { width, height, data }
}

/** Intersection over union. */
function agreement(found: Mask, expected: Mask): number {
  let [both, either] = [0, 0]
  for (let at = 0; at < expected.data.length; at++) {
    const [a, b] = [found.data[at]! >= 128, expected.data[at]! >= 128]
    if (a && b) both++
    if (a || b) either++
  }
  return both / either
}

const UPPER = { left: 150, top: 100, width: 600, height: 560 }

describe('a person whose outline is known before a background that is full of edges', () => {
  const photos = ['brick.png', 'coffee.png'].filter((name) => existsSync(PHOTOS + name))
  it.each(['clutter', ...photos])('%s: masks agree, whole and cut by the frame', async (name) => {
    const back = name === 'clutter' ? clutter(900, 1200) : readFileSync(PHOTOS + name)
    const picture = await before(back)
    const whole = agreement(await segmentPeople(picture, vision), truth)
    const upper = await segmentPeople(crop(picture, UPPER), vision)
    const cut = agreement(upper, cropMask(truth, UPPER))
    expect(whole).toBeGreaterThan(0.88)
    expect(cut).toBeGreaterThan(0.93)
  })
})
