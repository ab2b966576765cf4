import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cropDonor } from '../../../../engine/effects/face-swap/donor.ts'
import { faceMesh, MESH_LANDMARKS } from '../../../../engine/effects/face-swap/face-mesh.ts'
import { swapFace } from '../../../../engine/effects/face-swap/face-swap.ts'
import type { Point } from '../../../../engine/geometry/point.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { changedWithin, meanLab, roughness } from '../../face/measure-skin.ts'
import { donor, painted, type Sitter, sit, swapped, target } from './sitters.ts'

/** The swap that most tests below examine. */
const usual = swapped()

describe('the swapped face', () => {
  test('has irises that are nearer to the donor’s colour', () => {
    const iris = (picture: Picture) =>
      meanLab(picture, target.drawn.pointAt(16.8, 51.6), 0.7 * target.drawn.scale)
    const own = iris(target.drawn.picture)
    expect(own.a).toBeGreaterThan(7)
    expect(iris(usual).a).toBeLessThan(own.a - 2)
    expect(iris(usual).l).toBeGreaterThan(1.1 * own.l)
  })

  test('has the target’s light and skin colour', () => {
    for (const [x, y] of [
      [-17, 62],
      [17, 62],
      [0, 32],
      [0, 92],
    ] as const) {
      const at = target.drawn.pointAt(x, y)
      const [before, now] = [target.drawn.picture, usual].map((p) =>
        meanLab(p, at, 2 * target.drawn.scale),
      )
      expect(Math.abs(now!.l - before!.l)).toBeLessThan(4)
      expect(Math.hypot(now!.a - before!.a, now!.b - before!.b)).toBeLessThan(5)
    }
  })

  test('has no seam: across the edge of the face colours run as smoothly as before', () => {
    const step = (picture: Picture, x: number, y: number) => {
      const [inside, outside] = [0.93, 1.05].map((k) =>
        meanLab(picture, target.drawn.pointAt(x * k, y), 1.2 * target.drawn.scale),
      )
      return Math.hypot(inside!.l - outside!.l, inside!.a - outside!.a, inside!.b - outside!.b)
    }
    for (const [x, y] of [
      [-30, 66],
      [30, 66],
      [-27, 80],
      [27, 80],
    ] as const) {
      expect(Math.abs(step(usual, x, y) - step(target.drawn.picture, x, y))).toBeLessThan(5)
    }
  })

  test('leaves hair, ears, neck and wall byte for byte', () => {
    const { picture, pointAt, scale } = target.drawn
    expect(changedWithin(picture, usual, pointAt(0, 4), 7 * scale)).toBe(0)
    expect(changedWithin(picture, usual, pointAt(38, 56), 2 * scale)).toBe(0)
    expect(changedWithin(picture, usual, pointAt(0, 108), 3 * scale)).toBe(0)
    expect(changedWithin(picture, usual, pointAt(-46, 60), 3 * scale)).toBe(0)
    expect(changedWithin(picture, usual, pointAt(0, 66), 8 * scale)).toBeGreaterThan(500)
  })

  test('is unchanged when a face is put onto itself', () => {
    const { drawn, face } = target
    const after = swapFace(drawn.picture, face, cropDonor(drawn.picture, face))
    let sum = 0
    for (let i = 0; i < after.data.length; i++)
      sum += Math.abs(after.data[i]! - drawn.picture.data[i]!)
    expect(sum / after.data.length).toBeLessThan(0.5)
  })
})

describe('the swapped face fits the target’s picture', () => {
  test('in sharpness: it is as soft as a soft picture', async () => {
    const soft = {
      ...target,
      drawn: { ...target.drawn, picture: await blurred(target.drawn.picture, 3) },
    }
    const after = swapped(soft)
    const steepest = (picture: Picture) =>
      steepestStep(picture, target.drawn.pointAt(16, 50), 9 * target.drawn.scale)
    expect(steepest(usual)).toBeGreaterThan(2 * steepest(soft.drawn.picture))
    expect(steepest(after)).toBeLessThan(1.35 * steepest(soft.drawn.picture))
  })

  test('in sharpness: eyes and brows are not blurred for freckles around them', () => {
    const random = seededRandom(7)
    const { picture, pointAt, scale } = target.drawn
    const eyes = [-17, 17].map((x) => pointAt(x, 47))
    const data = picture.data.slice()
    for (let i = 0; i < data.length; i += 4) {
      const [x, y] = [(i / 4) % picture.width, Math.floor(i / 4 / picture.width)]
      const speck = 70 * (random() - 0.5)
      if (eyes.some((eye) => Math.hypot(x - eye.x, y - eye.y) < 16 * scale)) continue
      for (let k = i; k < i + 3; k++) data[k] = data[k]! + speck
    }
    const freckled = { ...target, drawn: { ...target.drawn, picture: { ...picture, data } } }
    const steepest = (of: Picture) => steepestStep(of, pointAt(16, 50), 6 * scale)
    expect(steepest(swapped(target, freckled))).toBeGreaterThan(0.9 * steepest(picture))
  })

  test('in grain: smooth skin gets the picture’s grain', () => {
    const picture = grainy(target.drawn.picture, 9)
    const after = swapped({ ...target, drawn: { ...target.drawn, picture } })
    const grain = (p: Picture) =>
      roughness(p, target.drawn.pointAt(-17, 64), 3 * target.drawn.scale)
    expect(grain(usual)).toBeLessThan(0.4 * grain(picture))
    expect(grain(after)).toBeGreaterThan(0.6 * grain(picture))
    expect(grain(after)).toBeLessThan(1.4 * grain(picture))
  })

  test('in a lamp’s light: black brows are no bluer than its shades, whites of eyes are as warm as skin', () => {
    const lamp = [255, 120, 0]
    const warm = painted(target, 'M-60 -10 L60 -10 L60 120 L-60 120 Z', lamp, 0.3)
    const black = painted(donor, 'M9 40 L25 40 L25 46 L9 46 Z', [24, 25, 34], 1)
    const colours = (picture: Picture) => ({
      brow: meanLab(picture, target.drawn.pointAt(17, 43), target.drawn.scale),
      white: meanLab(picture, target.drawn.pointAt(11, 50.8), 0.4 * target.drawn.scale),
    })
    const [before, after, usually] = [
      warm.drawn.picture,
      swapped(warm, black),
      swapped(target, black),
    ].map(colours)
    expect(after!.brow.b).toBeGreaterThan(6)
    expect(usually!.white.b).toBeLessThan(10)
    expect(Math.abs(after!.white.b - before!.white.b)).toBeLessThan(5)
    expect(Math.abs(after!.white.a - before!.white.a)).toBeLessThan(5)
    expect(after!.white.l).toBeLessThan(before!.white.l + 3)
    expect(after!.white.l).toBeGreaterThan(before!.white.l - 15)
  })

  test('in shading: a shadow, a flush and bright lips of the donor stay behind', () => {
    const smudge = painted(donor, 'M-24 26 L-4 22 L2 34 L-20 38 Z', [70, 45, 30], 0.4)
    const flushed = painted(smudge, 'M-6 60 L6 60 L8 70 L-8 70 Z', [235, 60, 50], 0.4)
    const painter = painted(flushed, 'M-13 78 L0 76 L13 78 L6 86 L-6 86 Z', [255, 40, 110], 0.7)
    const after = swapped(target, painter)
    for (const [x, y] of [
      [-10, 30],
      [0, 64],
      [0, 83.5],
    ] as const) {
      const at = target.drawn.pointAt(x, y)
      const [before, now] = [usual, after].map((p) => meanLab(p, at, 2 * target.drawn.scale))
      expect(Math.abs(now!.l - before!.l), `L* at ${x} ${y}`).toBeLessThan(6)
      const colour = Math.hypot(now!.a - before!.a, now!.b - before!.b)
      expect(colour, `colour at ${x} ${y}`).toBeLessThan(6)
    }
  })

  test('in shading: a light of another colour on one half of the target stays', () => {
    const lit = painted(target, 'M0 0 L50 0 L50 110 L0 110 Z', [60, 90, 255], 0.22)
    const after = swapped(lit, donor)
    const cast = (picture: Picture) => {
      const [one, other] = [-17, 17].map((x) =>
        meanLab(picture, target.drawn.pointAt(x, 63), 2 * target.drawn.scale),
      )
      return one!.b - other!.b
    }
    expect(cast(lit.drawn.picture)).toBeGreaterThan(8)
    expect(cast(after) / cast(lit.drawn.picture)).toBeGreaterThan(0.75)
    expect(cast(after) / cast(lit.drawn.picture)).toBeLessThan(1.25)
  })

  test('in shading: a cheek in a shadow is replaced too, and stays as dark as it was', () => {
    const shaded = painted(target, 'M12 54 L40 54 L40 90 L12 90 Z', [40, 24, 16], 0.7)
    const after = swapped(shaded, donor)
    const { pointAt, scale } = shaded.drawn
    for (const [x, y] of [
      [18, 64],
      [12, 70],
    ] as const) {
      const [before, now] = [shaded.drawn.picture, after].map((p) =>
        meanLab(p, pointAt(x, y), 2 * scale),
      )
      expect(Math.abs(now!.l - before!.l)).toBeLessThan(5)
      expect(changedWithin(shaded.drawn.picture, after, pointAt(x, y), 2 * scale)).toBeGreaterThan(
        100,
      )
    }
  })

  test('in the colour of its eyes: brown ones in lamplight are not red in daylight', () => {
    const lamp = [255, 90, 0]
    const dark = { ...target, drawn: { ...target.drawn } }
    const lit = painted(dark, 'M-60 -10 L60 -10 L60 120 L-60 120 Z', lamp, 0.25)
    const iris = (from: Sitter) =>
      meanLab(swapped(donor, from), donor.drawn.pointAt(16.8, 51.6), 0.7 * donor.drawn.scale)
    const [plain, warm] = [iris(dark), iris(lit)]
    expect(Math.hypot(warm.a - plain.a, warm.b - plain.b)).toBeLessThan(10)
  })

  test('in light and hue of what is finer than light: a shadow beside the nose, and a tinge on it', () => {
    const off = (x: number, width: number, colour: readonly number[]) => {
      const [left, right] = [x - width, x + width]
      const path = `M${left} 48 L${right} 48 L${right} 68 L${left} 68 Z`
      const marked = painted(target, path, colour, 0.5)
      const [before, after] = [marked.drawn.picture, swapped(marked)].map((picture) =>
        meanLab(picture, target.drawn.pointAt(x, 58), 0.6 * target.drawn.scale),
      )
      return { l: Math.abs(after!.l - before!.l), a: Math.abs(after!.a - before!.a) }
    }
    expect(off(7, 2, [20, 10, 5]).l).toBeLessThan(8)
    expect(off(0, 2, [60, 120, 60]).a).toBeLessThan(5)
  })

  test('without a blonde fringe, whose strands have the colour of skin', () => {
    const strands = Array.from({ length: 9 }, (_, k) => -26 + 6.5 * k).reduce(
      (sitter, x) =>
        painted(sitter, `M${x} 8 L${x + 2} 8 L${x + 4} 40 L${x + 2} 40 Z`, [205, 160, 120], 0.9),
      donor,
    )
    const after = swapped(target, strands)
    const rough = (picture: Picture) =>
      roughness(picture, target.drawn.pointAt(0, 28), 6 * target.drawn.scale)
    expect(rough(after)).toBeLessThan(1.5 * rough(usual) + 0.3)
  })

  test('without the donor’s hair beside the cheek', async () => {
    const lock = '<path d="M-36 30 L-20 44 L-22 84 L-36 84 Z" fill="#1c130f"/>'
    const veiled = await sit({ look: { skin: '#efc9ad' }, scale: 4.1, marks: lock })
    const after = swapped(target, veiled)
    const at = target.drawn.pointAt(-25, 64)
    const [before, now] = [target.drawn.picture, after].map((p) =>
      meanLab(p, at, 2.5 * target.drawn.scale),
    )
    expect(Math.abs(now!.l - before!.l)).toBeLessThan(5)
  })
})

test('a frontal face unrolls without folds', () => {
  const points = MESH_LANDMARKS.map((i) => target.face.landmarks[i]!)
  const areas = faceMesh(target.face.landmarks).map(([i, j, k]) => {
    const [a, b, c] = [points[i]!, points[j]!, points[k]!]
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  })
  const folded = areas.filter((area) => area < 0).reduce((sum, area) => sum - area, 0)
  const whole = areas.filter((area) => area > 0).reduce((sum, area) => sum + area, 0)
  expect(areas.length).toBeGreaterThan(800)
  expect(folded / whole).toBeLessThan(0.01)
})

async function blurred({ width, height, data }: Picture, sigma: number): Promise<Picture> {
  const raw = { width, height, channels: 4 } as const
  const soft = await sharp(data, { raw }).blur(sigma).raw().toBuffer()
  return { width, height, data: new Uint8ClampedArray(soft) }
}

/** The picture with noise of this deviation, the same in all three colours. */
function grainy({ width, height, data }: Picture, deviation: number): Picture {
  const random = seededRandom(5)
  let noise = 0
  const noisy = data.map((value, i) => {
    if (i % 4 === 0) noise = 2 * deviation * (random() + random() + random() - 1.5)
    return i % 4 === 3 ? value : value + noise
  })
  return { width, height, data: noisy }
}

/** The largest difference in L* between neighbours within a circle. */
function steepestStep(picture: Picture, { x, y }: Point, radius: number): number {
  let most = 0
  for (let row = Math.ceil(y - radius); row < y + radius; row++) {
    for (let column = Math.ceil(x - radius); column < x + radius; column++) {
      const [here, next] = [0.5, 1.5].map(
        (k) => meanLab(picture, { x: column + k, y: row + 0.5 }, 0.5).l,
      )
      most = Math.max(most, Math.abs(next! - here!))
    }
  }
  return most
}
