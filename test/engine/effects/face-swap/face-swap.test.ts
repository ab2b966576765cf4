import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/fault.ts'
import { faceMesh, MOVED } from '../../../../engine/effects/face-swap/face-mesh.ts'
import { swapFace } from '../../../../engine/effects/face-swap/face-swap.ts'
import { giverOf } from '../../../../engine/effects/face-swap/giver.ts'
import { triangulate } from '../../../../engine/effects/face-swap/triangulate.ts'
import { paintPolygon } from '../../../../engine/effects/skin/paint-polygon.ts'
import { seeded } from '../../../../engine/raster/fill/random.ts'
import type { Picture, Point } from '../../../../engine/raster/picture.ts'
import type { Face } from '../../../../engine/vision/face.ts'
import { type DrawnFace, drawFace, type Portrait } from '../skin/draw-face.ts'
import { faceIn } from '../skin/face-in.ts'
import { changedWithin, meanLab, roughness } from '../skin/measure-skin.ts'

const GREEN = '#2f7d4f'

type Sitter = { drawn: DrawnFace; face: Face }
const sit = async (portrait: Portrait): Promise<Sitter> => {
  const drawn = await drawFace(portrait)
  return { drawn, face: await faceIn(drawn.picture) }
}

let old: Sitter
let giver: Sitter
beforeAll(async () => {
  old = await sit({ look: { skin: '#8a5a3c', hair: '#201510', eyes: '#3a2412' } })
  giver = await sit({
    look: { skin: '#efc9ad', hair: '#7a4a24', eyes: GREEN },
    scale: 4.1,
    tilt: 5,
  })
}, 60_000)

const swapped = (to: Sitter = old, from: Sitter = giver) =>
  swapFace(to.drawn.picture, to.face, giverOf(from.drawn.picture, from.face))

describe('the new face', () => {
  test('has the giver’s eyes in the old face’s place', () => {
    const after = swapped()
    const iris = (picture: typeof after) =>
      meanLab(picture, old.drawn.place(16.8, 51.6), 0.7 * old.drawn.scale)
    expect(iris(old.drawn.picture).a).toBeGreaterThan(2)
    expect(iris(after).a).toBeLessThan(-4)
  })

  test('has the old face’s light and skin colour', () => {
    const after = swapped()
    for (const [x, y] of [
      [-17, 62],
      [17, 62],
      [0, 32],
      [0, 92],
    ] as const) {
      const at = old.drawn.place(x, y)
      const [before, now] = [old.drawn.picture, after].map((p) =>
        meanLab(p, at, 2 * old.drawn.scale),
      )
      expect(Math.abs(now!.l - before!.l)).toBeLessThan(4)
      expect(Math.hypot(now!.a - before!.a, now!.b - before!.b)).toBeLessThan(5)
    }
  })

  test('has no seam: across the edge of the face colours run as smoothly as before', () => {
    const after = swapped()
    const step = (picture: typeof after, x: number, y: number) => {
      const [inside, outside] = [0.93, 1.05].map((k) =>
        meanLab(picture, old.drawn.place(x * k, y), 1.2 * old.drawn.scale),
      )
      return Math.hypot(inside!.l - outside!.l, inside!.a - outside!.a, inside!.b - outside!.b)
    }
    for (const [x, y] of [
      [-30, 66],
      [30, 66],
      [-27, 80],
      [27, 80],
    ] as const) {
      expect(Math.abs(step(after, x, y) - step(old.drawn.picture, x, y))).toBeLessThan(5)
    }
  })

  test('leaves hair, ears, neck and wall byte for byte', () => {
    const after = swapped()
    const { picture, place, scale } = old.drawn
    expect(changedWithin(picture, after, place(0, 4), 7 * scale)).toBe(0)
    expect(changedWithin(picture, after, place(38, 56), 2 * scale)).toBe(0)
    expect(changedWithin(picture, after, place(0, 108), 3 * scale)).toBe(0)
    expect(changedWithin(picture, after, place(-46, 60), 3 * scale)).toBe(0)
    expect(changedWithin(picture, after, place(0, 66), 8 * scale)).toBeGreaterThan(500)
  })

  test('given to itself stays what it was', () => {
    const { drawn, face } = old
    const after = swapFace(drawn.picture, face, giverOf(drawn.picture, face))
    let sum = 0
    for (let i = 0; i < after.data.length; i++)
      sum += Math.abs(after.data[i]! - drawn.picture.data[i]!)
    expect(sum / after.data.length).toBeLessThan(0.5)
  })
})

describe('the new face fits the old picture', () => {
  test('in sharpness: in a soft picture it is as soft', async () => {
    const soft = { ...old, drawn: { ...old.drawn, picture: await blurred(old.drawn.picture, 3) } }
    const after = swapped(soft)
    const steepest = (picture: Picture) =>
      steepestStep(picture, old.drawn.place(16, 50), 9 * old.drawn.scale)
    expect(steepest(swapped())).toBeGreaterThan(2 * steepest(soft.drawn.picture))
    expect(steepest(after)).toBeLessThan(1.35 * steepest(soft.drawn.picture))
  })

  test('in grain: smooth skin gets that of the picture', () => {
    const picture = grainy(old.drawn.picture, 9)
    const after = swapped({ ...old, drawn: { ...old.drawn, picture } })
    const grain = (p: Picture) => roughness(p, old.drawn.place(-17, 64), 3 * old.drawn.scale)
    expect(grain(swapped())).toBeLessThan(0.4 * grain(picture))
    expect(grain(after)).toBeGreaterThan(0.6 * grain(picture))
    expect(grain(after)).toBeLessThan(1.4 * grain(picture))
  })

  test('in colour where it is dark: brows of a giver in lamplight do not glow red', () => {
    const lit = painted(giver, 'M9 40 L25 40 L25 46 L9 46 Z', [105, 38, 18], 1)
    const after = swapped(old, lit)
    const [brow, skin] = [old.drawn.place(17, 43), old.drawn.place(17, 64)].map((at) =>
      meanLab(after, at, old.drawn.scale),
    )
    expect(brow!.l).toBeLessThan(skin!.l - 5)
    expect(brow!.a).toBeLessThan(skin!.a + 4)
  })

  test('in contrast: the brows of dark skin stay dark on light skin', () => {
    const after = swapped(giver, old)
    const { place, scale } = giver.drawn
    const skin = meanLab(after, place(-17, 64), scale).l
    const brow = [14, 17, 20].map((x) => meanLab(after, place(x, 42.5), 0.5 * scale).l)
    expect(skin).toBeGreaterThan(75)
    expect(Math.min(...brow)).toBeLessThan(0.3 * skin)
  })

  test('without the giver’s hair beside the cheek', async () => {
    const lock = '<path d="M-36 30 L-20 44 L-22 84 L-36 84 Z" fill="#1c130f"/>'
    const veiled = await sit({ look: { skin: '#efc9ad' }, scale: 4.1, marks: lock })
    const after = swapped(old, veiled)
    const at = old.drawn.place(-25, 64)
    const [before, now] = [old.drawn.picture, after].map((p) =>
      meanLab(p, at, 2.5 * old.drawn.scale),
    )
    expect(Math.abs(now!.l - before!.l)).toBeLessThan(5)
    const iris = meanLab(after, old.drawn.place(16.8, 51.6), 0.7 * old.drawn.scale)
    expect(iris.l).not.toBeCloseTo(
      meanLab(old.drawn.picture, old.drawn.place(16.8, 51.6), 0.7 * old.drawn.scale).l,
      0,
    )
  })
})

test('the mouth stays the old one, lips and all, where the giver’s is open', () => {
  const landmarks = structuredClone(giver.face.landmarks)
  const width = landmarks[291]!.x - landmarks[61]!.x
  landmarks[14] = { ...landmarks[14]!, y: landmarks[13]!.y + 0.3 * width }
  const after = swapped(old, { drawn: giver.drawn, face: { ...giver.face, landmarks } })
  const lips = old.face.landmarks[17]!
  const at = { x: lips.x, y: lips.y - 1.5 * old.drawn.scale }
  expect(changedWithin(old.drawn.picture, after, at, 0.6 * old.drawn.scale)).toBe(0)
  expect(changedWithin(old.drawn.picture, swapped(), at, 0.6 * old.drawn.scale)).toBeGreaterThan(5)
})

test('a laughing giver’s folds go where the old mouth is calm, and stay where both laugh', () => {
  const { landmarks } = giver.face
  const line = [129, 206, 212].map((i) => landmarks[i]!)
  const stripe = [...line, ...line.toReversed().map(({ x, y }) => ({ x: x - 7, y }))]
  const lined = overlaid(giver, stripe, [70, 30, 20], 0.55)
  const open = structuredClone(landmarks)
  open[14] = { ...open[14]!, y: open[13]!.y + 0.3 * (open[291]!.x - open[61]!.x) }
  const depth = (face: Face): number => {
    const { x, y } = old.face.landmarks[206]!
    const after = swapped(old, { drawn: lined.drawn, face })
    const light = (dx: number) => meanLab(after, { x: x + dx * old.drawn.scale, y }, 2).l
    return Math.max(light(-5), light(3)) - Math.min(light(-1.5), light(-0.7), light(0))
  }
  expect(depth(giver.face)).toBeGreaterThan(8)
  expect(depth({ ...giver.face, landmarks: open })).toBeLessThan(0.35 * depth(giver.face))
})

describe('hair over a brow', () => {
  const LOCK = 'M26 20 L14 20 L15 47 L27 47 Z'
  const brow = (sitter: Sitter, picture: Picture, side: 1 | -1) =>
    meanLab(picture, sitter.drawn.place(side * 17, 43), 1.2 * sitter.drawn.scale)

  test('of the old face stays over the new brow', () => {
    const veiled = painted(old, LOCK, [24, 18, 14], 1)
    const after = swapped(veiled, giver)
    const at = old.drawn.place(20, 42)
    expect(changedWithin(veiled.drawn.picture, after, at, 1.5 * old.drawn.scale)).toBe(0)
  })

  test('of the giver leaves the old face both its brows, of one colour', () => {
    const veiled = painted(giver, LOCK, [24, 18, 14], 1)
    const after = swapped(old, veiled)
    for (const side of [1, -1] as const) {
      const [before, now] = [old.drawn.picture, after].map((p) => brow(old, p, side).l)
      expect(Math.abs(now! - before!)).toBeLessThan(3)
    }
  })
})

test('eyes that the giver keeps closed stay the old ones', () => {
  const { face } = giver
  const landmarks = structuredClone(face.landmarks)
  for (const [top, bottom] of [
    [386, 374],
    [159, 145],
  ] as const) {
    landmarks[top] = { ...landmarks[bottom]!, y: landmarks[bottom]!.y - 0.5 }
  }
  const asleep = { drawn: giver.drawn, face: { ...face, landmarks } }
  const after = swapped(old, asleep)
  const at = old.drawn.place(15.2, 50)
  expect(changedWithin(old.drawn.picture, after, at, 2 * old.drawn.scale)).toBe(0)
})

describe('refused in words', () => {
  const fault = (to: Face, from: Face): Fault => {
    try {
      swapFace(old.drawn.picture, to, giverOf(giver.drawn.picture, from))
    } catch (error) {
      if (error instanceof Fault) return error
    }
    throw new Error('no Fault was thrown')
  }
  const turned = (face: Face, yaw: number): Face => ({ ...face, pose: { ...face.pose, yaw } })

  test('a profile, on either side, and faces that look apart', () => {
    expect(fault(turned(old.face, 50), giver.face)).toMatchObject({
      condition: 'turned-face',
      role: 'src',
    })
    expect(fault(old.face, turned(giver.face, -50))).toMatchObject({
      condition: 'turned-face',
      role: 'ref',
    })
    expect(fault(turned(old.face, 25), turned(giver.face, -25)).message).toContain('50°')
    const raised = { ...giver.face, pose: { ...giver.face.pose, pitch: 25 } }
    expect(fault(old.face, raised)).toMatchObject({ condition: 'turned-face', role: 'ref' })
    const further = fault(turned(old.face, 2), turned(giver.face, 24))
    expect(further).toMatchObject({ condition: 'turned-face', role: 'ref' })
    expect(further.message).toContain('22° further')
    expect(() => swapped({ ...old, face: turned(old.face, 24) }, giver)).not.toThrow()
  })

  test('a face too small, cut off or covered', () => {
    const tiny = { ...old.face, box: { ...old.face.box, width: 12 } }
    expect(fault(tiny, giver.face).condition).toBe('small-face')
    const cut = { ...giver.face, quality: { ...giver.face.quality, inside: 0.8 } }
    expect(fault(old.face, cut).condition).toBe('cut-face')
    const covered = ['leftEye', 'rightEye', 'mouth'] as const
    const masked = { ...giver.face, quality: { ...giver.face.quality, covered: [...covered] } }
    expect(fault(old.face, masked).condition).toBe('hidden-face')
  })

  test('a reference face that would have to be enlarged more than three times', () => {
    const far = giver.face.landmarks.map((p) => ({ x: p.x / 4, y: p.y / 4, z: p.z / 4 }))
    expect(fault(old.face, { ...giver.face, landmarks: far })).toMatchObject({
      condition: 'small-face',
      role: 'ref',
    })
  })

  test('a reference face half of which is covered, in lights of two colours or under deep shadows', () => {
    const veiled = painted(giver, 'M0 20 L-40 20 L-40 100 L-2 100 Z', [30, 24, 20], 1)
    expect(() => swapped(old, veiled)).toThrow(/only \d+ % can be made out/)
    const lit = painted(giver, 'M0 10 L-60 10 L-60 110 L0 110 Z', [90, 130, 255], 0.25)
    expect(() => swapped(old, lit)).toThrow(/lights of different colours/)
    const barred = [28, 58, 66, 74].reduce(
      (sitter, y) =>
        painted(sitter, `M-40 ${y} L40 ${y} L40 ${y + 4} L-40 ${y + 4} Z`, [0, 0, 0], 0.5),
      giver,
    )
    expect(() => swapped(old, barred)).toThrow(/shadows/)
  })
})

describe('triangles', () => {
  test('no point lies in another triangle’s circumcircle, and they fill the hull', () => {
    const points = Array.from(
      { length: 60 },
      (_, i): Point => ({ x: (i * 37) % 61, y: (i * 53) % 59 }),
    )
    const triangles = triangulate(points)
    for (const [i, j, k] of triangles) {
      const [a, b, c] = [points[i]!, points[j]!, points[k]!]
      for (const p of points) expect(inCircle(a, b, c, p)).toBeLessThan(1e-6)
    }
    // By Euler: 2n − 2 − h triangles for n points, h of them on the hull.
    expect(triangles.length).toBeGreaterThan(60)
    expect(triangles.length).toBeLessThanOrEqual(2 * 60 - 5)
  })

  test('a frontal face unrolls without folds', () => {
    const points = MOVED.map((i) => old.face.landmarks[i]!)
    const areas = faceMesh(old.face.landmarks).map(([i, j, k]) => {
      const [a, b, c] = [points[i]!, points[j]!, points[k]!]
      return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    })
    const folded = areas.filter((area) => area < 0).reduce((sum, area) => sum - area, 0)
    const whole = areas.filter((area) => area > 0).reduce((sum, area) => sum + area, 0)
    expect(areas.length).toBeGreaterThan(800)
    expect(folded / whole).toBeLessThan(0.01)
  })
})

/** A sitter over whose face a polygon (in the face's units) is laid, `share` opaque. */
function painted(sitter: Sitter, path: string, colour: readonly number[], share: number): Sitter {
  const corners = [...path.matchAll(/(-?\d+) (-?\d+)/g)].map(([, x, y]) =>
    sitter.drawn.place(Number(x), Number(y)),
  )
  return overlaid(sitter, corners, colour, share)
}

/** The same with a ring of places of the picture. */
function overlaid(
  { drawn, face }: Sitter,
  corners: readonly Point[],
  colour: readonly number[],
  share: number,
): Sitter {
  const plane = new Float32Array(drawn.picture.width * drawn.picture.height)
  paintPolygon(plane, drawn.picture, corners)
  const data = drawn.picture.data.map((value, i) =>
    i % 4 === 3 ? value : value + share * plane[i >> 2]! * (colour[i % 4]! - value),
  )
  return { drawn: { ...drawn, picture: { ...drawn.picture, data } }, face }
}

async function blurred({ width, height, data }: Picture, sigma: number): Promise<Picture> {
  const raw = { width, height, channels: 4 } as const
  const soft = await sharp(data, { raw }).blur(sigma).raw().toBuffer()
  return { width, height, data: new Uint8ClampedArray(soft) }
}

/** The picture with noise of this deviation, the same in all three colours. */
function grainy({ width, height, data }: Picture, deviation: number): Picture {
  const random = seeded(5)
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

/** Above 0 where `p` lies inside the circle through the corners, which turn to the right (y grows downwards). */
function inCircle(a: Point, b: Point, c: Point, p: Point): number {
  const [ax, ay, bx, by, cx, cy] = [
    a.x - p.x,
    a.y - p.y,
    b.x - p.x,
    b.y - p.y,
    c.x - p.x,
    c.y - p.y,
  ]
  return (
    (ax * ax + ay * ay) * (bx * cy - cx * by) -
    (bx * bx + by * by) * (ax * cy - cx * ay) +
    (cx * cx + cy * cy) * (ax * by - bx * ay)
  )
}
