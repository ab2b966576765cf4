import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  headFrame,
  headToPixel,
  pixelToHead,
} from '../../../../engine/effects/hair-transfer/head/head.ts'
import { hairTransferPerformer } from '../../../../engine/effects/hair-transfer/performer.ts'
import { readHairstyle } from '../../../../engine/effects/hair-transfer/strands/hairstyle.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { EffectTask } from '../../../../engine/performers/performer.ts'
import { srgbToLab } from '../../../../engine/raster/colour/lab.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { crop } from '../../../../engine/raster/pixels/crop.ts'
import type { SitterName } from '../../../../samples/bust.ts'
import { isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { sitFor } from '../../jewellery/sit-for.ts'
import { warmVision } from '../../warm-vision.ts'

const SIZE = { width: 480, height: 540, face: 0.29 } as const

let people: Record<SitterName, Picture>
beforeAll(async () => {
  const names = sampled(2, ['henrik', 'kofi', 'amara', 'ines'] as const)
  const seated = await Promise.all(names.map(async (name) => (await sitFor(name, SIZE)).picture))
  people = Object.fromEntries(names.map((name, n) => [name, seated[n]!])) as typeof people
}, 60_000)

function task(src: Picture, ref?: Picture, parameters: object = {}): EffectTask {
  const open = async (role: string) => {
    const picture = role === 'src' ? src : ref!
    const own = async () => undefined
    // Tasks may write into a picture they opened.
    return { picture: { ...picture, data: picture.data.slice() }, format: 'png' as const, own }
  }
  return {
    parameters: { hair_color: 'ref', ...parameters },
    fileCount: () => 1,
    file: () => new Uint8Array(),
    openPicture: open,
    admitPicture: async (role: string) => ({
      decode: () => open(role),
      decodeSmall: async () => undefined,
    }),
    vision: warmVision,
    lengthKnown: async () => {},
    checkpoint: async () => {},
    readOnce: async (_way: string, _files: unknown, read: () => unknown) => read(),
    framesDone: () => {},
    beginStep: () => {},
  } as unknown as EffectTask
}

async function transfer(src: Picture, ref?: Picture, parameters?: object): Promise<Picture> {
  const { output } = await hairTransferPerformer.effect(task(src, ref, parameters))
  return await decodePicture(output!.bytes)
}

/** The mean CIELAB colour over a box around a place on a head, in widths of the face. */
async function colourAt(name: SitterName, picture: Picture, u: number, v: number) {
  const { face } = await sitFor(name, SIZE)
  const frame = headFrame(face)
  let [l, a, b, count] = [0, 0, 0, 0]
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const place = pixelToHead(frame, x, y)
      if (Math.abs(place.u - u) > 0.08 || Math.abs(place.v - v) > 0.05) continue
      const at = (y * picture.width + x) * 4
      const lab = srgbToLab(picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!)
      l += lab.l
      a += lab.a
      b += lab.b
      count++
    }
  }
  return { l: l / count, a: a / count, b: b / count }
}

/** The share of pixels of the face below the brows that differ. */
async function changedFace(name: SitterName, before: Picture, after: Picture): Promise<number> {
  const { face } = await sitFor(name, SIZE)
  const frame = headFrame(face)
  let [changed, all] = [0, 0]
  for (let y = 0; y < before.height; y++) {
    for (let x = 0; x < before.width; x++) {
      const { u, v } = pixelToHead(frame, x, y)
      if (Math.abs(u) > 0.33 || v > 0.1 || v < -frame.chin + 0.1) continue
      all++
      const at = (y * before.width + x) * 4
      if ([0, 1, 2].some((c) => before.data[at + c] !== after.data[at + c])) changed++
    }
  }
  return changed / all
}

async function outOfFocus(picture: Picture, sigma: number): Promise<Picture> {
  const { width, height } = picture
  const raw = { width, height, channels: 4 as const }
  const data = await sharp(Buffer.from(picture.data), { raw }).blur(sigma).raw().toBuffer()
  return { width, height, data: new Uint8ClampedArray(data) }
}

/** The largest steps between neighbours at the outer edge of the hair above the head, levels. */
async function edgesOf(name: SitterName, { width, height, data }: Picture): Promise<number> {
  const frame = headFrame((await sitFor(name, SIZE)).face)
  const steps: number[] = []
  for (let y = 1; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const { u, v } = pixelToHead(frame, x, y)
      if (Math.abs(u) > 0.4 || v < 0.7 || v > 1.1) continue
      const at = 4 * (y * width + x) + 1
      steps.push(Math.abs(data[at]! - data[at - 4 * width]!))
    }
  }
  return steps.sort((p, q) => q - p)[Math.floor(0.01 * steps.length)]!
}

describe('from a reference', () => {
  test('the hair takes the reference’s colour and the face keeps its pixels', async () => {
    const before = people.henrik
    const after = await transfer(before, people.kofi)
    const theirs = await colourAt('kofi', people.kofi, 0, 0.72)
    const mine = await colourAt('henrik', before, 0, 0.72)
    const made = await colourAt('henrik', after, 0, 0.72)
    const off = (p: typeof made, q: typeof made) => Math.hypot(p.l - q.l, p.a - q.a, p.b - q.b)
    expect(off(made, theirs)).toBeLessThan(0.5 * off(made, mine))
    expect(await changedFace('henrik', before, after)).toBeLessThan(0.01)
    const corner = { left: 0, top: 420, width: 90, height: 120 }
    expect(crop(after, corner).data).toEqual(crop(before, corner).data)
  })

  test.runIf(isEveryCaseTried())('a tilted head wears the hair of an upright one', async () => {
    const tilted = await sitFor('henrik', { ...SIZE, tilt: 24 })
    expect(Math.abs(tilted.face.pose.roll)).toBeGreaterThan(20)
    const after = await transfer(tilted.picture, people.kofi)
    const frame = headFrame(tilted.face)
    const theirs = await colourAt('kofi', people.kofi, 0, 0.72)
    const { x, y } = headToPixel(frame, 0, 0.72)
    const at = 4 * (Math.round(y) * SIZE.width + Math.round(x))
    const made = srgbToLab(after.data[at]!, after.data[at + 1]!, after.data[at + 2]!)
    expect(Math.hypot(made.l - theirs.l, made.a - theirs.a, made.b - theirs.b)).toBeLessThan(8)
  })

  test.runIf(isEveryCaseTried())(
    'it keeps the person’s own colour where it is asked to',
    async () => {
      const after = await transfer(people.henrik, people.kofi, { hair_color: 'src' })
      const mine = await colourAt('henrik', people.henrik, 0, 0.72)
      const made = await colourAt('henrik', after, 0, 0.72)
      expect(Math.hypot(made.a - mine.a, made.b - mine.b)).toBeLessThan(6)
      expect(Math.abs(made.l - mine.l)).toBeLessThan(10)
    },
  )

  test.runIf(isEveryCaseTried())(
    'on a picture that is out of focus it is as soft as the rest',
    async () => {
      const soft = await outOfFocus(people.henrik, 1.6)
      const [onSharp, onSoft] = [
        await transfer(people.henrik, people.kofi),
        await transfer(soft, people.kofi),
      ]
      expect(await edgesOf('henrik', onSoft)).toBeLessThan(0.6 * (await edgesOf('henrik', onSharp)))
    },
  )

  test.runIf(isEveryCaseTried())(
    'shorter hair is refused without a generator, and painted with one',
    async () => {
      await expect(transfer(people.amara, people.kofi)).rejects.toMatchObject({
        condition: 'short-hair',
      })
      const asked: unknown[] = []
      const paintingIn = (...colour: readonly number[]) => ({
        name: 'planted',
        abilities: ['fill'],
        fill: async (request: { picture: Picture; replace: Mask }) => {
          asked.push(request)
          const data = request.picture.data.slice()
          request.replace.data.forEach((share, at) => {
            if (share > 0 && colour.length > 0) data.set(colour, 4 * at)
          })
          return { ...request.picture, data }
        },
      })
      const own = task(people.amara, people.kofi)
      const taskWith = (generator: object) => ({ ...own, generator }) as unknown as EffectTask
      await hairTransferPerformer.effect(taskWith(paintingIn(170, 180, 175)))
      // One that leaves the long hair as it is would be delivered with it hanging out below the short hair.
      await expect(hairTransferPerformer.effect(taskWith(paintingIn()))).rejects.toMatchObject({
        condition: 'hidden-face',
      })
      const asking = expect.objectContaining({ prompt: expect.stringMatching(/without/) })
      expect(asked).toEqual([asking, asking])
    },
  )
})

describe('refuses', () => {
  const blank = (width = 300, height = 300): Picture => ({
    width,
    height,
    data: new Uint8ClampedArray(width * height * 4).fill(200),
  })
  /** The picture without its lower part. */
  const cutBelow = (picture: Picture, height: number) =>
    crop(picture, { left: 0, top: 0, width: picture.width, height })

  test.each(
    sampled(3, [
      ['nobody', () => [blank(), people.kofi], 'target'],
      ['two people', () => [sideBySide(people.kofi, people.henrik), people.kofi], 'several'],
      ['a head without shoulders', () => [cutBelow(people.kofi, 262), people.henrik], 'shoulders'],
      ['no room for the hair', () => [cutAbove(people.kofi, 46), people.ines], 'pose'],
      [
        'a reference cut above the forehead',
        () => [people.kofi, cutAbove(people.ines, 60)],
        'pose',
      ],
    ] as const),
  )('%s', async (_, pictures, condition) => {
    const [src, ref] = pictures()
    await expect(transfer(src!, ref)).rejects.toMatchObject({ condition })
  })

  /** The picture with a grey box around a place on a head. */
  async function boxed(name: SitterName, places: readonly (readonly [number, number])[]) {
    const frame = headFrame((await sitFor(name, SIZE)).face)
    const data = people[name].data.slice()
    for (let at = 0; at < data.length / 4; at++) {
      const { u, v } = pixelToHead(frame, at % SIZE.width, Math.floor(at / SIZE.width))
      const isIn = places.some(([a, b]) => Math.abs(u - a) < 0.2 && Math.abs(v - b) < 0.11)
      if (isIn) data.fill(120, 4 * at, 4 * at + 3)
    }
    return { ...people[name], data }
  }

  test('a face cut by the frame', async () => {
    const { width, height } = SIZE
    const cut = crop(people.kofi, { left: 200, top: 0, width: width - 200, height })
    await expect(transfer(cut, people.henrik)).rejects.toMatchObject({ condition: 'cut-face' })
  })

  test('a face of which eyes and mouth are covered', async () => {
    const masked = await boxed('kofi', [
      [0.2, 0],
      [0, -0.42],
    ])
    await expect(transfer(masked, people.henrik)).rejects.toMatchObject({
      condition: 'hidden-face',
    })
  })

  test.runIf(isEveryCaseTried())('a reference that is small', async () => {
    const small = (await sitFor('henrik', { width: 360, height: 405, face: 0.22 })).picture
    await expect(transfer(people.kofi, small)).rejects.toMatchObject({
      condition: 'small-face',
      role: 'ref',
    })
  })

  test.runIf(isEveryCaseTried())(
    'a reference that would have to be enlarged too much',
    async () => {
      const large = (await sitFor('kofi', { width: 1000, height: 1020, face: 0.37 })).picture
      await expect(transfer(large, people.henrik)).rejects.toMatchObject({
        condition: 'small-face',
        role: 'ref',
        message: expect.stringMatching(/for this picture at least/),
      })
    },
  )

  const likeSkin = async (name: SitterName, hair: string) =>
    (await sitFor(name, { ...SIZE, look: { hair } })).picture

  test.runIf(isEveryCaseTried())(
    'own hair that has the colour of the skin, beside shorter hair',
    async () => {
      const src = await likeSkin('kofi', '#5f3d2a')
      const template_id = 'male_crew'
      await expect(transfer(src, undefined, { template_id })).rejects.toMatchObject({
        condition: 'hidden-face',
        role: 'src',
      })
    },
  )

  test.runIf(isEveryCaseTried())(
    'a reference without hair, and the own colour of somebody without',
    async () => {
      const bald = await likeSkin('ines', '#b57a52')
      await expect(transfer(people.kofi, bald)).rejects.toMatchObject({
        condition: 'short-hair',
        role: 'ref',
      })
      const own = { hair_color: 'src', template_id: 'male_crew' }
      await expect(transfer(bald, undefined, own)).rejects.toMatchObject({
        condition: 'short-hair',
        role: 'src',
      })
    },
  )

  test.runIf(isEveryCaseTried())(
    'a reference’s long hair that is lost before cloth of its colour',
    async () => {
      const look = { hairCut: 'long', hair: '#8d4a63' } as const
      const lost = (await sitFor('maren', { ...SIZE, look })).picture
      await expect(transfer(people.kofi, lost)).rejects.toMatchObject({
        condition: 'hidden-face',
        role: 'ref',
      })
    },
  )

  test.runIf(isEveryCaseTried())('long hair that hung behind other shoulders', async () => {
    await expect(transfer(people.henrik, people.amara)).rejects.toMatchObject({
      condition: 'pose',
      role: 'ref',
      message: expect.stringMatching(/shoulders/),
    })
  })

  test.runIf(isEveryCaseTried())('a small face', async () => {
    const small = (await sitFor('kofi', { width: 360, height: 405, face: 0.22 })).picture
    await expect(transfer(small, people.henrik)).rejects.toMatchObject({ condition: 'small-face' })
  })

  function cutAbove(picture: Picture, by: number): Picture {
    const { width, height } = picture
    return crop(picture, { left: 0, top: by, width, height: height - by })
  }

  function sideBySide(one: Picture, other: Picture): Picture {
    const { width, height } = one
    const data = new Uint8ClampedArray(2 * width * height * 4)
    for (let y = 0; y < height; y++) {
      for (const [nth, { data: from }] of [one, other].entries()) {
        data.set(from.subarray(4 * y * width, 4 * (y + 1) * width), 4 * (2 * y + nth) * width)
      }
    }
    return { width: 2 * width, height, data }
  }
})

describe('templates', () => {
  test.runIf(isEveryCaseTried())('a parting shows a line of skin and no stripe', async () => {
    const { face } = await sitFor('henrik', SIZE)
    const frame = headFrame(face)
    const after = await transfer(people.henrik, undefined, {
      template_id: 'female_long_straight',
    })
    // Light skin above dark hair, along a line across the parting.
    const pale = Array.from({ length: 81 }, (_, n) => {
      const { x, y } = headToPixel(frame, 0.005 * (n - 40), 0.64)
      return after.data[4 * (Math.round(y) * SIZE.width + Math.round(x))]! > 100
    })
    expect(pale.filter(Boolean).length * 0.005).toBeLessThan(0.035)
  })

  test('an unknown one is refused', () => {
    expect(() => readHairstyle('nope')).toThrow()
  })

  // In `npm test` hair is given from a reference, and strands are drawn in `strands`.
  test.runIf(isEveryCaseTried())('long hair falls beside the face and leaves it free', async () => {
    const before = people.kofi
    const after = await transfer(before, undefined, { template_id: 'female_copper_layers' })
    // Neither wall nor black hair is as red.
    expect((await colourAt('kofi', after, 0.62, -0.3)).a).toBeGreaterThan(20)
    expect((await colourAt('kofi', after, -0.2, 0.7)).a).toBeGreaterThan(20)
    expect(await changedFace('kofi', before, after)).toBeLessThan(0.03)
  })

  test.runIf(isEveryCaseTried())(
    'it keeps the person’s own colour only where the template allows it',
    async () => {
      const keeping = { template_id: 'male_side_part', hair_color: 'src' }
      const kept = await transfer(people.kofi, undefined, keeping)
      expect((await colourAt('kofi', kept, 0, 0.75)).l).toBeLessThan(22)
      const silver = { template_id: 'male_silver', hair_color: 'src' }
      const own = await transfer(people.kofi, undefined, silver)
      expect((await colourAt('kofi', own, 0, 0.75)).l).toBeGreaterThan(38)
    },
  )
})
