import { beforeAll, describe, expect, test } from 'vitest'
import { drawGarment, dressPerson } from '../../../../engine/effects/cloth-v3/dress-person.ts'
import { fitTop } from '../../../../engine/effects/cloth-v3/fit/fit-top.ts'
import { foldedShare } from '../../../../engine/effects/cloth-v3/fit/mesh.ts'
import type { Garment, TopShape } from '../../../../engine/effects/cloth-v3/garment.ts'
import {
  crossSectionAt,
  wornHemHeight,
} from '../../../../engine/effects/cloth-v3/measure/body-edges.ts'
import { measureLowerBody } from '../../../../engine/effects/cloth-v3/measure/lower-body.ts'
import type { Subject } from '../../../../engine/effects/cloth-v3/measure/wearer.ts'
import {
  openWearer,
  pixelToTorso,
  type Wearer,
} from '../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { readGarment } from '../../../../engine/effects/cloth-v3/read/read-garment.ts'
import { requireCategory } from '../../../../engine/effects/cloth-v3/refuse/require-category.ts'
import { wearTop } from '../../../../engine/effects/cloth-v3/wear/wear-top.ts'
import type { Point } from '../../../../engine/geometry/point.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import { readProduct } from '../../../../engine/product/read-product.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { detectBodies } from '../../../../engine/vision/bodies/detect-bodies.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { garmentNamed } from '../../../../samples/all-garments.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import { ines } from '../../../../samples/people.ts'
import type { DrawnScene } from '../../../../samples/scene.ts'
import { drawGarmentAlone } from '../../../bench/garment-alone.ts'
import { isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { warmVision } from '../../warm-vision.ts'

type Who = 'ines' | 'kofi'

const WIDTH = 600

/** The colour of the top that the drawn woman wears, #3f7f86. */
const TEAL = [63, 127, 134]
/** The drawn woman in the striped T-shirt. */
let striped: Picture
const people = {} as Record<Who, Subject & { scene: DrawnScene; wearer: Wearer }>

beforeAll(async () => {
  const vision = await warmVision()
  for (const who of ['ines', 'kofi'] as const) {
    const scene = await onePerson(who, WIDTH)
    const picture = await decodePicture(scene.png)
    const [body] = await detectBodies(picture, vision)
    const [face] = await detectFaces(picture, vision)
    people[who] = { picture, body: body!, face, scene, wearer: openWearer(picture, body!, face) }
  }
  vision.close()
  striped = dressPerson(people.ines, [await garment('striped-tee')])
})

async function garment(name: string): Promise<Garment> {
  const picture = await decodePicture(await drawProduct(garmentNamed(name), { scale: 1 }))
  return readGarment(readProduct(picture, { removeBackground: true, index: 0 }))
}

/** Calls with each pixel that differs. */
function changed(before: Picture, after: Picture, visit: (at: number) => void): void {
  for (let at = 0; at < before.data.length / 4; at++) {
    const differs = [0, 1, 2].some((c) => before.data[at * 4 + c] !== after.data[at * 4 + c])
    if (differs) visit(at)
  }
}

describe('a striped T-shirt on a drawn woman', () => {
  test('over a dress replaces nothing of it below the hem, as if that was background', async () => {
    const { wearer } = people.ines
    const data = wearer.picture.data.map((value, i) => {
      const { 'upper-garment': upper, 'lower-garment': lower } = wearer.regions
      return Math.max(upper.data[i >> 2]!, lower.data[i >> 2]!) > 0 ? 180 : value
    })
    const { shape } = await garment('tee')
    const top = shape as TopShape
    const dress = wearTop({ ...wearer, picture: { ...wearer.picture, data } }, top, 'top')
    const [mesh] = dress.parts[0]!.meshes
    const hem = mesh!.worn.slice(-mesh!.columns).map((point) => pixelToTorso(wearer.torso, point).v)
    expect(dress.heights.to).toBeLessThanOrEqual(Math.min(...hem) + 0.01)
    expect(wearTop(wearer, top, 'top').heights.to).toBeGreaterThan(Math.max(...hem) - 5)
  })

  test('changes no pixel beside the clothes: face, hands, legs and room keep their bytes', async () => {
    const { picture, scene } = people.ines
    const { joints, mask } = scene.truth.people[0]!
    const wide = joints['leftShoulder']!.x - joints['rightShoulder']!.x
    let count = 0
    changed(picture, striped, (at) => {
      count++
      const [x, y] = [at % picture.width, Math.floor(at / picture.width)]
      expect(y).toBeGreaterThan(joints['leftShoulder']!.y - 0.4 * wide)
      expect(y).toBeLessThan(joints['leftHip']!.y + 0.42 * wide)
      for (const name of ['leftWrist', 'rightWrist']) {
        expect(Math.hypot(x - joints[name]!.x, y - joints[name]!.y)).toBeGreaterThan(0.12 * wide)
      }
      const reach = Math.round(0.12 * wide)
      // A collar stands a little above the shoulder.
      const above = Math.round(0.09 * wide) * picture.width
      const near = [-reach, 0, reach, above].some((by) => mask.data[at + by]! > 0)
      expect(near).toBe(true)
    })
    expect(count).toBeGreaterThan(0.3 * wide * wide)
  })

  test('has level stripes as far apart on the chest as at the waist', async () => {
    const { picture, scene } = people.ines
    const { joints } = scene.truth.people[0]!
    const [left, right] = [joints['rightShoulder']!, joints['leftShoulder']!]
    const middle = (left.x + right.x) / 2
    const wide = right.x - left.x
    const [top, bottom] = [left.y + 0.2 * wide, joints['leftHip']!.y - 0.1 * wide]
    const edgesAt = (x: number): number[] => {
      const light = (y: number) => striped.data[(y * picture.width + Math.round(x)) * 4]!
      const found: number[] = []
      for (let y = Math.round(top); y < bottom; y++) {
        const [a, b] = [light(y), light(y + 1)]
        if (a < 140 && b >= 140) found.push(y + (140 - a) / (b - a))
      }
      return found
    }
    const centre = edgesAt(middle)
    expect(centre.length).toBeGreaterThan(6)
    const steps = centre.slice(1).map((y, n) => y - centre[n]!)
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length
    for (const step of steps) expect(Math.abs(step / mean - 1)).toBeLessThan(0.15)
    for (const aside of [-0.25, 0.25]) {
      const edges = edgesAt(middle + aside * wide)
      expect(Math.abs(edges.length - centre.length)).toBeLessThan(2)
      // One at either end can lie beyond what is looked at.
      const inside = edges.filter(
        (y) => y > centre[0]! - 0.5 * mean && y < centre.at(-1)! + 0.5 * mean,
      )
      for (const [n, y] of inside.entries()) {
        const off = Math.min(...centre.map((other) => Math.abs(y - other)))
        expect(off, `stripe ${n}`).toBeLessThan(0.03 * wide)
      }
    }
  })

  test('is not folded over, nor stretched across more than bounds', async () => {
    const tee = await garment('striped-tee')
    const { torso, sleeves, scale } = fitTop(tee.shape as TopShape, people.ines.wearer)
    for (const mesh of [torso, ...sleeves]) expect(foldedShare(mesh)).toBeLessThan(0.06)
    const row = (torso.rows - 8) * torso.columns + (torso.columns >> 1)
    const across =
      (torso.worn[row + 1]!.x - torso.worn[row - 1]!.x) /
      (torso.flat[row + 1]!.x - torso.flat[row - 1]!.x)
    expect(across / scale).toBeGreaterThan(0.8)
    expect(across / scale).toBeLessThan(1.2)
  })
})

/** Somebody with what regions take for the upper garment as well, where it says so. */
function takenForTop(
  wearer: Wearer,
  isTaken: (at: number, x: number, y: number) => boolean,
): Wearer {
  const upper = wearer.regions['upper-garment']
  const data = upper.data.map((share, at) =>
    isTaken(at, at % upper.width, Math.floor(at / upper.width)) ? 255 : share,
  )
  return { ...wearer, regions: { ...wearer.regions, 'upper-garment': { ...upper, data } } }
}

describe('what regions take for the top that is worn', () => {
  test.runIf(isEveryCaseTried())(
    'is no collar where it has the colour of skin, and the neckline stays',
    async () => {
      const { wearer } = people.ines
      const { torso, regions, picture } = wearer
      const alone = await drawGarmentAlone({ ...ines, at: { x: 0, y: 0 }, height: 1 }, 'upper_body')
      const shape = readGarment(readProduct(alone, { removeBackground: true, index: 0 }))
        .shape as TopShape
      const isNeck = (at: number, x: number, y: number): boolean => {
        const { u, v } = pixelToTorso(torso, { x, y })
        const isNear = Math.abs(u) < 0.2 * torso.shoulders && v > -0.45 * torso.shoulders && v < 0
        return isNear && regions['body-skin'].data[at]! > 12
      }
      const fooled = takenForTop(wearer, isNeck)
      const data = picture.data.slice()
      for (let at = 0; at < data.length / 4; at++) {
        if (isNeck(at, at % picture.width, Math.floor(at / picture.width))) data.set(TEAL, 4 * at)
      }
      const collared = { ...fooled, picture: { ...picture, data } }
      const [own, neck, collar] = [wearer, fooled, collared].map(
        (one) => fitTop(shape, one).neckline[0]!.y,
      ) as [number, number, number]
      expect(Math.abs(neck - own) / torso.shoulders).toBeLessThan(0.005)
      expect((own - collar) / torso.shoulders).toBeGreaterThan(0.03)
    },
  )

  test('keeps its bytes well below the hem of the new one', async () => {
    const { wearer } = people.ines
    const { torso } = wearer
    const { product, shape } = await garment('tee')
    const hem = wornHemHeight(wearer)
    const isPatch = (x: number, y: number): boolean => {
      const { u, v } = pixelToTorso(torso, { x, y })
      const below = (v - hem) / torso.shoulders
      return Math.abs(u) < 0.1 * torso.shoulders && below > 0.1 && below < 0.14
    }
    const fooled = takenForTop(wearer, (_, x, y) => isPatch(x, y))
    const out = drawGarment(fooled, product, wearTop(fooled, shape as TopShape, 'top'))
    let count = 0
    changed(wearer.picture, out, (at) => {
      if (isPatch(at % out.width, Math.floor(at / out.width))) count++
    })
    expect(count).toBe(0)
  })
})

test.runIf(isEveryCaseTried())('sleeves follow the arms to the wrists', async () => {
  const { wearer, scene } = people.kofi
  const { sleeves } = fitTop((await garment('sweater')).shape as TopShape, wearer)
  const { joints } = scene.truth.people[0]!
  const wide = joints['leftShoulder']!.x - joints['rightShoulder']!.x
  for (const [n, wrist] of ['rightWrist', 'leftWrist'].entries()) {
    const cuff = sleeves[n]!.worn.at(-13)!
    const { x, y } = joints[wrist]!
    expect(Math.hypot(cuff.x - x, cuff.y - y)).toBeLessThan(0.2 * wide)
  }
})

test('a top that is too short is lengthened in the plain cloth above its hem alone', async () => {
  const { wearer } = people.ines
  const { torso } = wearer
  const tee = (await garment('tee')).shape as TopShape
  const armpit = (tee.armpits[0].y + tee.armpits[1].y) / 2
  const shorten = (share: number): TopShape => {
    const at = ({ x, y }: Point): Point => ({ x, y: armpit + share * (y - armpit) })
    const sides = [tee.sides[0].map(at), tee.sides[1].map(at)] as const
    return { ...tee, sides, hem: tee.hem.map(at), plainBelow: undefined }
  }
  const hems = (shape: TopShape) =>
    fitTop(shape, wearer).hem.map((point) => pixelToTorso(torso, point).v)
  const short = [0.9, 0.8, 0.7, 0.6].map(shorten).find((shape) => {
    try {
      return hems(shape).length === 0
    } catch {
      return true
    }
  })!
  expect(() => fitTop(short, wearer)).toThrow(/reaches lower/)
  const end = short.hem[short.hem.length >> 1]!.y
  const plain = { ...short, plainBelow: armpit + 0.5 * (end - armpit) }
  expect(Math.max(...hems(plain))).toBeGreaterThan(wornHemHeight(wearer))
  const { printed, torso: mesh, scale } = fitTop(plain, wearer)
  expect(printed.rows).toBeLessThan(mesh.rows)
  // The rows just above the plain cloth are drawn out by a tenth.
  const column = mesh.columns >> 1
  const [upper, lower] = [printed.rows - 3, printed.rows - 1].map((row) => ({
    worn: printed.worn[row * mesh.columns + column]!.y,
    flat: printed.flat[row * mesh.columns + column]!.y,
  })) as [{ worn: number; flat: number }, { worn: number; flat: number }]
  const drawn = (lower.worn - upper.worn) / (scale * (lower.flat - upper.flat))
  expect(drawn).toBeGreaterThan(0.95)
  expect(drawn).toBeLessThan(1.25)
  expect(() => fitTop({ ...short, plainBelow: armpit + 0.9 * (end - armpit) }, wearer)).toThrow(
    /reaches lower/,
  )
})

describe('jeans on a drawn woman in trousers', () => {
  test('cover the old ones, and leave hands, top and room alone', async () => {
    const { picture, scene } = people.ines
    const { joints, mask } = scene.truth.people[0]!
    const worn = dressPerson(people.ines, [await garment('jeans')])
    const wide = joints['leftShoulder']!.x - joints['rightShoulder']!.x
    let count = 0
    changed(picture, worn, (at) => {
      count++
      const [x, y] = [at % picture.width, Math.floor(at / picture.width)]
      expect(y).toBeGreaterThan(joints['leftHip']!.y - 0.15 * wide)
      // The hem's shadow lies on the upper part of the shoes.
      expect(y).toBeLessThan(joints['leftAnkle']!.y + 0.25 * wide)
      const reach = Math.round(0.14 * wide)
      expect([-reach, 0, reach].some((by) => mask.data[at + by]! > 0)).toBe(true)
      for (const name of ['leftWrist', 'rightWrist']) {
        expect(Math.hypot(x - joints[name]!.x, y - joints[name]!.y)).toBeGreaterThan(0.1 * wide)
      }
    })
    expect(count).toBeGreaterThan(0.6 * wide * wide)
    for (const side of ['left', 'right']) {
      for (const share of [0.15, 0.5, 0.9]) {
        const [knee, ankle] = [joints[`${side}Knee`]!, joints[`${side}Ankle`]!]
        const x = Math.round(knee.x + share * (ankle.x - knee.x))
        const y = Math.round(knee.y + share * (ankle.y - knee.y))
        const at = (y * picture.width + x) * 4
        // The old trousers are brown.
        expect(worn.data[at + 2]! - worn.data[at]!, `${side} ${share}`).toBeGreaterThan(20)
      }
    }
  })

  test('end where the old ones end, and part near the crotch', async () => {
    const { wearer, scene } = people.ines
    const { joints } = scene.truth.people[0]!
    const wide = joints['leftShoulder']!.x - joints['rightShoulder']!.x
    const { ends, crotch } = measureLowerBody(wearer)
    const unit = wide / 134
    const truth = {
      crotch: joints['leftHip']!.y + 35 * unit,
      hem: joints['leftAnkle']!.y + 17 * unit,
    }
    expect(Math.abs(crotch.y - truth.crotch) / wide).toBeLessThan(0.1)
    for (const n of [0, 1] as const) {
      const { at } = crossSectionAt(wearer.legs[n], ends[n], n === 0 ? -1 : 1)
      expect(Math.abs(at.y - truth.hem) / wide).toBeLessThan(0.02)
    }
  })
})

test.runIf(isEveryCaseTried())(
  'a long skirt over trousers leaves top, hands, shoes and room alone',
  async () => {
    const { picture, scene } = people.ines
    const { joints, mask } = scene.truth.people[0]!
    const wide = joints['leftShoulder']!.x - joints['rightShoulder']!.x
    const worn = dressPerson(people.ines, [await garment('long-skirt')])
    let count = 0
    changed(picture, worn, (at) => {
      count++
      const [x, y] = [at % picture.width, Math.floor(at / picture.width)]
      expect(y).toBeGreaterThan(joints['leftHip']!.y - 0.15 * wide)
      expect(y).toBeLessThan(joints['leftAnkle']!.y + 0.25 * wide)
      const near = [-0.5, -0.3, -0.15, 0, 0.15, 0.3, 0.5].some(
        (by) => mask.data[at + Math.round(by * wide)]! > 0,
      )
      expect(near).toBe(true)
      for (const name of ['leftWrist', 'rightWrist']) {
        expect(Math.hypot(x - joints[name]!.x, y - joints[name]!.y)).toBeGreaterThan(0.1 * wide)
      }
    })
    expect(count).toBeGreaterThan(0.6 * wide * wide)
  },
)

describe('what cannot be worn is refused with words', () => {
  test('short sleeves over long ones', async () => {
    const tee = await garment('tee')
    expect(() => dressPerson(people.kofi, [tee])).toThrow(/sleeves at least as long/)
  })

  test.each(
    sampled(2, [
      ['lower_body', 'top'],
      ['upper_body', 'dress'],
      ['full_body', 'trousers'],
      ['upper_body', 'skirt'],
    ] as const),
  )('with %s what is a %s', (category, kind) => {
    expect(() => requireCategory(category, kind)).toThrow(/The reference shows/)
    expect(() => requireCategory('auto', kind)).not.toThrow()
  })

  test('shorts and a short skirt over trousers', async () => {
    const { ines: who } = people
    const shorts = await garment('shorts')
    expect(() => dressPerson(who, [shorts])).toThrow(/legs of what is worn are longer/)
    const skirt = await garment('pleated-skirt')
    expect(() => dressPerson(who, [skirt])).toThrow(/reaches lower than the skirt/)
  })

  test.runIf(isEveryCaseTried())(
    'somebody turned away, with an arm before the body, or with one raised',
    async () => {
      const tee = await garment('tee')
      const { body } = people.ines
      const pose = (moves: Record<number, (p: { x: number; y: number }) => object>): Subject => ({
        ...people.ines,
        body: {
          ...body,
          landmarks: body.landmarks.map((p, n) => ({ ...p, ...moves[n]?.(p) })),
        },
      })
      const [hip, shoulder] = [body.landmarks[23]!, body.landmarks[11]!]
      const other = body.landmarks[12]!
      expect(() => dressPerson(pose({ 12: () => ({ x: shoulder.x - 10 }) }), [tee])).toThrow(
        /turned away/,
      )
      const belly = { x: (hip.x + other.x) / 2, y: (hip.y + shoulder.y) / 2 }
      expect(() => dressPerson(pose({ 15: () => belly }), [tee])).toThrow(
        /before or behind the body/,
      )
      const up = { x: shoulder.x + 40, y: shoulder.y - 60 }
      expect(() =>
        dressPerson(pose({ 13: () => up, 15: () => ({ ...up, y: up.y - 60 }) }), [tee]),
      ).toThrow(/raised/)
    },
  )

  test('a dress where the picture ends above its hem, a top where it ends above the elbows', async () => {
    const { picture, body, face, scene } = people.ines
    const cut = (joint: 'leftKnee' | 'leftElbow'): Subject => {
      const height = Math.floor(scene.truth.people[0]!.joints[joint]!.y) - 20
      const size = { width: picture.width, height }
      const mask = { ...size, data: body.mask.data.slice(0, size.width * height) }
      const shown = { ...size, data: picture.data.slice(0, 4 * size.width * height) }
      return { picture: shown, body: { ...body, mask }, face }
    }
    const dress = await garment('striped-dress')
    expect(() => dressPerson(cut('leftKnee'), [dress])).toThrow(/ends above the hem/)
    const tee = await garment('tee')
    expect(() => dressPerson(cut('leftElbow'), [tee])).toThrow(/ends above the elbows/)
  })

  test.runIf(isEveryCaseTried())(
    'and neither where it ends at the waist: the hem is outside of it',
    async () => {
      const { picture, body, face, scene } = people.ines
      const { joints } = scene.truth.people[0]!
      const height = Math.floor(0.5 * (joints['leftElbow']!.y + joints['leftHip']!.y))
      const size = { width: picture.width, height }
      const cut = { ...size, data: picture.data.slice(0, 4 * size.width * height) }
      const mask = { ...size, data: body.mask.data.slice(0, size.width * height) }
      const result = dressPerson({ picture: cut, body: { ...body, mask }, face }, [
        await garment('tee'),
      ])
      // The blue of the T-shirt reaches the lower border.
      const at = 4 * ((height - 1) * size.width + Math.round(joints['nose']?.x ?? size.width / 2))
      expect(result.data[at + 2]! - result.data[at]!).toBeGreaterThan(40)
    },
  )

  test('the garment that is worn already', async () => {
    const tee = await garment('tee')
    const picture = dressPerson(people.ines, [tee])
    expect(() => dressPerson({ ...people.ines, picture }, [tee])).toThrow(/looks like the one/)
  })
})
