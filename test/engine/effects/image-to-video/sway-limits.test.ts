import { describe, expect, test } from 'vitest'
import { swayField } from '../../../../engine/effects/image-to-video/sway-field.ts'
import type { PersonRegions } from '../../../../engine/regions/person/find-regions.ts'

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
