import { smoothstep } from '../../../geometry/smoothstep.ts'
import { type Hairline, insideScalp, onSkull, SKULL, type Vector } from '../head/scalp.ts'
import type { Hairstyle } from './hairstyle.ts'

/** How deep inside the hairline hair is as dense and as thick as elsewhere, widths of the face. */
const THINNING = 0.09

/** How dense and how thick hair is so far inside the hairline, 0–1. */
export function thicknessAt({ thinning }: Hairstyle, inside: number): number {
  return smoothstep(-0.02, thinning * THINNING, inside)
}

/** The share of strands that grow right beside a parting, and how far beside it; they hide the skin between roots. */
const AT_PARTING = { share: 0.16, reach: 0.07 } as const

/** Half the breadth of a parting, and how far it strays from a straight line, widths of the face. */
const PARTING = { half: 0.004, stray: 0.007 } as const

/** A root on the scalp, and how far inside it lies: fewer where hair thins out. */
export function sampleRoot(style: Hairstyle, hairline: Hairline, random: () => number) {
  for (;;) {
    const { at, normal } = onSkull(
      style.comb === 'part' && random() < AT_PARTING.share
        ? besideParting(style, random)
        : anywhere(random),
    )
    const ragged = 0.014 * Math.sin(31 * at[0]) * Math.sin(23 * at[0] + 17 * at[1])
    const inside = insideScalp(at, hairline, style.overEars) + ragged + 0.03 * (random() - random())
    if (inside > 0 && random() < 0.2 + thicknessAt(style, inside)) {
      return { at, normal, inside }
    }
  }
}

/** A direction, all of them alike. */
function anywhere(random: () => number): Vector {
  const y = 2 * random() - 1
  const angle = 2 * Math.PI * random()
  const around = Math.sqrt(1 - y * y)
  return [around * Math.cos(angle), y, around * Math.sin(angle)]
}

/** The direction of a place beside a parting, from the forehead to behind the crown. */
function besideParting({ parting }: Hairstyle, random: () => number): Vector {
  const far = random()
  const side = random() < 0.5 ? -1 : 1
  return alongParting(parting, far, side * (PARTING.half + AT_PARTING.reach * random() ** 1.5))
}

/** The direction of a place so far along a parting, 0 at the forehead and 1 behind the crown, and so far beside it. */
function alongParting(parting: number, far: number, beside: number): Vector {
  const angle = 0.2 + 1.6 * far
  const w = SKULL.centre[2] + SKULL.half[2] * Math.cos(angle)
  const x = (partingAt(parting, w) + beside) / SKULL.half[0]
  const around = Math.sqrt(1 - x * x)
  return [x, around * Math.sin(angle), around * Math.cos(angle)]
}

/** So many places on a parting's line, from the forehead to behind the crown. */
export function placesOnParting({ parting }: Hairstyle, count: number): Vector[] {
  return Array.from({ length: count }, (_, n) => onSkull(alongParting(parting, n / count, 0)).at)
}

/** Where a parting is at a depth: never quite straight. */
export function partingAt(parting: number, w: number): number {
  return parting + PARTING.stray * (Math.sin(19 * w) + 0.6 * Math.sin(47 * w + 1))
}
