import { expect, test } from 'vitest'
import type { Planes } from '../../../engine/restore/read-service-picture.ts'
import { splitChange } from '../../../engine/restore/split-change.ts'

const SIZE = { width: 96, height: 96 }

/** A plane by column and row, three times over. */
function grey(at: (x: number, y: number) => number): Planes {
  const plane = Float32Array.from({ length: 96 * 96 }, (_, n) => at(n % 96, Math.floor(n / 96)))
  return { ...SIZE, channels: [plane, plane.slice(), plane.slice()] }
}

const flat = grey(() => 0.5)

/** Within a square, checks of one pixel. */
const checked = grey((x, y) =>
  x < 32 || x > 63 || y < 32 || y > 63 ? 0.5 : (x + y) % 2 === 0 ? 0.7 : 0.3,
)

/** How far a change of a flat picture is from the checks, and how much of them it has, in the square's middle. */
function changeOf(noise: number) {
  const change = splitChange({
    sent: flat,
    returned: checked,
    noise: new Float32Array(96 * 96).fill(noise),
  })
  if (!change) return undefined
  const { area, base, detail, mask } = change
  let [worst, contrast, covered] = [0, 0, 1]
  for (let y = 44; y < 52; y++) {
    for (let x = 44; x < 52; x++) {
      const at = (y - area.top) * area.width + x - area.left
      const made = detail[at]! * 0.5 + base[0]![at]!
      worst = Math.max(worst, Math.abs(made - checked.channels[0]![96 * y + x]!))
      contrast = Math.max(contrast, Math.abs(made - 0.5))
      covered = Math.min(covered, mask[at]!)
    }
  }
  return { area, worst, contrast, covered }
}

test('fine detail that is new is all of the service’s where compressing made no noise', () => {
  const { area, worst, covered } = changeOf(1e-8)!
  expect(worst).toBeLessThan(0.01)
  expect(covered).toBe(1)
  // 24 pixels around what changed, whose soft edges take some.
  expect(area.left).toBeGreaterThanOrEqual(0)
  expect(area.left).toBeLessThanOrEqual(8)
  expect(area.width).toBeGreaterThanOrEqual(80)
})

test('fine detail no stronger than the noise of compressing is none', () => {
  const noisy = changeOf(1)
  expect(noisy?.contrast ?? 0).toBeLessThan(0.01)
})

test('fine detail counts as far as it exceeds the noise twice', () => {
  // The checks' power is 0.04: with noise of 0.001 the share is 0.95.
  expect(changeOf(0.001)!.contrast).toBeCloseTo(0.19, 2)
})

test('nothing is split where nothing changed', () => {
  const noise = new Float32Array(96 * 96).fill(1e-8)
  expect(splitChange({ sent: flat, returned: flat, noise })).toBeUndefined()
})

test('where noise hides fine detail, what coarser detail keeps is taken: of a flat place all', () => {
  const wide = { width: 192, height: 64 }
  const grating = (by: number, aside: number): Planes => {
    const plane = Float32Array.from({ length: 192 * 64 }, (_, at) => {
      const x = at % 192
      return 0.5 + by * Math.sin((x * Math.PI) / 8) + (x < 8 || x >= 184 ? aside : 0)
    })
    return { ...wide, channels: [plane] }
  }
  const noise = 0.002
  const { area, detail } = splitChange({
    sent: grating(0.15, 0),
    returned: grating(0.075, 0.4),
    noise: new Float32Array(192 * 64).fill(noise),
  })!
  // Half of the waves is kept. What a sigma leaves of a period of 16 pixels, against the noise, the coarsest first.
  let kept = 1
  for (const sigma of [3.6, 2.2, 1.2]) {
    const amplitude = 0.15 * (1 - Math.exp(-2 * ((Math.PI * sigma) / 16) ** 2))
    const power = amplitude ** 2 / 2
    kept = (power / 2 + kept * noise) / (power + noise)
  }
  expect(detail[32 * area.width + 96]).toBeCloseTo(kept, 2)
})
