import { Fault } from '../../../../catalog/failures/fault.ts'
import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import { heightAt } from '../../../geometry/polyline.ts'
import { pairOf, type Sides, type TopShape } from '../garment.ts'
import { crossSectionAt, wornHemHeight, wornHemLine } from '../measure/body-edges.ts'
import { leastSquaresSlope } from '../measure/least-squares-slope.ts'
import { isOneCloth, type LowerBody, measureLowerBody } from '../measure/lower-body.ts'
import { seenHem } from '../measure/seen-hem.ts'
import { extraHeight } from '../measure/standing-height.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import type { Limb, Wearer } from '../measure/wearer.ts'
import {
  FITTED_TOP_ALIKE,
  FITTED_TOP_COVER,
  FITTED_TOP_DEEP,
  FITTED_TOP_LENGTHENED,
  FITTED_TOP_SLOPE,
  FITTED_TOP_STRETCH,
  NARROW_SHOULDERS,
  TOP_CHEST,
} from '../tuning.ts'
import { type Armhole, armholeOf } from './armhole.ts'
import { type Compared, compareWithReference } from './compare-with-reference.ts'
import { fitSleeve } from './fit-sleeve.ts'
import { fitYoke, shoulderSpan, type Yoke } from './fit-yoke.ts'
import type { Mesh } from './mesh.ts'
import { sleeveEnds } from './sleeve-end.ts'
import { armpitHeightOf, measureSides, torsoEdges } from './torso-edges.ts'
import { torsoMesh } from './torso-mesh.ts'

/** The parts of a top as they are worn, in the order in which they are laid over each other. */
export type WornTop = {
  torso: Mesh
  /** The rows of it that may have a print: without plain cloth that is lengthened. */
  printed: Mesh
  sleeves: Mesh[]
  /** The front's edge at the neck, from left to right. */
  neckline: Point[]
  hem: Point[]
  /** Pixels of the photo per pixel of the product. */
  scale: number
  /** How far along each arm a sleeve reaches, in pixels; none without sleeves. */
  ends?: Sides<number> | undefined
  /** The arms from the ends of the sleeves on. */
  bareArms: Sides<Point[]>
  /** The armholes of a top without sleeves. */
  armholes?: Sides<Armhole> | undefined
  /** Absent for one that is shown worn, which is as long on the like places of somebody else. */
  compared?: Compared | undefined
}

/**
 * Fits a top to a person: its shoulders to the person's, its sides to what was worn or to its own width, its sleeves
 * along the arms.
 * @throws Fault `pose` or `mismatch` for a person or what was worn that it cannot cover
 */
export function fitTop(shape: TopShape, wearer: Wearer, kind: 'top' | 'dress' = 'top'): WornTop {
  const { drape } = shape
  const usual = drape
    ? { scale: wearer.torso.shoulders / drape.shoulders, size: 1, larger: 1 }
    : flatScale(shape, wearer)
  const lower = kind === 'dress' ? measureLowerBody(wearer) : undefined
  const hem = lower ? [{ u: 0, v: dressHem(wearer, lower) }] : topHem(wearer)
  const covering = drape || lower ? 1 : sizeToCover(shape, wearer, usual, hem)
  const scale = usual.scale * covering
  const edges = torsoEdges(shape, wearer, scale, lower)
  const yoke = fitYoke(shape, wearer, scale)
  const stretch = stretchToHem(shape, wearer, { scale, hem, yoke, kind })
  const body = torsoMesh(shape, { edges, yoke, scale, ...stretch }, wearer.torso)
  const ends =
    shape.sleeves &&
    sleeveEnds(shape.sleeves, shape, wearer, { tips: yoke.tips, armpits: edges.armpits, scale })
  const sleeves = (shape.sleeves ?? []).map((tube, n) =>
    fitSleeve(tube, shape, wearer, {
      side: n === 0 ? -1 : 1,
      tip: yoke.tips[n]!,
      armpit: edges.armpits[n]!,
      end: ends![n]!,
      scale,
      reach: edges.reach[n as 0 | 1],
    }),
  )
  const bareArms = pairOf((n) => beyond(wearer.arms[n], ends?.[n] ?? 0))
  const armholes = shape.sleeves
    ? undefined
    : pairOf((n) => armholeOf(wearer.arms[n], n, { tip: yoke.tips[n], armpit: edges.armpits[n] }))
  const compared = drape
    ? undefined
    : compareWithReference(
        shape,
        { ...body, sleeves },
        {
          scale,
          size: usual.size,
          covering,
          torso: wearer.torso,
        },
      )
  return { ...body, sleeves, scale, ends, bareArms, armholes, compared }
}

/**
 * Pixels of the photo per pixel of a garment that lies flat, and its size: by its shoulders, as far as its chest
 * agrees. One that is narrower than the body is worn a size larger; shoulders that are misread tell no size. How many
 * times as large it may be worn besides, where what is worn has to be covered.
 * @throws Fault `mismatch` where both are far apart
 */
function flatScale(
  shape: TopShape,
  wearer: Wearer,
): { scale: number; size: number; larger: number } {
  const own = shoulderSpan(wearer) / shouldersOf(shape)
  const height = TOP_CHEST.height * wearer.torso.shoulders
  const body = measureSides(wearer, undefined).reduce((sum, reach) => sum + reach(height), 0)
  const chest = (own * distance(...shape.armpits)) / body
  if (chest < TOP_CHEST.misread[0] || chest > TOP_CHEST.misread[1]) {
    throw new Fault(
      'mismatch',
      'Shoulders and chest of the reference tell quite different sizes for this person. A picture that shows its ' +
        'shoulders and sleeves spread out can be used.',
    )
  }
  const fitting = Math.min(TOP_CHEST.fits[1], Math.max(TOP_CHEST.fits[0], chest)) / chest
  const size = Math.min(TOP_CHEST.sizes[1], Math.max(TOP_CHEST.sizes[0], fitting))
  const larger = Math.min(TOP_CHEST.sizes[1] / size, TOP_CHEST.fits[1] / (chest * size))
  return { scale: own * size, size, larger: Math.max(1, larger) }
}

/**
 * How many times as large a top is worn so that it reaches as low as what it covers: in a larger size it keeps its
 * proportions, and its print is not drawn out. Drop shoulders, which lie on the arms, tell too small a size.
 */
function sizeToCover(
  shape: TopShape,
  wearer: Wearer,
  { scale, larger }: { scale: number; larger: number },
  hem: readonly { u: number; v: number }[],
): number {
  const yoke = fitYoke(shape, wearer, scale)
  const { factors, whole } = hemFactors(shape, wearer, { scale, hem, yoke })
  const out = Math.max(...factors) / deepOf(whole, 0)
  return Math.min(larger, Math.max(1, out / FITTED_TOP_STRETCH.sized))
}

/** The distance of a garment's shoulders; by its chest where straps alone lie on them. */
function shouldersOf({ tips, armpits, sleeves }: TopShape): number {
  const [own, chest] = [distance(...tips), distance(...armpits)]
  return sleeves || own > NARROW_SHOULDERS.from * chest ? own : NARROW_SHOULDERS.of * chest
}

/** The hem that is worn; where its line does not show, as far down as most of it reaches. */
function topHem(wearer: Wearer): { u: number; v: number }[] {
  const seen = isOneCloth(wearer) ? seenHem(wearer, wornHemHeight(wearer)) : undefined
  if (seen !== undefined) return [{ u: 0, v: seen }]
  const line = wornHemLine(wearer)
  return line.length > 0 ? line : [{ u: 0, v: wornHemHeight(wearer) }]
}

/**
 * How much longer the torso is drawn below the armpits than the scale says: at its left and right side, as a hem hangs
 * lower on one of them. It covers what was worn, and from the shoulders on a top that lies flat keeps its length: where
 * its armholes are deeper than the person's, the part below them is longer. Whether it is longer than that.
 */
function stretchToHem(
  shape: TopShape,
  wearer: Wearer,
  {
    scale,
    hem,
    yoke,
    kind,
  }: { scale: number; hem: { u: number; v: number }[]; yoke: Yoke; kind: 'top' | 'dress' },
): { down: Sides<number>; isLengthened: boolean } {
  const { drape } = shape
  const { factors, whole, start, top, usual, over, flatTip } = hemFactors(shape, wearer, {
    scale,
    hem,
    yoke,
  })
  const steepest = FITTED_TOP_SLOPE / (scale * (usual - top))
  const slope = Math.min(steepest, Math.max(-steepest, leastSquaresSlope(hem, factors)))
  const level = Math.max(...factors.map((factor, n) => factor - slope * hem[n]!.u))
  const factor = Math.max(...factors)
  const deep = (off: number): number => (kind === 'top' ? deepOf(whole, off) : 1)
  const flatOwn = deep(FITTED_TOP_DEEP.off)
  const isLengthened = !drape && factor > FITTED_TOP_STRETCH.flat * deep(0)
  if (
    (drape ? factor > FITTED_TOP_STRETCH.worn : isLengthened) &&
    (isOneCloth(wearer) || !canBeLengthened(factor, shape))
  ) {
    throw new Fault(
      'mismatch',
      'What is worn reaches lower than the garment of the reference: only a generator can invent what would show ' +
        'below it. A longer garment can be worn.',
    )
  }
  if (!drape) {
    const half = (scale * (shape.hem.at(-1)!.x - shape.hem[0]!.x)) / 2
    const toSide = (side: -1 | 1): number => level + side * slope * half
    return { down: [ownOr(toSide(-1), flatOwn), ownOr(toSide(1), flatOwn)], isLengthened }
  }
  const end = over + extraHeight(drape, wearer) * (usual - flatTip.y)
  const like = (end - start) / (scale * (usual - top))
  const own = Math.min(FITTED_TOP_STRETCH.worn, Math.max(1 / FITTED_TOP_STRETCH.worn, like))
  const down = factor > FITTED_TOP_ALIKE * own ? factor : own
  return { down: [down, down], isLengthened }
}

/**
 * How much longer than the scale says a top would be below its armpits: at places of a hem so as to cover it, and as a
 * whole so as to keep its length from the shoulders on. With the heights of both, the garment's in its own pixels.
 */
function hemFactors(
  shape: TopShape,
  wearer: Wearer,
  { scale, hem, yoke }: { scale: number; hem: readonly { u: number; v: number }[]; yoke: Yoke },
) {
  const { torso } = wearer
  const { armpits, hem: own, tips } = shape
  const start = armpitHeightOf(shape, wearer)
  const top = (armpits[0].y + armpits[1].y) / 2
  const middle = (armpits[0].x + armpits[1].x) / 2
  const usual = own[own.length >> 1]!.y
  const factors = hem.map(({ u, v }) => {
    const flat = heightAt(own, middle + u / scale) ?? usual
    return (v + FITTED_TOP_COVER * torso.shoulders - start) / (scale * (flat - top))
  })
  const flatTip = pointBetween(...tips, 0.5)
  const over = pixelToTorso(torso, pointBetween(...yoke.tips, 0.5)).v
  const whole = (over + scale * (usual - flatTip.y) - start) / (scale * (usual - top))
  return { factors, whole, start, top, usual, over, flatTip }
}

/** How much longer a top is drawn below the armpits for its deep armholes, of which `off` may be measured wrong. */
function deepOf(whole: number, off: number): number {
  return Math.min(FITTED_TOP_DEEP.most, Math.max(1, whole - off))
}

/** Whether plain cloth above the hem makes up for what a top is too short. */
function canBeLengthened(factor: number, { drape, plainBelow, armpits, hem }: TopShape): boolean {
  if (drape || plainBelow === undefined || factor > FITTED_TOP_LENGTHENED.most) return false
  const top = (armpits[0].y + armpits[1].y) / 2
  const end = hem[hem.length >> 1]!.y
  const plain = (end - plainBelow) / (end - top)
  return factor - FITTED_TOP_LENGTHENED.printed * (1 - plain) <= FITTED_TOP_LENGTHENED.plain * plain
}

/** The stretch that a hem needs; its own where the garment is clearly longer than what it covers. */
function ownOr(needed: number, own: number): number {
  return needed > FITTED_TOP_ALIKE * own ? needed : own
}

/** How far down what is worn reaches, a skirt or trousers among it, on the torso's axis. */
function dressHem(wearer: Wearer, { ends }: LowerBody): number {
  const heights = ([0, 1] as const).map((n) =>
    ends[n] === 0
      ? 0
      : pixelToTorso(wearer.torso, crossSectionAt(wearer.legs[n], ends[n], n === 0 ? -1 : 1).at).v,
  )
  return Math.max(wornHemHeight(wearer), ...heights)
}

/** A limb from a distance along it on. */
function beyond([first, second, third]: Limb, along: number): Point[] {
  const upper = distance(first, second)
  if (along < upper) return [pointBetween(first, second, along / upper), second, third]
  return [
    pointBetween(second, third, Math.min(1, (along - upper) / distance(second, third))),
    third,
  ]
}
