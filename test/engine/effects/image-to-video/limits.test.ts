import { describe, expect, test } from 'vitest'
import { closedAt, drawBlink, patchOf } from '../../../../engine/effects/image-to-video/blink.ts'
import { cameraAt, viewAt } from '../../../../engine/effects/image-to-video/camera-at.ts'
import { drawDisc } from '../../../../engine/effects/image-to-video/draw-particle.ts'
import { makeFall } from '../../../../engine/effects/image-to-video/fall.ts'
import { makeFilmLook } from '../../../../engine/effects/image-to-video/film-look.ts'
import { findHorizon } from '../../../../engine/effects/image-to-video/find-horizon.ts'
import { framingOf } from '../../../../engine/effects/image-to-video/framing-of.ts'
import { applyGrade } from '../../../../engine/effects/image-to-video/light.ts'
import type { Motion, Weather } from '../../../../engine/effects/image-to-video/motion.ts'
import { type Eye, openEyes } from '../../../../engine/effects/image-to-video/open-eyes.ts'
import { cellsOf, edgesOf } from '../../../../engine/effects/image-to-video/picture-cells.ts'
import type { Layer } from '../../../../engine/effects/image-to-video/scene.ts'
import { swayField } from '../../../../engine/effects/image-to-video/sway-field.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import type { PersonRegions } from '../../../../engine/regions/person/find-regions.ts'
import { BODY, type Body } from '../../../../engine/vision/bodies/body.ts'
import { FACE, type Face } from '../../../../engine/vision/faces/face.ts'

// Both sides of what tuning.ts lets decide, on given landmarks, cells and even frames.

function layerOf(width: number, height: number, level = 128): Layer {
  const colour = () => new Float32Array((width * height) / 4).fill(128)
  return {
    width,
    height,
    y: new Float32Array(width * height).fill(level),
    u: colour(),
    v: colour(),
  }
}

describe('blinks', () => {
  test('begin at their seconds, and the next person’s 0.23 later', () => {
    expect(closedAt(1.15, 0)).toBe(0)
    expect(closedAt(1.151, 0)).toBeGreaterThan(0)
    expect(closedAt(1.379, 1)).toBe(0)
    expect(closedAt(1.381, 1)).toBeGreaterThan(0)
    expect(closedAt(1.151, 4)).toBe(closedAt(1.151, 0))
  })

  test('close in 0.07 seconds, stay for 0.035 and open in 0.095', () => {
    expect(closedAt(3.6 + 0.069, 0)).toBeLessThan(1)
    expect(closedAt(3.6 + 0.071, 0)).toBe(1)
    expect(closedAt(3.6 + 0.104, 0)).toBe(1)
    expect(closedAt(3.6 + 0.107, 0)).toBeLessThan(1)
    expect(closedAt(3.6 + 0.199, 0)).toBeGreaterThan(0)
    expect(closedAt(3.6 + 0.201, 0)).toBe(0)
  })

  /** An eye 40 wide at the middle of a frame, its lids level lines 10 apart, its brow 20 above. */
  const line = (y: number) => [-20, 20].map((x) => ({ x, y }))
  const eye: Eye = {
    middle: { x: 60, y: 60 },
    along: { x: 1, y: 0 },
    up: { x: 0, y: -1 },
    width: 40,
    upper: line(5),
    lower: line(-5),
    brow: line(25),
  }
  /** Rows are told by their level: as many levels as the row. */
  const rows = { ...layerOf(120, 120) }
  rows.y = rows.y.map((_, at) => 100 + Math.floor(at / 120))

  function closedBy(closed: number): (row: number) => number {
    const to = layerOf(120, 120, 0)
    drawBlink(rows, to, eye, patchOf(eye, to), closed)
    return (row) => to.y[row * 120 + 60]! - rows.y[row * 120 + 60]!
  }

  test('reach no farther than 0.7 of an eye, or its brow', () => {
    expect(patchOf(eye, rows)).toEqual({ left: 30, top: 30, right: 90, bottom: 90 })
    const high = { ...eye, brow: line(34) }
    expect(patchOf(high, rows)).toEqual({ left: 24, top: 24, right: 96, bottom: 96 })
  })

  test('move nothing as long as a lid has come down less than a hundredth of a pixel', () => {
    const [still, moving] = [0.0007, 0.001].map(closedBy)
    for (let row = 40; row < 80; row++) expect(still!(row)).toBe(0)
    expect(Array.from({ length: 40 }, (_, at) => moving!(40 + at)).some((by) => by !== 0)).toBe(
      true,
    )
  })

  test('stretch the skin below 0.86 of the way to the brow, over the eye and a little further', () => {
    const by = closedBy(1)
    // The lid's edge comes from 55 to 65 and 0.06 widths further; the brow is at 35.
    expect(by(55 - 18)).toBe(0)
    expect(by(55 - 16)).not.toBe(0)
    expect(by(66)).toBeLessThan(-5)
    // Below the edge lie the shadows of lashes, 0.05 widths long.
    expect(by(68)).toBeLessThan(0)
    expect(by(65 + 6)).toBe(0)
  })
})

const AT_REST = { at: 0, zoom: 1.25 } as const

test('a camera that misses a head by 0.015 heights is moved, and sees no more', () => {
  const motion: Motion = { camera: [{ ...AT_REST, y: 0.05 }], loops: false }
  const of = (top: number) => cameraAt(motion, 0, 5, { top })
  // The view ends 0.35 above the middle of the picture, and 0.02 is kept free above a head.
  expect(of(-0.329).y).toBeCloseTo(0.05)
  expect(of(-0.344).zoom).toBeCloseTo(1.25)
  expect(of(-0.344).y).toBeLessThan(0.05)
  expect(of(-0.346).zoom).toBeLessThan(1.25)
})

test('a camera goes aside by 0.02 widths at least, whatever heads it would have to keep', () => {
  const motion: Motion = {
    camera: [
      { at: 0, zoom: 1.2, x: 0.06 },
      { at: 1, zoom: 1.2, x: -0.06 },
    ],
    loops: false,
  }
  const wide = { left: -0.5, right: 0.5 }
  const [begin, end] = [0, 1].map((time) => cameraAt(motion, time, 5, wide))
  expect(begin!.x).toBeCloseTo(0.02)
  expect(end!.x).toBeCloseTo(-0.02)
  expect(begin!.zoom).toBeCloseTo(0.5 / 0.48)
})

test('what is nearest grows faster by the dolly', () => {
  const camera = { zoom: 1.2, x: 0, y: 0, across: 0.1, up: 0 }
  expect(viewAt(camera, 0.3, 0)).toEqual({ zoom: 1.2, x: 0, y: 0 })
  expect(viewAt(camera, 0.3, 1).zoom).toBeCloseTo(1.26)
  expect(viewAt(camera, 0.3, 1).x).toBeCloseTo(0.1)
})

/** Somebody from `top` to `bottom` in shares of a square picture, whose nose is at `x` and face a tenth wide. */
function bodyAt(top: number, bottom: number, x = 0.5): Body {
  const landmarks = Array.from({ length: 33 }, () => ({
    x: 1000 * x,
    y: 1000 * top,
    z: 0,
    presence: 1,
    visibility: 1,
  }))
  landmarks[BODY.leftEar]!.x += 50
  landmarks[BODY.rightEar]!.x -= 50
  const box = { left: 1000 * x - 100, top: 1000 * top, width: 200, height: 1000 * (bottom - top) }
  return { box, landmarks } as unknown as Body
}

describe('a framing', () => {
  const size = { width: 1000, height: 1000 }
  const of = (...bodies: Body[]) => framingOf({ bodies }, size)

  test('keeps feet that are 0.02 heights above the end of the picture', () => {
    expect(of(bodyAt(0.2, 0.979)).bottom).toBeCloseTo(0.479)
    expect(of(bodyAt(0.2, 0.981)).bottom).toBeUndefined()
  })

  test('keeps the heads of all who are 0.4 as tall as the tallest', () => {
    const tall = bodyAt(0, 0.9, 0.3)
    expect(of(tall, bodyAt(0.5, 0.87, 0.8)).right).toBeGreaterThan(0.25)
    expect(of(tall, bodyAt(0.5, 0.85, 0.8)).right).toBeLessThan(0)
  })
})

const DUST: Weather = {
  shape: 'mote',
  count: 400,
  size: [0.02, 0.02],
  fall: [0, 0],
  drift: 0,
  flutter: 0,
  opacity: 1,
  colour: { y: 228, u: 128, v: 128 },
}

describe('weather', () => {
  /** How much light all particles of a kind add. */
  function lightOf(weather: Weather, where: 'behind' | 'before', time = 0): number {
    const out = layerOf(320, 200, 16)
    makeFall(weather, 5)(out, time, where)
    return out.y.reduce((sum, level) => sum + level - 16, 0)
  }

  test('two thirds of the particles are farther than people', () => {
    // Of a power of 1.6 the half is passed by 1 − 0.5 ^ (1 / 1.6) = 0.352, which are nearer and fainter.
    const [behind, before] = (['behind', 'before'] as const).map((where) =>
      lightOf({ ...DUST, shape: 'flake' }, where),
    )
    expect(before! / (before! + behind!)).toBeGreaterThan(0.26)
    expect(before! / (before! + behind!)).toBeLessThan(0.4)
  })

  test('motes shine between 0.2 and 1, others evenly', () => {
    const one = (shape: 'mote' | 'flake') =>
      Array.from({ length: 40 }, (_, nth) =>
        lightOf({ ...DUST, shape, count: 1 }, 'behind', nth / 40),
      )
    const [motes, flakes] = [one('mote'), one('flake')]
    expect(Math.max(...flakes) - Math.min(...flakes)).toBeLessThan(1)
    expect(Math.max(...motes) / flakes[0]!).toBeCloseTo(1, 1)
    expect(Math.min(...motes) / flakes[0]!).toBeCloseTo(0.2, 1)
  })
})

test('what is thinner than 0.9 pixels is as wide and fainter, in colour than 0.7', () => {
  const drawn = (radius: number) => {
    const out = layerOf(20, 20, 0)
    drawDisc(out, { x: 10, y: 10 }, radius, 1, { y: 100, u: 228, v: 128 })
    return { y: out.y[10 * 20 + 10]!, u: out.u[5 * 10 + 5]! - 128 }
  }
  expect(drawn(0.9).y).toBeCloseTo(100)
  expect(drawn(0.45).y).toBeCloseTo(50)
  expect(drawn(1.4).u).toBeCloseTo(100)
  expect(drawn(0.9).u).toBeCloseTo((100 * 0.45) / 0.7)
})

test('a vignette takes 0.7 of half of it times the distance to the power of 1.5, at most 0.9', () => {
  const corner = (vignette: number) => {
    const out = layerOf(400, 400, 235)
    applyGrade(out, { gamma: 1, gain: 1, saturation: 1, u: 0, v: 0, vignette }, 0)
    return { corner: (out.y[0]! - 16) / 219, middle: (out.y[200 * 400 + 200]! - 16) / 219 }
  }
  expect(corner(0.5).middle).toBeCloseTo(1, 3)
  expect(corner(0.5).corner).toBeCloseTo(1 - (0.5 / 2) * 2 ** 1.5 * 0.7, 1)
  expect(corner(0.9).corner).toBeGreaterThan(0.1)
  expect(corner(1).corner).toBeCloseTo(0.1)
})

test('film has fifteen pictures a second, and its light changes twelve times', () => {
  const frameOf = (film: { grain: number; flicker: number }, frame: number) => {
    const out = layerOf(64, 64)
    makeFilmLook({ ...film, specks: 0 })(out, frame, 60)
    return out.y
  }
  const grain = { grain: 6, flicker: 0 }
  expect(frameOf(grain, 3)).toEqual(frameOf(grain, 0))
  expect(frameOf(grain, 4)).not.toEqual(frameOf(grain, 0))
  const light = { grain: 0, flicker: 0.1 }
  expect(frameOf(light, 4)).toEqual(frameOf(light, 0))
  expect(frameOf(light, 5)).not.toEqual(frameOf(light, 0))
})

test('a cell of which a twentieth is people is not looked at', () => {
  const picture = { width: 192, height: 128, data: new Uint8ClampedArray(4 * 192 * 128).fill(200) }
  const free = (share: number) => cellsOf(picture, new Float32Array(192 * 128).fill(share)).free[0]
  expect(free(0.049)).toBe(1)
  expect(free(0.051)).toBe(0)
})

describe('a horizon', () => {
  const [width, height] = [96, 64]

  /** Sky of a lightness and texture over ground of 40 and 10, of which so many columns are free of people. */
  function horizonOf({ sky = 60, texture = 1, row = 32, columns = width, broken = 0 } = {}) {
    const features = new Float32Array(4 * width * height)
    const free = new Float32Array(width * height)
    for (let at = 0; at < free.length; at++) {
      const [x, y] = [at % width, Math.floor(at / width)]
      // Where it is broken the ground goes on as light as the sky.
      const light = y < row || x < broken ? sky : 40
      features.set([light, 0, 0, y < row ? texture : 10], 4 * at)
      free[at] = x < columns ? 1 : 0
    }
    const cells = { width, height, features, free }
    return findHorizon(edgesOf(cells), cells, 0)
  }

  test('is an edge of 0.3 of the fullest, which differs by 26, in 0.9 of the columns', () => {
    // Where the light goes on only the texture is an edge: of 7.9 and of 7.7.
    expect(horizonOf({ broken: 40, texture: 2.1 })).toBeCloseTo(0.5, 1)
    expect(horizonOf({ broken: 40, texture: 2.3 })).toBeUndefined()
    expect(horizonOf({ broken: 9, texture: 2.3 })).toBeCloseTo(0.5, 1)
    expect(horizonOf({ broken: 10, texture: 2.3 })).toBeUndefined()
  })

  test('has what is lighter by 8 levels above it, with 0.6 of the texture', () => {
    expect(horizonOf({ sky: 48.1 })).toBeCloseTo(0.5, 1)
    expect(horizonOf({ sky: 47.9 })).toBeUndefined()
    expect(horizonOf({ texture: 5.9 })).toBeCloseTo(0.5, 1)
    expect(horizonOf({ texture: 6.1 })).toBeUndefined()
  })

  test('lies below 0.3 of the picture', () => {
    expect(horizonOf({ row: 21 })).toBeCloseTo(21 / 64, 1)
    expect(horizonOf({ row: 14 })).toBeUndefined()
  })

  test('is seen in 0.3 of the columns', () => {
    expect(horizonOf({ columns: 29 })).toBeCloseTo(0.5, 1)
    expect(horizonOf({ columns: 28 })).toBeUndefined()
  })
})

/** A person of which everything is hair or cloth, hanging down from a head of 40 pixels. */
function hanging(confidence: number, hair: number): PersonRegions {
  const size = { width: 200, height: 200 }
  const plane = (value: number) => new Float32Array(size.width * size.height).fill(value)
  const grid = {
    ...size,
    area: { left: 0, top: 0, ...size },
    scale: 1,
    person: plane(1),
    joints: Array.from({ length: 33 }, () => ({ x: 100, y: 40, shown: true })),
    head: { chin: { x: 100, y: 60 }, up: { x: 0, y: -1 }, width: 40 },
    bodyScale: 80,
  }
  const none = { 'face-skin': plane(0), 'body-skin': plane(0), shoes: plane(0) }
  const cloth = { 'upper-garment': plane(0), 'lower-garment': plane(0) }
  return {
    grid,
    shares: { ...none, ...cloth, hair: plane(hair) },
    confidence: { hair: confidence, 'upper-garment': 0, 'lower-garment': 0 },
  } as unknown as PersonRegions
}

describe('hair sways', () => {
  const matte = { width: 200, height: 200, data: new Uint8Array(200 * 200) }
  const of = (confidence: number, share: number) => swayField([hanging(confidence, share)], matte)

  test('where regions are sure of it by a quarter', () => {
    expect(of(0.25, 1)).toBeUndefined()
    expect(of(0.26, 1)).toBeDefined()
  })

  test('where it is 0.15 of what is around, and all of its way from 0.7 on', () => {
    expect(of(1, 0.15)).toBeUndefined()
    const [some, most, all] = [0.4, 0.72, 1].map((share) => of(1, share)!.reach)
    expect(some).toBeLessThan(most! - 0.2)
    expect(most).toBeCloseTo(all!, 5)
    // 0.05 widths of a face of 40 pixels.
    expect(all).toBeCloseTo(2, 1)
  })

  test('no less than half a pixel', () => {
    const belongs = (reach: number) => reach / 2
    const [less, more] = [0.29, 0.34].map((share) => of(1, share))
    expect(less).toBeUndefined()
    expect(belongs(more!.reach)).toBeGreaterThan(0.25)
  })

  test('not around the skull, and wholly at 0.6 widths of the face from it', () => {
    const { amount, cols } = of(1, 1)!
    const at = (x: number, y: number) => amount[(y / 8) * cols + x / 8]!
    // The skull's middle is 26 above the chin; it ends 3 below it.
    expect(at(104, 48)).toBe(0)
    expect(at(104, 64 + 8)).toBeLessThan(1)
    expect(at(104, 64 + 32)).toBeCloseTo(2, 1)
  })
})

/** A face whose eyes are `width` wide and open by `open` pixels, on even skin that is darker below the brow. */
function faceWith({
  width = 40,
  open = 10,
  yaw = 0,
  pitch = 0,
}: Partial<Record<'width' | 'open' | 'yaw' | 'pitch', number>>) {
  const landmarks = Array.from({ length: 478 }, () => ({ x: 150, y: 150, z: 0 }))
  const lay = (row: readonly number[], middle: number, y: number, bow: number) => {
    for (const [nth, at] of row.entries()) {
      const t = nth / (row.length - 1)
      landmarks[at] = { x: middle + (t - 0.5) * width, y: y - bow * 4 * t * (1 - t), z: 0 }
    }
  }
  for (const [side, middle] of [
    ['right', 90],
    ['left', 210],
  ] as const) {
    lay(FACE[`${side}UpperLid`], middle, 100, open)
    lay(FACE[`${side}LowerLid`], middle, 100, 0)
    lay(FACE[`${side}BrowBottom`], middle, 60, 0)
  }
  return { landmarks, pose: { yaw, pitch, roll: 0 }, quality: { covered: [] } } as unknown as Face
}

/** Skin of one level, which below the brow, from a row to another, has another. */
function skin(dark = 180, from = 0, to = 0): Picture {
  const data = new Uint8ClampedArray(4 * 300 * 300).fill(255)
  for (let at = 0; at < 300 * 300; at++) {
    const row = Math.floor(at / 300)
    data.fill(row >= from && row < to ? dark : 180, 4 * at, 4 * at + 3)
  }
  return { width: 300, height: 300, data }
}

describe('eyes blink', () => {
  const count = (face: Face, picture = skin()) => openEyes(picture, face).length

  test('of a face turned by 26 and 24 degrees at most', () => {
    expect(count(faceWith({ yaw: 26, pitch: -24 }))).toBe(2)
    expect(count(faceWith({ yaw: -26.1 }))).toBe(0)
    expect(count(faceWith({ pitch: 24.1 }))).toBe(0)
  })

  test('that are 14 pixels wide and open by 0.16 of that', () => {
    expect(count(faceWith({ width: 14.1 }))).toBe(2)
    expect(count(faceWith({ width: 13.9 }))).toBe(0)
    expect(count(faceWith({ open: 6.6 }))).toBe(2)
    expect(count(faceWith({ open: 6.2 }))).toBe(0)
  })

  test('below skin with 0.75 of the light of the lid up to where it would be drawn from', () => {
    // The upper half of the way from lid to brow is what would be drawn over the eye.
    expect(count(faceWith({}), skin(142, 0, 76))).toBe(2)
    expect(count(faceWith({}), skin(126, 0, 76))).toBe(0)
  })
})
