import { describe, expect, test } from 'vitest'
import { EYE_OPENINGS } from '../../../../engine/effects/face-swap/openings.ts'
import { requireNoDarkGlasses } from '../../../../engine/effects/face-swap/require-no-dark-glasses.ts'
import { labToSrgb } from '../../../../engine/raster/colour/lab.ts'
import { overlaid, type Sitter, target } from './sitters.ts'

/** L* of the parts of a face that tell dark glasses, each with 4 added. */
type Lights = { skin: number; nose?: number; cheek?: number; below: number; white: number }

const RINGS = {
  forehead: [[109, 108, 151, 337, 338, 10]],
  nose: [[196, 419, 248, 281, 5, 51, 3]],
  cheek: [
    [411, 427, 436, 432, 434, 416, 433, 376],
    [187, 207, 216, 212, 214, 192, 213, 147],
  ],
  below: [
    [448, 449, 450, 451, 452, 357, 350, 349, 348, 347, 346],
    [228, 229, 230, 231, 232, 128, 121, 120, 119, 118, 117],
  ],
  white: EYE_OPENINGS.map(({ rim }) => rim),
}

/** The face with each of these parts in one light. */
function lit({ skin, nose = skin, cheek = skin, below, white }: Lights): Sitter {
  let sitter: Sitter = target
  for (const [part, light] of Object.entries({ forehead: skin, nose, cheek, below, white })) {
    const colour = labToSrgb({ l: light - 4, a: 0, b: 0 })
    for (const ring of RINGS[part as keyof typeof RINGS]) {
      const corners = ring.map((at) => target.face.landmarks[at]!)
      const [x, y] = (['x', 'y'] as const).map(
        (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length,
      )
      // A little larger, so that pixels at the ring's edge are in this light too.
      const grown = corners.map((p) => ({ x: x! + 1.15 * (p.x - x!), y: y! + 1.15 * (p.y - y!) }))
      sitter = overlaid(sitter, grown, colour, 1)
    }
  }
  return sitter
}

function wearsDarkGlasses(lights: Lights): boolean {
  const { drawn, face } = lit(lights)
  try {
    requireNoDarkGlasses(drawn.picture, face, 'src')
    return false
  } catch {
    return true
  }
}

describe('dark glasses', () => {
  test('are below 0.57 of the nose’s light and 0.62 of the lightest skin’s, whatever the white of the eye', () => {
    const light = { skin: 80, white: 10 }
    expect(wearsDarkGlasses({ ...light, below: 0.55 * 80 })).toBe(true)
    expect(wearsDarkGlasses({ ...light, below: 0.59 * 80 })).toBe(false)
    const brightNose = { skin: 64, nose: 90, white: 10 }
    expect(wearsDarkGlasses({ ...brightNose, below: 0.6 * 64 })).toBe(true)
    expect(wearsDarkGlasses({ ...brightNose, below: 0.64 * 64 })).toBe(false)
  })

  test('are lenses that let half through, below 0.63 and 0.6, where the white is as light as the skin below', () => {
    const tinted = (below: number, white: number, nose = 80) =>
      wearsDarkGlasses({ skin: 80, nose, below: below * 80, white: white * below * 80 })
    expect(tinted(0.585, 0.94)).toBe(true)
    expect(tinted(0.585, 0.86)).toBe(false)
    expect(tinted(0.615, 0.94)).toBe(false)
    // A nose in a hat's shadow: 0.585 of the face's light is 0.64 of the nose's, or 0.62.
    expect(tinted(0.585, 0.94, 73)).toBe(false)
    expect(tinted(0.585, 0.94, 76)).toBe(true)
  })

  test('on skin darker than L* 58 hide the white of the eye and the skin below, but not the cheeks', () => {
    const dark = { skin: 50, nose: 50, below: 38, white: 48 }
    expect(wearsDarkGlasses(dark)).toBe(true)
    expect(wearsDarkGlasses({ ...dark, white: 52 })).toBe(false)
    expect(wearsDarkGlasses({ ...dark, below: 41 })).toBe(false)
    expect(wearsDarkGlasses({ ...dark, cheek: 41 })).toBe(false)
    expect(wearsDarkGlasses({ ...dark, cheek: 44 })).toBe(true)
    expect(wearsDarkGlasses({ skin: 56, nose: 56, below: 40, white: 53 })).toBe(true)
    expect(wearsDarkGlasses({ skin: 60, nose: 60, below: 43, white: 56 })).toBe(false)
  })
})
