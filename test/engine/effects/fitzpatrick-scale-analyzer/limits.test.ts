import { expect, test } from 'vitest'
import {
  correctWhiteBalance,
  trustedSclera,
  withMinimumYellow,
} from '../../../../engine/effects/fitzpatrick-scale-analyzer/correct-white-balance.ts'
import {
  estimateExposure,
  isClipped,
} from '../../../../engine/effects/fitzpatrick-scale-analyzer/estimate-exposure.ts'
import { requireColour } from '../../../../engine/effects/fitzpatrick-scale-analyzer/require-colour.ts'
import { skinType } from '../../../../engine/effects/fitzpatrick-scale-analyzer/skin-type.ts'
import type { Sclera } from '../../../../engine/face/sclera.ts'
import { type LinearRgb, luminance } from '../../../../engine/raster/colour/lab.ts'

// Both sides of each limit of the analyser's tuning.ts that decides by itself: a whole picture shows only the sum of
// them.

const grey = (level: number, pixels = 30): Sclera => ({ r: level, g: level, b: level, pixels })
const SKIN: LinearRgb = [0.4, 0.4, 0.4]

test.each([
  ['enough pixels', grey(0.5, 30), grey(0.5, 29)],
  ['a weak cast', { ...grey(0.5), r: 1.1 }, { ...grey(0.5), r: 1.11 }],
  ['no shade', grey(0.301), grey(0.299)],
])('the white of the eyes counts with %s, and not beyond', (_, counts, ignored) => {
  expect(trustedSclera(SKIN, counts)).toBe(counts)
  expect(trustedSclera(SKIN, ignored)).toBeUndefined()
})

test('a channel is corrected by a cast up to the greatest gain and no further', () => {
  const gainOf = (cast: number) =>
    correctWhiteBalance(SKIN, { r: 0.5, g: 0.5, b: 0.5 / cast, pixels: 99 })[2] / SKIN[2]
  const gains = [1.2, 1.5, 4, 40].map(gainOf)
  expect(gains[0]).toBeLessThan(gains[1]!)
  expect(gains[1]).toBeLessThan(1.3)
  expect(gains.slice(2)).toEqual([1.3, 1.3])
  expect(correctWhiteBalance(SKIN, { r: 20, g: 0.5, b: 0.5, pixels: 99 })[0]).toBeCloseTo(0.4 / 1.3)
})

test('skin has at least its share of yellow', () => {
  expect(withMinimumYellow({ l: 60, a: 10, b: 6.1 }).b).toBe(6.1)
  expect(withMinimumYellow({ l: 60, a: 10, b: 5.9 }).b).toBe(6)
})

test('skin without hints is taken as it is, with the doubt of any published picture', () => {
  // Skin that is no redder than green says nothing by its melanin.
  expect(estimateExposure(SKIN, undefined)).toEqual({ stops: 0, error: 0.7 })
})

test.each([
  [0.279, 1],
  [0.281, 0],
  [0.699, 0],
  [0.701, -1],
  [0.949, -1],
  [0.951, -1],
])('the white of eyes of luminance %f tells stops of sign %i', (light, sign) => {
  expect(Math.sign(estimateExposure(SKIN, grey(light)).stops)).toBe(sign)
})

test('a white that may be clipped tells more than one that is just bright', () => {
  const [bright, clipped] = [0.949, 0.951].map((light) => estimateExposure(SKIN, grey(light)).stops)
  expect(clipped).toBeLessThan(1.5 * bright!)
})

/** Skin whose ln(R/G) is given, `stops` brighter than melanin lets expect. */
function skinOf(ratio: number, stops: number): LinearRgb {
  const green = 1 / Math.exp(ratio)
  const light =
    0.6 * Math.exp(-2.8 * (Math.min(ratio, 0.82) - 0.4) - 11 * Math.max(0, ratio - 0.82))
  const scale = (light * 2 ** stops) / luminance(1, green, green)
  return [scale, green * scale, green * scale]
}

test.each([
  ['as bright as its melanin lets expect', 0.6, 0, 0],
  ['half a stop too bright', 0.6, 0.5, -1],
  ['half a stop too dark', 0.6, -0.5, 1],
  ['just under two stops off', 0.6, -1.99, 1],
  ['more than two stops off, which says nothing', 0.6, -2.01, 0],
  ['in coloured light, which says nothing', 1.01, -1, 0],
  ['of the darkest colour that counts', 0.99, -1, 1],
])('skin %s tells so', (_, ratio, stops, sign) => {
  const told = estimateExposure(skinOf(ratio, stops), undefined).stops
  expect(Math.abs(told) < 1e-9 ? 0 : Math.sign(told)).toBe(sign)
})

test('a dim white of the eyes, which lids shade, does not speak against skin that is too bright', () => {
  const [bright, dark] = [0.1, -0.1].map((stops) => skinOf(0.6, stops))
  expect(estimateExposure(bright!, grey(0.2))).toEqual(estimateExposure(bright!, undefined))
  expect(estimateExposure(dark!, grey(0.2)).stops).toBeGreaterThan(
    estimateExposure(dark!, undefined).stops + 0.1,
  )
})

test('no correction is stronger than a stop', () => {
  const hints = estimateExposure(skinOf(0.6, -1.9), grey(0.02))
  expect(hints.stops).toBe(1)
})

test('skin is burnt out where all channels are, or the red one and the eyes do not tell', () => {
  expect(isClipped([0.97, 0.97, 0.97], grey(1))).toBe(true)
  expect(isClipped([0.98, 0.98, 0.969], grey(1))).toBe(false)
  expect(isClipped([0.97, 0.5, 0.4], undefined)).toBe(true)
  expect(isClipped([0.97, 0.5, 0.4], grey(1))).toBe(false)
  expect(isClipped([0.969, 0.5, 0.4], undefined)).toBe(false)
})

const COLOUR = { l: 60, a: 10, b: 15 }

test.each([
  ['spread', { spread: 1.6, chroma: 5 }, { spread: 1.59, chroma: 5 }],
  ['spread for its chroma', { spread: 3.2, chroma: 40 }, { spread: 3.19, chroma: 40 }],
])('a picture has colours from a %s on', (_, taken, refused) => {
  expect(() => requireColour(taken, COLOUR, COLOUR)).not.toThrow()
  expect(() => requireColour(refused, COLOUR, COLOUR)).toThrow('grey, or toned')
})

test('skin has a colour from a chroma, and yellow down to a limit', () => {
  const spread = { spread: 9, chroma: 9 }
  const none = { l: 60, a: 0, b: 0 }
  expect(() => requireColour(spread, { l: 60, a: 3, b: 0 }, none)).not.toThrow()
  expect(() => requireColour(spread, { l: 60, a: 2.99, b: 0 }, none)).toThrow('grey, or toned')
  expect(() => requireColour(spread, COLOUR, { l: 60, a: 3, b: -3 })).not.toThrow()
  expect(() => requireColour(spread, COLOUR, { l: 60, a: 3, b: -3.01 })).toThrow('so blue')
})

test('each type begins above its angle', () => {
  const angles = [55.1, 55, 41.1, 41, 28.1, 28, 10.1, 10, -29.9, -30]
  expect(angles.map(skinType).join(' ')).toBe('I II II III III IV IV V V VI')
})
