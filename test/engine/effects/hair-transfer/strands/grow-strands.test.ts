import { expect, test } from 'vitest'
import { HAIR_TRANSFER_TEMPLATES } from '../../../../../catalog/templates/hair-transfer.ts'
import { growStrands } from '../../../../../engine/effects/hair-transfer/strands/grow-strands.ts'
import { readHairstyle } from '../../../../../engine/effects/hair-transfer/strands/hairstyle.ts'
import { SCALP_SKULL } from '../../../../../engine/effects/hair-transfer/tuning.ts'

test.each(HAIR_TRANSFER_TEMPLATES.map(({ id }) => id))('%s grows on the scalp', (id) => {
  const { style } = readHairstyle(id)
  const { places, opacity } = growStrands(style, () => 0.58, 300)
  expect(places.every(Number.isFinite)).toBe(true)
  expect(opacity.every((share) => share > 0 && share <= 1)).toBe(true)
  let inside = 0
  const { centre, half } = SCALP_SKULL
  for (let at = 0; at < places.length; at += 3) {
    const far = Math.hypot(
      ...[0, 1, 2].map((c) => (places[at + c]! - centre[c]!) / (half[c]! - 0.08)),
    )
    if (far < 1 && places[at + 1]! > 0) inside++
  }
  expect(inside / (places.length / 3)).toBeLessThan(0.02)
})

test('behind the ears long hair grows on the nape and not on the jaw', () => {
  for (const { id } of HAIR_TRANSFER_TEMPLATES) {
    const { count, points, places } = growStrands(readHairstyle(id).style, () => 0.58, 1500)
    for (let nth = 0; nth < count; nth++) {
      const [v, w] = [places[nth * points * 3 + 1]!, places[nth * points * 3 + 2]!]
      if (v < -0.15) expect(w).toBeLessThan(-0.35)
    }
  }
})
