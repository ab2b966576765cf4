import { beforeAll, describe, expect, test } from 'vitest'
import {
  type BodyFeatures,
  bodyReshape,
} from '../../../../engine/effects/body-reshape/body-reshape.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { changed } from '../measure.ts'
import { drawScene, type Scene } from './drawn-figure.ts'
import { around, PART, widthOf } from './measure-figure.ts'

const TORSO = 150
const FIGURE = { x: 240, y: 150, torso: TORSO }
const WAIST = FIGURE.y + 0.62 * TORSO
const THIGH = FIGURE.y + 1.45 * TORSO
const FOREARM = FIGURE.y + 0.8 * TORSO
const STEPS = isEveryCaseTried() ? [-100, -60, -20, 0, 20, 60, 100] : [-100, 0, 100]
/** The middle three of them are what bounds are stated for. */
const WIDTH_STEPS = isEveryCaseTried() ? STEPS : [-60, 0, 60]

let scene: Scene
let wall: Scene
beforeAll(async () => {
  scene = await drawScene(480, 600, [FIGURE])
  wall = await drawScene(480, 600, [])
})

/** Whether a pixel has the colour of some part of a figure. */
function isFigure({ width, data }: Picture, x: number, y: number): boolean {
  const [r, g, b] = data.subarray((y * width + x) * 4)
  return Object.values(PART).some((has) => has(r!, g!, b!))
}

type Done = ReturnType<typeof bodyReshape>
const done = new Map<string, Done>()

/** Reshapes; results of the one-person scene are kept for the next test that asks for the same. */
function reshape(features: BodyFeatures, s = scene, who = 0): Done {
  const key = s === scene ? JSON.stringify(Object.entries(features)) : undefined
  const before = key && done.get(key)
  if (before) return before
  const result = bodyReshape(s.picture, s.bodies[who]!, s.bodies.toSpliced(who, 1), features)
  if (key) done.set(key, result)
  return result
}

describe('widths follow the value', () => {
  const cases: [keyof BodyFeatures, Parameters<typeof widthOf>[1], number, number, number][] = [
    ['waist', 'shirt', WAIST, 0, 0.06],
    ['slim', 'shirt', WAIST, 0, 0.06],
    ['slim', 'trousers', THIGH, 0, 0.06],
    ['leg', 'trousers', THIGH, 0, 0.08],
    ['arm', 'skin', FOREARM, 0, 0.08],
    ['hip', 'shirt', FIGURE.y + 1.05 * TORSO, 0, 0.06],
    ['belly', 'shirt', FIGURE.y + 0.76 * TORSO, 0, 0.03],
  ]
  test.each(sampled(1, cases))('%s: %s in row %d', (key, part, row, from, least) => {
    const widths = WIDTH_STEPS.map((v) => widthOf(reshape({ [key]: v }).picture, part, row, from))
    for (let i = 1; i < widths.length; i++) {
      expect(widths[i], widths.join(' ')).toBeGreaterThanOrEqual(widths[i - 1]!)
    }
    const [thin, same, thick] = [-60, 0, 60].map((v) => widths[WIDTH_STEPS.indexOf(v)]!) as [
      number,
      number,
      number,
    ]
    expect(thin).toBeLessThan(same * (1 - least))
    expect(thick).toBeGreaterThan(same * (1 + least))
  })
})

describe('what must not change', () => {
  test('with nothing requested the result is the very picture, and nothing is applied', () => {
    const { picture, applied } = reshape({ slim: 0, waist: 0, breast: 0 })
    expect(changed(picture, scene.picture)).toEqual([])
    expect(Object.values(applied).every((v) => v === false)).toBe(true)
    expect(Object.keys(applied)).toHaveLength(16)
  })

  // In `npm test` the wall is looked at from four pixels outside the outline on, below.
  test.runIf(isEveryCaseTried()).each([-100, 100])(
    'every byte far from the person stays (slim %d)',
    (slim) => {
      const near = around(scene.bodies[0]!.mask.data, 480, 24)
      const moved = changed(reshape({ slim, leg: slim, arm: slim }).picture, scene.picture)
      expect(moved.length).toBeGreaterThan(1000)
      expect(moved.filter((i) => !near[i])).toEqual([])
    },
  )

  test('an empty mask changes nothing, a mask of half the person changes that half', () => {
    const body = scene.bodies[0]!
    const masked = (keep: (x: number) => boolean) => ({
      ...body,
      mask: { ...body.mask, data: body.mask.data.map((v, i) => (keep(i % 480) ? v : 0)) },
    })
    const change = (who: typeof body) =>
      changed(bodyReshape(scene.picture, who, [], { slim: -60, taller: 40 }).picture, scene.picture)
    expect(change(masked(() => false))).toEqual([])
    const half = change(masked((x) => x < FIGURE.x))
    expect(half.length).toBeGreaterThan(1000)
    // Such an outline is doubtful, so what lies past it moves along, less and less.
    expect(half.filter((i) => i % 480 > FIGURE.x + TORSO / 2)).toEqual([])
  })

  test('a slimmer person leaves the wall untouched from four pixels outside the old outline', () => {
    const rim = around(scene.bodies[0]!.mask.data, 480, 4)
    const moved = changed(reshape({ slim: -100, waist: -60 }).picture, scene.picture)
    // In the armpits, where hardly any wall shows, it is stretched a little.
    expect(moved.filter((i) => !rim[i]).length).toBeLessThan(20)
  })

  test('the uncovered wall continues the lines of the wall', () => {
    const { picture } = reshape({ waist: -100, leg: -100 })
    const bared = changed(picture, scene.picture).filter((i) => {
      const [r, g, b] = [0, 1, 2].map((c) => picture.data[i * 4 + c]!) as [number, number, number]
      return Math.max(r, g, b) - Math.min(r, g, b) < 28
    })
    const error = bared.map((i) => Math.abs(picture.data[i * 4]! - wall.picture.data[i * 4]!))
    expect(bared.length).toBeGreaterThan(800)
    expect(error.filter((e) => e < 16).length / bared.length).toBeGreaterThan(0.75)
  })

  test('head and hands keep their pixels, and the feet stay on the ground', () => {
    const moved = changed(reshape({ slim: -100, leg: -100, waist: 100 }).picture, scene.picture)
    const rows = moved.map((i) => Math.floor(i / 480))
    expect(Math.min(...rows)).toBeGreaterThan(FIGURE.y - 0.15 * TORSO)
    expect(Math.max(...rows)).toBeLessThan(FIGURE.y + 2.72 * TORSO)
  })

  test('nothing is drawn from outside the frame that cuts a person', async () => {
    const cut = await drawScene(480, 600, [{ ...FIGURE, x: 56, armAngle: 6 }])
    const data = cut.picture.data.slice()
    // The first column is marked: if it were stretched it would reach further into the picture.
    for (let y = 0; y < 600; y++) data.set([0, 255, 0], y * 480 * 4)
    const marked = { ...cut, picture: { ...cut.picture, data } }
    for (const features of sampled(1, [
      { slim: -100 },
      { shoulder: -100 },
      { waist: -100, hip: -60 },
    ])) {
      const { picture } = reshape(features, marked)
      expect(changed(picture, marked.picture).length).toBeGreaterThan(300)
      const green = (x: number, y: number) => {
        const [r, g, b] = picture.data.subarray((y * 480 + x) * 4)
        return g! - Math.max(r!, b!) > 100
      }
      for (let y = 0; y < 600; y++) expect(green(3, y), `row ${y}`).toBe(false)
    }
  })

  test('transparent surroundings stay transparent', async () => {
    const { width, height, data } = scene.picture
    const mask = scene.bodies[0]!.mask.data
    const cut = { width, height, data: data.map((v, i) => (i % 4 === 3 ? mask[i >> 2]! : v)) }
    const { picture } = bodyReshape(cut, scene.bodies[0]!, [], { waist: 60 })
    const beside = Math.round(WAIST) * 480 + 240 + Math.round(0.29 * TORSO)
    expect(cut.data[beside * 4 + 3]).toBe(0)
    expect(picture.data[beside * 4 + 3]).toBe(255)
    expect(Math.abs(picture.data[beside * 4]! - 194)).toBeLessThan(8)
  })
})

describe('only the chosen person changes', () => {
  test.each(
    sampled(1, [
      [195, 100],
      [300, -100],
      [300, 100],
      [195, -100],
    ] as const),
  )('a neighbour %d pixels away keeps every pixel (slim %d)', async (apart, slim) => {
    const two = await drawScene(720, 600, [FIGURE, { ...FIGURE, x: FIGURE.x + apart }])
    const { picture } = reshape({ slim, arm: slim }, two, 0)
    const moved = changed(picture, two.picture)
    const [own, other] = two.bodies.map((b) => b.mask.data) as [Uint8Array, Uint8Array]
    expect(moved.length).toBeGreaterThan(1000)
    expect(moved.filter((i) => other[i]! > 0 && other[i]! >= own[i]!)).toEqual([])
  })

  test('arms that hang against the body move along with it', async () => {
    const tight = await drawScene(480, 600, [{ ...FIGURE, armAngle: 2 }])
    const span = (value: number) => {
      const { picture } = reshape({ waist: value }, tight)
      return widthOf(picture, 'shirt', WAIST) + widthOf(picture, 'skin', WAIST)
    }
    expect(span(-60)).toBeLessThan(span(0) - 4)
    expect(span(60)).toBeGreaterThan(span(0) + 4)
  })

  test('left is the left of the depicted person, not of the picture', () => {
    const side = (features: BodyFeatures) => {
      const xs = changed(reshape(features).picture, scene.picture).map((i) => i % 480)
      return { from: Math.min(...xs), to: Math.max(...xs) }
    }
    expect(side({ shoulder_left: 80 }).from).toBeGreaterThan(FIGURE.x)
    expect(side({ shoulder_right: 80 }).to).toBeLessThan(FIGURE.x)
    if (!isEveryCaseTried()) return
    expect(side({ squared_shoulder: 80, squared_shoulder_left: 0 }).to).toBeLessThan(FIGURE.x)
    expect(side({ neck: 80, neck_right: 0 }).from).toBeGreaterThan(FIGURE.x)
  })
})

test('every key is applied and reported', async () => {
  const small = await drawScene(160, 200, [{ x: 80, y: 50, torso: TORSO / 3 }])
  const all = { arm: 20, breast: 20, hip: 20, hip_lift: 20, leg: 20, neck: 20, shoulder: 20 }
  const rest = { squared_shoulder: 20, slim: 20, taller: 20, waist: 20, belly: 20 }
  const { applied } = reshape({ ...all, ...rest, breast_left: 0 }, small)
  const not = Object.keys(applied).filter((key) => !applied[key])
  expect(not).toEqual(['breast_left'])
})

describe('shapes follow the value', () => {
  /** Where a column of the figure begins, from the top; the picture's height where it is nowhere. */
  const top = (picture: Picture, x: number): number => {
    for (let y = 0; y < picture.height; y++) {
      if (isFigure(picture, Math.round(x), y)) return y
    }
    return picture.height
  }
  /** From the first to the last pixel of the figure in a row. */
  const span = (picture: Picture, row: number): number => {
    const xs = Array.from({ length: picture.width }, (_, x) => x)
    const there = xs.filter((x) => isFigure(picture, x, Math.round(row)))
    return (there.at(-1) ?? 0) - (there[0] ?? 0)
  }
  const cases: [keyof BodyFeatures, string, (picture: Picture) => number, number][] = [
    ['shoulder', 'the span below the shoulders', (p) => span(p, FIGURE.y + 0.1 * TORSO), 4],
    [
      'squared_shoulder',
      'the height of the outer shoulders',
      (p) => -top(p, FIGURE.x - 0.33 * TORSO) - top(p, FIGURE.x + 0.33 * TORSO),
      6,
    ],
    ['hip_lift', 'the width of the seat', (p) => widthOf(p, 'shirt', FIGURE.y + 1.05 * TORSO), 4],
    ['neck', 'the slimness of the neck', (p) => -span(p, FIGURE.y - 0.1 * TORSO), 2],
    ['taller', 'the height of the head', (p) => -top(p, FIGURE.x), 0.1 * TORSO],
  ]
  test.each(sampled(1, cases))('%s: %s', (key, _, measure, least) => {
    const steps = ['neck', 'taller'].includes(key) ? STEPS.filter((value) => value >= 0) : STEPS
    const seen = steps.map((value) => measure(reshape({ [key]: value }).picture))
    for (let i = 1; i < seen.length; i++) {
      expect(seen[i], seen.join(' ')).toBeGreaterThanOrEqual(seen[i - 1]!)
    }
    const same = seen[steps.indexOf(0)]!
    expect(seen.at(-1)! - same, seen.join(' ')).toBeGreaterThanOrEqual(least)
    if (steps[0]! < 0) expect(same - seen[0]!, seen.join(' ')).toBeGreaterThanOrEqual(least)
  })

  test('breast: stripes on each side move apart or together, by the key of that side', () => {
    const row = Math.round(FIGURE.y + 0.29 * TORSO)
    const middle = { left: FIGURE.x + 0.16 * TORSO, right: FIGURE.x - 0.16 * TORSO }
    const data = scene.picture.data.slice()
    for (const x of Object.values(middle).flatMap((at) => [at - 0.1 * TORSO, at + 0.1 * TORSO])) {
      for (let y = row - 12; y <= row + 12; y++) {
        for (let k = -1; k <= 1; k++)
          data.fill(0, (y * 480 + Math.round(x) + k) * 4, (y * 480 + Math.round(x) + k) * 4 + 3)
      }
    }
    const striped = { ...scene, picture: { ...scene.picture, data } }
    const apart = (features: BodyFeatures, side: keyof typeof middle): number => {
      const { picture } = reshape(features, striped)
      const stripe = (from: number, to: number): number => {
        let [sum, weight] = [0, 0]
        for (let x = Math.round(from); x < to; x++) {
          const dark = Math.max(0, 120 - picture.data[(row * 480 + x) * 4]!)
          sum += dark * x
          weight += dark
        }
        return sum / weight
      }
      const at = middle[side]
      return stripe(at, at + 0.16 * TORSO) - stripe(at - 0.15 * TORSO, at)
    }
    const steps = STEPS.map((breast) => apart({ breast }, 'left'))
    for (let i = 1; i < steps.length; i++) expect(steps[i]).toBeGreaterThan(steps[i - 1]! + 0.2)
    const same = apart({ waist: 0 }, 'right')
    expect(apart({ breast_left: 80 }, 'right')).toBeCloseTo(same, 1)
    expect(apart({ breast_right: 80 }, 'right')).toBeGreaterThan(same + 1)
    expect(apart({ breast: 80, breast_right: -80 }, 'right')).toBeLessThan(same - 1)
  })
})

test('taller: the head rises, the feet stay', () => {
  const { picture } = reshape({ taller: 100 })
  const first = (p: typeof picture) => {
    for (let y = 0; y < p.height; y++) if (widthOf(p, 'skin', y) > 4) return y
    return p.height
  }
  expect(first(picture)).toBeLessThan(first(scene.picture) - 0.1 * TORSO)
  const sole = Math.round(FIGURE.y + 2.7 * TORSO)
  const moved = changed(picture, scene.picture).filter((i) => i >= sole * 480)
  expect(moved).toEqual([])
})
