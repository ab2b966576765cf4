import { beforeAll, describe, expect, test } from 'vitest'
import { tellOfFit } from '../../../../../engine/effects/cloth-v3/fit/compare-with-reference.ts'
import { fitTop } from '../../../../../engine/effects/cloth-v3/fit/fit-top.ts'
import type { TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import type { Point } from '../../../../../engine/geometry/point.ts'
import { type DrawnSubject, drawnSubject, garment } from '../drawn-subject.ts'

const at = {} as { ines: DrawnSubject; tee: TopShape }

beforeAll(async () => {
  at.ines = await drawnSubject('ines')
  at.tee = (await garment('tee')).shape as TopShape
})

/** The shape with its points moved. */
function moved(shape: TopShape, to: (point: Point) => Point): TopShape {
  const pair = <T>(values: readonly T[], each: (value: T) => T) =>
    values.map(each) as unknown as readonly [T, T]
  const line = (points: readonly Point[]): Point[] => points.map(to)
  return {
    ...shape,
    neck: pair(shape.neck, to),
    tips: pair(shape.tips, to),
    armpits: pair(shape.armpits, to),
    sides: pair(shape.sides, line),
    hem: line(shape.hem),
    neckline: line(shape.neckline),
    nape: line(shape.nape),
    sleeves:
      shape.sleeves &&
      pair(shape.sleeves, ({ inner, outer }) => ({ inner: line(inner), outer: line(outer) })),
  }
}

/** The tee with everything below its armpits so many times as long. */
function withLength(share: number): TopShape {
  const from = at.tee.armpits[0].y
  return moved(at.tee, ({ x, y }) => ({ x, y: y > from ? from + share * (y - from) : y }))
}

describe('a top as it is worn, compared with its reference', () => {
  test('is as long and as large as it is shown where it is cut for who wears it', () => {
    const { compared } = fitTop(at.tee, at.ines.wearer)
    expect(compared!.size).toBe(1)
    expect(Math.abs(compared!.length - 1)).toBeLessThan(0.1)
    expect(Math.abs(compared!.sleeves - 1)).toBeLessThan(0.3)
    expect(tellOfFit(compared!)).toEqual([])
  })

  test('is told to be longer where it has to cover what is', () => {
    const { compared } = fitTop(withLength(0.85), at.ines.wearer)
    expect(compared!.length).toBeGreaterThan(1.1)
    expect(tellOfFit(compared!)[0]).toMatch(/^It is \d+ % longer than the reference shows it/)
  })

  test('is worn larger, in its own proportions, where it would end above the hem that it covers', () => {
    const short = withLength(0.62)
    const { compared, scale } = fitTop(short, at.ines.wearer)
    expect(compared!.covering).toBeGreaterThan(1.08)
    expect(scale).toBeCloseTo(compared!.covering * fitTop(at.tee, at.ines.wearer).scale, 5)
    expect(tellOfFit(compared!).at(-1)).toMatch(/^It is worn \d+ % larger than fits the shoulders/)
  })

  test('is taken a size larger where its chest is narrower than the body, its shoulders as wide', () => {
    const { tips, armpits } = at.tee
    const middle = (armpits[0].x + armpits[1].x) / 2
    const narrow = moved(at.tee, ({ x, y }) =>
      y >= armpits[0].y - 1 ? { x: middle + 0.8 * (x - middle), y } : { x, y },
    )
    const { compared, scale } = fitTop({ ...narrow, tips }, at.ines.wearer)
    expect(compared!.size).toBeGreaterThan(1.08)
    expect(scale).toBeGreaterThan(1.08 * fitTop(at.tee, at.ines.wearer).scale)
    expect(tellOfFit(compared!)[0]).toMatch(/larger than its shoulders tell/)
  })

  test('is refused where shoulders that were misread would make it a smock', () => {
    const { tips } = at.tee
    const middle = (tips[0].x + tips[1].x) / 2
    const misread = tips.map(({ x, y }) => ({ x: middle + 0.5 * (x - middle), y }))
    const shape = { ...at.tee, tips: misread as unknown as TopShape['tips'] }
    expect(() => fitTop(shape, at.ines.wearer)).toThrow(/quite different sizes/)
  })

  test('keeps its length from the shoulders on where its armholes are deep', () => {
    const { tips, armpits } = at.tee
    const deeper = 0.8 * (armpits[0].y - tips[0].y)
    const down = ({ x, y }: Point): Point => ({ x, y: y + deeper })
    const usual = fitTop(withLength(1.25), at.ines.wearer)
    const base = withLength(1.25)
    const deep = {
      ...base,
      armpits: base.armpits.map(down) as unknown as TopShape['armpits'],
      sides: base.sides.map(([first, ...rest]) => [
        down(first!),
        ...rest.filter(({ y }) => y > first!.y + deeper),
      ]) as unknown as TopShape['sides'],
    }
    const { compared } = fitTop(deep, at.ines.wearer)
    // Without it what the armholes are deeper would be missing at the hem.
    expect(compared!.length).toBeGreaterThan(usual.compared!.length - 0.1)
  })
})

test('sleeves that would end at quite unlike places are refused', () => {
  const { wearer } = at.ines
  const { torso, arms, regions } = wearer
  const [upper, skin] = [regions['upper-garment'], regions['body-skin']]
  // Most of one upper arm passes for what is worn, as hair or a strap on it does.
  const [shoulder, elbow] = arms[0]
  const isTaken = (i: number): boolean => {
    const [x, y] = [i % upper.width, Math.floor(i / upper.width)]
    const [dx, dy] = [elbow.x - shoulder.x, elbow.y - shoulder.y]
    const along = ((x - shoulder.x) * dx + (y - shoulder.y) * dy) / (dx * dx + dy * dy)
    const off = Math.hypot(x - shoulder.x - along * dx, y - shoulder.y - along * dy)
    return along > 0 && along < 0.85 && off < 0.14 * torso.shoulders
  }
  const fooled = {
    ...wearer,
    regions: {
      ...regions,
      'upper-garment': { ...upper, data: upper.data.map((share, i) => (isTaken(i) ? 255 : share)) },
      'body-skin': { ...skin, data: skin.data.map((share, i) => (isTaken(i) ? 0 : share)) },
    },
  }
  expect(() => fitTop(at.tee, wearer)).not.toThrow()
  expect(() => fitTop(at.tee, fooled)).toThrow(/unlike places/)
})
