import { expect, test } from 'vitest'
import {
  ALL_HEIGHTS,
  CLOTH,
  drawnWearer,
  eitherOf,
  HALO,
  maskOf,
  ROOM,
  SIZE,
} from './drawn-wearer.ts'
import { replaceUncovered } from './replace-uncovered.ts'

/** The rows of a garment. */
const [TOP, BOTTOM] = [60, 90]
const isGarment = (y: number): boolean => y >= TOP && y < BOTTOM

test('a collar beside the neck that only wall could replace is refused', () => {
  const neckline = [90, 110].map((x) => ({ x, y: 62 }))
  const refuseAt = (shoulders: number) => () => replaceCollar(neckline, shoulders)
  // It is 20 pixels wide at either side and 12 high.
  expect(refuseAt(150)).toThrow('on the shoulders')
  expect(refuseAt(300)).not.toThrow()
})

/** A collar that stands beside the neck of somebody with such shoulders, above a garment that leaves it free. */
function replaceCollar(neckline: { x: number; y: number }[], shoulders: number): void {
  const isCollar = (x: number, y: number): boolean =>
    y >= 48 && y < 60 && Math.abs(x - 100) >= 12 && Math.abs(x - 100) < 32
  const worn = maskOf((x, y) => (isCollar(x, y) || (y >= 60 && x >= 40 && x < 160) ? 255 : 0))
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(ROOM)
  const wearer = drawnWearer(data, {
    person: worn,
    regions: { 'upper-garment': worn },
    origin: { x: 100, y: 60 },
    shoulders,
  })
  const covered = Float32Array.from(worn.data, (share, at) =>
    share > 0 && at >= 60 * SIZE.width ? 1 : 0,
  )
  replaceUncovered(wearer, { instead: worn, heights: ALL_HEIGHTS, neckline }, covered)
}

/**
 * Dresses somebody with a dark block of so many columns beside the neck, as hair that was taken for a collar, and with
 * a collar of so many rows.
 * @param strands how light the hair on the head is @default none shows
 */
function blockBesideNeck(columns: number, bottom = 40, collar = 0, strands?: number): void {
  const [shoulders, inner] = [90, 78]
  const hair = maskOf((x, y) => (strands !== undefined && x > 90 && x < 110 && y < 8 ? 255 : 0))
  const isBlock = (x: number, y: number) =>
    (x >= inner - columns && x < inner && y >= 10 && y < bottom) ||
    (x >= inner && x < 122 && y >= TOP - collar && y < TOP)
  const worn = maskOf((x, y) => (isGarment(y) || isBlock(x, y) ? 255 : 0))
  const neck = maskOf((x, y) => (x >= inner && x < 122 && y < TOP - collar ? 255 : 0))
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let at = 0; at < data.length / 4; at++) {
    const level = worn.data[at] ? CLOTH : neck.data[at] ? HALO : ROOM
    data.set(Array(3).fill(hair.data[at] ? strands : level), 4 * at)
  }
  const wearer = drawnWearer(data, {
    person: eitherOf(worn, neck),
    regions: { hair, 'body-skin': neck, 'upper-garment': worn },
    origin: { x: 100, y: TOP },
    shoulders,
  })
  const covered = Float32Array.from(worn.data, (_, at) =>
    isGarment(Math.floor(at / SIZE.width)) ? 1 : 0,
  )
  const neckline = [
    { x: 60, y: 58 },
    { x: 140, y: 58 },
  ]
  replaceUncovered(wearer, { instead: worn, heights: ALL_HEIGHTS, neckline }, covered)
}

test('hair beside the neck that was taken for a collar does not become skin', () => {
  expect(() => blockBesideNeck(6)).toThrow(/Hair falls beside the neck/)
  expect(() => blockBesideNeck(6, 11)).not.toThrow()
})

test('what has the colour of the garment beside the neck is a strap of it where hair has another', () => {
  expect(() => blockBesideNeck(6, 40, 0, HALO)).not.toThrow()
  expect(() => blockBesideNeck(6, 40, 0, CLOTH + 10)).toThrow(/Hair falls beside the neck/)
})

test('a high collar all round the neck is refused as one, and not as hair', () => {
  expect(() => blockBesideNeck(6, 40, 30)).toThrow(/The collar that is worn/)
})

/** How far the colours of a patch change that is told as nothing, in the neck's opening above a garment. */
function changeInOpening(colour: readonly number[], top: number): number {
  const [cloth, neck] = [
    [40, 60, 150],
    [210, 160, 130],
  ]
  const isPatch = (x: number, y: number): boolean => x >= 92 && x < 108 && y >= top && y < top + 8
  const worn = maskOf((x, y) => (y >= TOP && x >= 40 && x < 160 ? 255 : 0))
  const skin = maskOf((x, y) => (y < TOP && x >= 78 && x < 122 && !isPatch(x, y) ? 255 : 0))
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let at = 0; at < data.length / 4; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    data.set(isPatch(x, y) ? colour : worn.data[at] ? cloth! : neck!, 4 * at)
  }
  const wearer = drawnWearer(data, {
    person: maskOf((x, y) => (y >= TOP || (x >= 78 && x < 122) ? 255 : 0)),
    regions: { 'body-skin': skin, 'upper-garment': worn },
    origin: { x: 100, y: TOP },
    shoulders: 120,
  })
  const neckline = [
    { x: 78, y: 6 },
    { x: 100, y: 60 },
    { x: 122, y: 6 },
  ]
  const covered = Float32Array.from(worn.data, (share) => (share > 0 ? 1 : 0))
  const out = replaceUncovered(wearer, { instead: worn, heights: ALL_HEIGHTS, neckline }, covered)
  const at = 4 * ((top + 4) * SIZE.width + 100)
  return Math.max(...[0, 1, 2].map((c) => Math.abs(out.data[at + c]! - data[at + c]!)))
}

test('beside what is worn at the neck a collar that regions do not know is replaced, and shaded skin is not', () => {
  expect(changeInOpening([60, 80, 160], 52)).toBeGreaterThan(80)
  expect(changeInOpening([130, 85, 62], 52)).toBeLessThan(3)
})

test('what lies far from all that is worn there is none of it, whatever its colours are', () => {
  expect(changeInOpening([60, 80, 160], 20)).toBe(0)
})
