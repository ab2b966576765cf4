import { expect, test } from 'vitest'
import { estimateMotion } from '../../../../engine/video/motion/estimate-motion.ts'

const [WIDTH, HEIGHT] = [64, 48]

/** Waves as long as blocks that have moved to the right, in levels. */
function waves(pixels: number) {
  const y = new Uint8Array(WIDTH * HEIGHT)
  for (let at = 0; at < y.length; at++) {
    const [column, row] = [(at % WIDTH) - pixels, Math.floor(at / WIDTH)]
    y[at] = Math.round(
      128 + 60 * Math.sin((column * Math.PI) / 4) + 40 * Math.sin((row * Math.PI) / 4),
    )
  }
  return { width: WIDTH, height: HEIGHT, y }
}

test('tells motion of less than half a pixel where it is asked to', () => {
  const [now, before] = [waves(0.3), waves(0)]
  const [rough, fine] = [estimateMotion(now, before), estimateMotion(now, before, undefined, true)]
  const { columns } = fine
  for (let at = 0; at < fine.dx.length; at++) {
    // Blocks at the sides show what the other frame did not.
    if (at % columns === 0 || at % columns === columns - 1) continue
    expect(rough.dx[at]).toBe(0)
    expect(fine.dx[at]).toBeCloseTo(-0.3, 1)
    expect(fine.dy[at]).toBeCloseTo(0, 5)
    expect(fine.difference[at]).toBeLessThan(0.95 * rough.difference[at]!)
  }
})

test('takes noise for no motion', () => {
  const [now, before] = [waves(0), waves(0)]
  for (let at = 0; at < now.y.length; at++) now.y[at] = now.y[at]! + ((at * 7919) % 5) - 2
  const { dx, dy } = estimateMotion(now, before, undefined, true)
  expect([...dx, ...dy].every((vector) => vector === 0)).toBe(true)
})
