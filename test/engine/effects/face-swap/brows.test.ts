import { describe, expect, test } from 'vitest'
import { BROW_RINGS } from '../../../../engine/effects/face-swap/brow-rings.ts'
import { browsToKeep } from '../../../../engine/effects/face-swap/brows-to-keep.ts'
import { showBrows } from '../../../../engine/effects/face-swap/show-brows.ts'
import { softenBrows } from '../../../../engine/effects/face-swap/soften-brows.ts'
import { tintBrows } from '../../../../engine/effects/face-swap/tint-brows.ts'
import type { FaceRegion } from '../../../../engine/face/face-region.ts'
import type { SkinMasks } from '../../../../engine/face/skin-masks.ts'
import { withArena } from '../../../../engine/raster/arena.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'
import { meanLab } from '../../face/measure-skin.ts'
import { displaced, donor, painted, type Sitter, swapped, target } from './sitters.ts'

const SIDE = 240
const plane = (of: (x: number, y: number) => number): Float32Array =>
  Float32Array.from({ length: SIDE * SIDE }, (_, i) => of(i % SIDE, Math.floor(i / SIDE)))
const SKIN = 64

/** Both brows as bars, of 16 rows, whose outer halves lie away from the middle. */
const BARS = [
  [140, 210],
  [100, 30],
] as const
const TOP = 100
const points = Array.from({ length: 478 }, () => ({ x: 0, y: 0 }))
for (const [side, ring] of BROW_RINGS.entries()) {
  const [inner, outer] = BARS[side]!
  for (let n = 0; n < 5; n++) {
    const x = outer + (n / 4) * (inner - outer)
    points[ring[n]!] = { x, y: TOP }
    points[ring[ring.length - 1 - n]!] = { x, y: TOP + 16 }
  }
}

function setOutline(radius: number): void {
  for (const [n, i] of FACE.oval.entries()) {
    const angle = (2 * Math.PI * n) / FACE.oval.length
    points[i] = { x: 120 + radius * Math.sin(angle), y: 120 - radius * Math.cos(angle) }
  }
}
setOutline(112)

/** A face whose L* is given, of which all but the brows is skin. */
function faceOf(l: (x: number, y: number) => number): { region: FaceRegion; masks: SkinMasks } {
  const even = plane(() => 10)
  const region: FaceRegion = {
    area: { left: 0, top: 0, width: SIDE, height: SIDE },
    scale: 1,
    width: SIDE,
    height: SIDE,
    faceWidth: 200,
    points,
    up: { x: 0, y: -1 },
    lab: { l: plane(l), a: even, b: even },
  }
  const bare = plane((x, y) => (isBrow(x, y) ? 0 : 1))
  return { region, masks: { bare, skin: bare, clear: bare, typical: { l: SKIN, a: 10, b: 10 } } }
}

function isBrow(x: number, y: number): boolean {
  return y >= TOP && y < TOP + 16 && BARS.some(([p, q]) => x > Math.min(p, q) && x < Math.max(p, q))
}

/** L* of a brow that is darker than the skin by a share of its light, below skin that is given. */
function browOf(contrast: number, above: (x: number) => number = () => SKIN) {
  return (x: number, y: number): number => {
    if (isBrow(x, y)) return (1 - contrast) * (SKIN + 16) - 16
    return y < TOP ? above(x) : SKIN
  }
}

describe('brows are transferred', () => {
  const clear = browOf(0.4)
  const isTaken = (of: (x: number, y: number) => number, from = clear): boolean =>
    withArena(() => {
      const [own, other] = [faceOf(of), faceOf(from)]
      const regions = { target: own.region, donor: other.region }
      return browsToKeep(regions, { target: own.masks, donor: other.masks }).length === 0
    })

  test('that are clear in both faces', () => {
    expect(isTaken(clear)).toBe(true)
  })

  test.each(['target', 'donor'] as const)('below skin without strands of hair: %s', (whose) => {
    const strands = (by: number) =>
      browOf(0.4, (x) => SKIN + by * (80 / 100) * Math.sin((2 * Math.PI * x) / 8))
    const taken = (by: number) =>
      whose === 'target' ? isTaken(strands(by)) : isTaken(clear, strands(by))
    expect(taken(3)).toBe(true)
    expect(taken(7)).toBe(false)
  })

  test('below skin without strands above the outer half alone', () => {
    const strands = (by: number) =>
      browOf(0.4, (x) => (x > 185 ? SKIN + by * Math.sin((2 * Math.PI * x) / 8) : SKIN))
    expect(isTaken(clear, strands(3))).toBe(true)
    expect(isTaken(clear, strands(8))).toBe(false)
  })

  test('below skin that is from 0.62 of the face’s light on, above each half of each brow', () => {
    for (const [from, reach] of [
      [204, 24],
      [150, 24],
      [90, 24],
      [36, 24],
    ] as const) {
      const shaded = (share: number) =>
        browOf(0.4, (x) => {
          const lit = Math.min(1, Math.max(0, (Math.abs(x - from) - reach) / 16))
          return (share + lit * (1 - share)) * (SKIN + 16) - 16
        })
      expect(isTaken(clear, shaded(0.64)), `${from}`).toBe(true)
      expect(isTaken(clear, shaded(0.6)), `${from}`).toBe(false)
    }
  })

  test('from a contrast of 0.2 of the target’s own on: those of a frown are not where they are sought', () => {
    expect(isTaken(browOf(0.21), browOf(0.3))).toBe(true)
    expect(isTaken(browOf(0.19), browOf(0.3))).toBe(false)
  })

  test('up to twice the contrast of the target’s', () => {
    expect(isTaken(browOf(0.3), browOf(0.59))).toBe(true)
    expect(isTaken(browOf(0.3), browOf(0.61))).toBe(false)
  })

  test('from a contrast of 0.18 on, and of half the target’s', () => {
    expect(isTaken(browOf(0.3), browOf(0.19))).toBe(true)
    expect(isTaken(browOf(0.3), browOf(0.17))).toBe(false)
    expect(isTaken(browOf(0.5), browOf(0.26))).toBe(true)
    expect(isTaken(browOf(0.5), browOf(0.24))).toBe(false)
  })
})

describe('hairs are shown', () => {
  const hair = (from: number, to: number) => (x: number, y: number) =>
    isBrow(x, y) && x >= from && x < to ? 30 : SKIN
  const shown = (): ((x: number, y: number) => number) => {
    const [own, other] = [faceOf(hair(140, 155)), faceOf(hair(190, 210))]
    const mask = withArena(() => {
      const seen = plane((_, y) => (y < 20 ? 0.5 : 0))
      const regions = { target: own.region, donor: other.region }
      showBrows(seen, regions, { target: own.masks, donor: other.masks })
      return seen.slice()
    })
    return (x, y) => mask[y * SIDE + x]!
  }

  test('of both faces, and no skin between or beside them', () => {
    const at = shown()
    expect(at(148, 108)).toBeGreaterThan(0.95)
    expect(at(200, 108)).toBeGreaterThan(0.95)
    expect(at(172, 108)).toBeLessThan(0.02)
    expect(at(65, 108)).toBe(0)
    expect(at(120, 10)).toBe(0.5)
  })

  test('within the outline of the face', () => {
    setOutline(70)
    const at = shown()
    setOutline(112)
    expect(at(148, 108)).toBeGreaterThan(0.95)
    expect(at(200, 108)).toBe(0)
  })
})

describe('brows are softened', () => {
  /** The contrast that brows are left with, and what becomes of the skin beside them. */
  const softened = (contrast: number, own: number) =>
    withArena(() => {
      const l = plane(browOf(contrast))
      const beside = plane((x, y) => (isBrow(x, y) ? 1 : 0))
      const target = { l: plane(browOf(own)), light: plane(() => SKIN) }
      softenBrows(l, target, beside, faceOf(browOf(own)).region)
      return { left: 1 - (l[108 * SIDE + 175]! + 16) / (SKIN + 16), skin: l[150 * SIDE + 120] }
    })

  test('that are more than 1.5 times as strong as the target’s', () => {
    expect(softened(0.59, 0.4).left).toBeCloseTo(0.59, 3)
    expect(softened(0.8, 0.4).left).toBeCloseTo(0.6, 3)
    expect(softened(0.3, 0.4).left).toBeCloseTo(0.3, 3)
    expect(softened(0.8, 0.4).skin).toBe(SKIN)
  })

  test('to 0.2 at least', () => {
    expect(softened(0.4, 0.05).left).toBeCloseTo(0.2, 3)
    expect(softened(0.19, 0.05).left).toBeCloseTo(0.19, 3)
  })
})

describe('brows and the skin around them have the hue of the target’s skin', () => {
  const tinted = (l: number, a: number, b: number) =>
    withArena(() => {
      const lab = { l: plane(() => l), a: plane(() => a), b: plane(() => b) }
      const light = { l: plane(() => 64), a: plane(() => 16), b: plane(() => 16) }
      tintBrows(
        lab,
        light,
        plane((x) => (x < SIDE / 2 ? 1 : 0)),
      )
      const share = (l + 16) / 80
      return {
        times: (lab.a[0]! + lab.b[0]!) / (32 * share),
        turned: (lab.b[0]! - lab.a[0]!) / (32 * share),
        beside: [lab.a[SIDE - 1], lab.b[SIDE - 1]],
      }
    })

  test('skin has no more colour, hairs up to 1.35 times as much, both at least 0.85', () => {
    expect(tinted(64, 24, 24).times).toBeCloseTo(1, 2)
    expect(tinted(24, 16, 16).times).toBeCloseTo(1.35, 2)
    expect(tinted(24, 10, 10).times).toBeCloseTo(1.25, 2)
    expect(tinted(24, 2, 2).times).toBeCloseTo(0.85, 2)
  })

  test('the hue turns by 0.15 of the colour at most', () => {
    expect(tinted(64, 30, 2).turned).toBeGreaterThan(-0.15)
    expect(tinted(64, 30, 2).turned).toBeLessThan(-0.13)
    expect(tinted(64, 16.5, 15.5).turned).toBeCloseTo(-0.03, 2)
  })

  test('what lies beside them stays', () => {
    expect(tinted(64, 24, 24).beside).toEqual([24, 24])
  })
})

describe('in a swap', () => {
  const { pointAt, scale } = donor.drawn
  const light = (picture: Picture, x: number, y: number) =>
    meanLab(picture, pointAt(x, y), 0.5 * scale).l

  test('the tail of a brow is the donor’s, which lies higher', () => {
    const [before, after] = [displaced(donor, target), swapped(donor, target)]
    expect(light(before, 25, 40) - light(after, 25, 40)).toBeGreaterThan(5)
  })

  test('skin around the donor’s brows is no redder than the target’s', () => {
    const red = painted(donor, 'M4 34 L30 34 L30 48 L4 48 Z', [200, 30, 30], 0.3)
    const at = target.drawn.pointAt(24, 42)
    const [plain, redder] = [donor, red].map(
      (from) => meanLab(swapped(target, from), at, 0.5 * target.drawn.scale).a,
    )
    expect(redder! - plain!).toBeLessThan(4)
  })

  test('black brows are grey on a face with faint ones', () => {
    const [left, right] = ['M4 37 L32 37 L32 46 L4 46 Z', 'M-4 37 L-32 37 L-32 46 L-4 46 Z']
    const veil = (sitter: Sitter, path: string) => painted(sitter, path, [230, 185, 160], 0.62)
    const faint = veil(veil(donor, left!), right!)
    expect(light(swapped(faint, target), 17, 42)).toBeGreaterThan(24)
    expect(light(swapped(donor, target), 17, 42)).toBeLessThan(18)
  })

  test('hairs of the target that lie outside its brow do not darken what is shown in their place', () => {
    const thick = painted(donor, 'M6 43 L30 43 L30 46 L6 46 Z', [30, 20, 14], 0.9)
    const after = swapped(thick, target)
    expect((light(after, 17, 44) + light(after, 24, 44)) / 2).toBeGreaterThan(49.3)
  })
})
