import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPicture } from '../../../engine/media/open-picture.ts'
import type { Mask, Picture } from '../../../engine/raster/picture.ts'
import { crop, cropMask } from '../../../engine/raster/pixels/crop.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'
import { segmentPeople } from '../../../engine/vision/bodies/segment-people.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { onePerson } from '../../../samples/one-person.ts'
import { LIMITS } from '../media/paint.ts'
import { hasPhoto, readPhoto } from '../photos.ts'
import { warmVision } from '../warm-vision.ts'
import { agreementOf } from './agreement.ts'

let vision: Vision
let person: Picture
let truth: Mask
beforeAll(async () => {
  vision = await warmVision()
  const scene = await onePerson()
  person = (await openPicture(scene.png, LIMITS)).picture
  const data = Uint8Array.from(scene.truth.people[0]!.mask.data)
  truth = { width: person.width, height: person.height, data }
})

/** Rectangles of all colours with sharp edges. */
function clutter(width: number, height: number): Buffer {
  const random = seededRandom(3)
  const shapes = Array.from({ length: 260 }, () => {
    const [x, y, w, h] = [width, height, 130, 130].map((most) => Math.round(random() * most))
    const [hue, saturation, lightness] = [random() * 360, 20 + random() * 50, 20 + random() * 60]
    const colour = `hsl(${Math.round(hue)} ${Math.round(saturation)}% ${Math.round(lightness)}%)`
    return `<rect x="${x! - 40}" y="${y! - 40}" width="${w}" height="${h}" fill="${colour}"/>`
  })
  const size = `width="${width}" height="${height}"`
  const back = '<rect width="100%" height="100%" fill="#777"/>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${back}${shapes.join('')}</svg>`
  return Buffer.from(svg)
}

/** The drawn person, cut out by the true mask and pasted onto another background. */
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

const UPPER = { left: 150, top: 100, width: 600, height: 560 }

describe('a drawn person before a background full of edges', () => {
  const photos = ['brick.png', 'coffee.png'].filter(hasPhoto)
  it.each(['clutter', ...photos])(
    'is segmented before %s, at full length and in a close-up',
    async (name) => {
      const back = name === 'clutter' ? clutter(900, 1200) : readPhoto(name)
      const picture = await before(back)
      const whole = agreementOf((await segmentPeople(picture, vision)).data, truth.data)
      const upper = await segmentPeople(crop(picture, UPPER), vision)
      const cut = agreementOf(upper.data, cropMask(truth, UPPER).data)
      expect(whole).toBeGreaterThan(0.88)
      expect(cut).toBeGreaterThan(0.93)
    },
  )
})
