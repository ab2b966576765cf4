import { smoothstep } from '../../../geometry/smoothstep.ts'
import { type Hairline, insideScalp, onSkull, type Vector } from '../head/scalp.ts'
import {
  AT_PARTING,
  PARTING_ARC,
  ROOT_BEFORE,
  ROOT_CHANCE,
  ROOT_FIRST,
  ROOT_PARTING,
  ROOT_RAGGED,
  ROOT_THINNING,
  SCALP_SKULL,
} from '../tuning.ts'
import type { Hairstyle } from './hairstyle.ts'

/** How dense and how thick hair is so far inside the hairline, 0–1. */
export function densityAt({ thinning }: Hairstyle, inside: number): number {
  return smoothstep(ROOT_FIRST, thinning * ROOT_THINNING, inside)
}

/** A root on the scalp, and how far inside it lies: fewer where hair thins out. */
export function sampleRoot(style: Hairstyle, hairline: Hairline, random: () => number) {
  for (;;) {
    const { at, normal } = onSkull(
      style.comb === 'part' && random() < AT_PARTING.share
        ? besideParting(style, random)
        : anywhere(random),
    )
    const ragged = ROOT_RAGGED.waves * Math.sin(31 * at[0]) * Math.sin(23 * at[0] + 17 * at[1])
    const inside =
      insideScalp(at, hairline, style.overEars) +
      ROOT_BEFORE +
      ragged +
      ROOT_RAGGED.single * (random() - random())
    if (isOnParting(style, at)) continue
    if (inside > 0 && random() < ROOT_CHANCE + densityAt(style, inside)) {
      return { at, normal, inside }
    }
  }
}

/** Whether a place lies on the line of a parting, where nothing grows. */
function isOnParting({ comb, parting }: Hairstyle, [u, v, w]: Vector): boolean {
  return comb === 'part' && v > 0 && Math.abs(u - partingAt(parting, w)) < ROOT_PARTING.half
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
  return alongParting(
    parting,
    far,
    side * (ROOT_PARTING.half + AT_PARTING.reach * random() ** AT_PARTING.nearer),
  )
}

/** The direction of a place so far along a parting, 0 at the forehead and 1 behind the crown, and so far beside it. */
function alongParting(parting: number, far: number, beside: number): Vector {
  const angle = PARTING_ARC.from + PARTING_ARC.over * far
  const w = SCALP_SKULL.centre[2] + SCALP_SKULL.half[2] * Math.cos(angle)
  const x = (partingAt(parting, w) + beside) / SCALP_SKULL.half[0]
  const around = Math.sqrt(1 - x * x)
  return [x, around * Math.sin(angle), around * Math.cos(angle)]
}

/** So many places on a parting's line, from the forehead to behind the crown. */
export function partingPoints({ parting }: Hairstyle, count: number): Vector[] {
  return Array.from({ length: count }, (_, n) => onSkull(alongParting(parting, n / count, 0)).at)
}

/** Where a parting is at a depth: never quite straight. */
export function partingAt(parting: number, w: number): number {
  return parting + ROOT_PARTING.stray * Math.sin(7 * w)
}
