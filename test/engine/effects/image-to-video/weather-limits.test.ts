import { describe, expect, test } from 'vitest'
import { drawDisc } from '../../../../engine/effects/image-to-video/draw-particle.ts'
import { makeFall } from '../../../../engine/effects/image-to-video/fall.ts'
import { makeFilmLook } from '../../../../engine/effects/image-to-video/film-look.ts'
import { applyGrade } from '../../../../engine/effects/image-to-video/light.ts'
import type { Weather } from '../../../../engine/effects/image-to-video/motion.ts'
import { greyLayer } from './grey-layer.ts'

// Both sides of what tuning.ts lets decide, on given landmarks, cells and even frames.

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
    const out = greyLayer(320, 200, 16)
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
    const out = greyLayer(20, 20, 0)
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
    const out = greyLayer(400, 400, 235)
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
    const out = greyLayer(64, 64)
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
