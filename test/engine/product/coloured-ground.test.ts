import { describe, expect, test } from 'vitest'
import { colouredGround } from '../../../engine/product/coloured-ground.ts'
import { CLUTTER, HUE, OUTLINE, PIECES } from '../../../engine/product/tuning.ts'
import type { LabPlanes } from '../../../engine/raster/colour/lab-planes.ts'

const SIZE = { width: 240, height: 200 }

/** How yellow cream cloth is for its lightness. */
const CLOTH = 0.1

type Drawn = {
  /** How far the piece's hue is from that of the cloth, CIELAB units. */
  hue?: number
  /** Pixels over which its outline fades. */
  soft?: number
  middle?: number
  /** What else is there: how far its hue is from the cloth's, and its area, pixels. */
  other?: { hue: number; area: number }
  /** How much of the piece's hue a spot on its front has, and its radius, pixels. */
  spot?: { hue: number; radius: number }
}

/** A ring of a hue on cloth with dark folds, in the middle of a picture or at a row. */
function ring({ hue = 50, soft = 0.5, middle = 100, other, spot }: Drawn = {}): LabPlanes {
  const planes = { l: [] as number[], a: [] as number[], b: [] as number[] }
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const fold = 60 + 22 * Math.sin((x + 2 * y) / 17)
      const away = Math.abs(Math.hypot(x - 120, y - middle) - 45) - 12
      const share = Math.min(1, Math.max(0, 0.5 - away / (2 * soft)))
      const isSpot = spot && Math.hypot(x - 120, y - middle - 45) < spot.radius
      const isOther = other && x >= 20 && x < 30 && y >= 20 && y < 20 + other.area / 10
      const own = isSpot ? spot.hue : share * hue
      planes.l.push(isSpot ? 62 : fold)
      planes.a.push(0)
      planes.b.push(CLOTH * fold + (isOther ? other.hue : own))
    }
  }
  const [l, a, b] = [planes.l, planes.a, planes.b].map((values) => Float32Array.from(values))
  return { l: l!, a: a!, b: b! }
}

function groundAt(drawn: Drawn, x: number, y: number): number | undefined {
  return colouredGround(ring(drawn), SIZE)?.[y * SIZE.width + x]
}

describe('the ground of a coloured piece on cloth', () => {
  test('is all that has the hue of the border, in folds and in the opening', () => {
    const ground = colouredGround(ring(), SIZE)!
    let wrong = 0
    for (let at = 0; at < ground.length; at++) {
      const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
      const away = Math.abs(Math.hypot(x - 120, y - 100) - 45) - 12
      if (Math.abs(away) > 1.5 && ground[at] !== (away > 0 ? 1 : 0)) wrong++
    }
    expect(wrong).toBe(0)
  })

  test('is not told where the piece has hardly another hue, as silver has', () => {
    expect(colouredGround(ring({ hue: HUE.least + 3 }), SIZE)).toBeDefined()
    expect(colouredGround(ring({ hue: HUE.least - 3 }), SIZE)).toBeUndefined()
    expect(colouredGround(ring({ hue: 0 }), SIZE)).toBeUndefined()
  })

  test('is not told where much else has the hue of the piece', () => {
    const most = CLUTTER.most * SIZE.width * SIZE.height
    expect(colouredGround(ring({ other: { hue: 45, area: most - 30 } }), SIZE)).toBeDefined()
    expect(colouredGround(ring({ other: { hue: 45, area: most + 30 } }), SIZE)).toBeUndefined()
  })

  test('has what the piece mirrors where that has less of its hue', () => {
    const below = (hue: number) => groundAt({ other: { hue, area: 300 } }, 25, 30)
    expect(below(HUE.still * 50 - 3)).toBe(1)
    expect(below(HUE.still * 50 + 3)).not.toBe(1)
  })

  test('is not told where the outline is soft', () => {
    const reach = Math.max(2, Math.round(OUTLINE.reach * SIZE.width))
    expect(colouredGround(ring({ soft: reach / 2 }), SIZE)).toBeDefined()
    expect(colouredGround(ring({ soft: 6 * reach }), SIZE)).toBeUndefined()
  })

  test('is not told where a piece leaves the picture', () => {
    const room = PIECES.room * SIZE.height
    expect(colouredGround(ring({ middle: 57 + room + 3 }), SIZE)).toBeDefined()
    expect(colouredGround(ring({ middle: 57 + room - 3 }), SIZE)).toBeUndefined()
  })

  test('does not show in small spots, nor in larger ones that mirror the piece', () => {
    const least = Math.sqrt((PIECES.closed * SIZE.width * SIZE.height) / Math.PI)
    expect(groundAt({ spot: { hue: 0, radius: least - 0.5 } }, 120, 145)).toBe(0)
    expect(groundAt({ spot: { hue: 0, radius: least + 2 } }, 120, 145)).toBe(1)
    expect(groundAt({ spot: { hue: HUE.mirrored * 50 + 6, radius: least + 2 } }, 120, 145)).toBe(0)
  })
})
