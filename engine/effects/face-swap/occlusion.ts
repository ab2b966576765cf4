import { type FaceRegion, type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { blur, blurWithin } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import { keepConnected } from '../../raster/keep-connected.ts'
import { paintPolygon, visitPolygon } from '../../raster/paint-polygon.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import { FACE } from '../../vision/faces/face.ts'
import { BROW_RINGS } from './brows-to-keep.ts'
import { faceOvalMask } from './swap-mask.ts'

/** Less skin than this share between lower lip and chin, and the face has a beard. */
const BEARD = { ring: [84, 17, 314, 406, 369, 175, 140, 182], skin: 0.5 } as const

/** The same of a moustache, between nose and upper lip: with one measure 0 to 0.3, without 0.45 and more. */
const MOUSTACHE = { ring: [165, 167, 164, 393, 391, 269, 267, 0, 37, 39], skin: 0.37 } as const

/**
 * Hair without colour is as light as skin may be, white beards and black ones on black skin: a place with less than a
 * share of the face's saturation has it. Shaven faces measure 0.8 and more, grey and white beards 0.25 to 0.6; of grey
 * pictures, faces below the least saturation, nothing can be said.
 */
const COLOURLESS = { share: 0.67, least: 0.06 } as const

/** How far above a brow's hairs, and how far around there, in widths of the face, is looked for what falls over them. */
const FRINGE_SEARCH = { above: 0.045, around: 0.02 } as const

/** What hair hides of a face, 0–1. */
export type Occlusion = {
  /** From the edge of the face inwards: hair over the forehead or beside the cheeks, a hand, a collar. */
  over: Float32Array
  /** The same with, where hair grows there, all below the nose. */
  withBeard: Float32Array
}

/** What of a face's place both faces in it share. */
export type FacePlacement = {
  /** How high each place is, from the left upper corner towards the forehead, in widths of the face. */
  height: Float32Array
  /** Places along the face's outline. */
  outline: readonly number[]
}

/** The place of a face on its canvas, in planes of the open room. */
export function facePlacementOf(frame: FaceRegionGeometry): FacePlacement {
  const { width, height: rows, up, faceWidth } = frame
  const height = allocPlane(width * rows)
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < width; x++, i++) height[i] = (x * up.x + y * up.y) / faceWidth
  }
  const inner = blur(faceOvalMask(frame), frame, 0.02 * faceWidth)
  const outline: number[] = []
  for (let i = 0; i < inner.length; i++) if (inner[i]! > 0.05 && inner[i]! < 0.9) outline.push(i)
  return { height, outline }
}

/**
 * What covers a face. What is no skin but lies within the face is a part of it, a shadow beside the nose for one. A beard
 * covers all below the nose: it hangs on neck and jaw, which are not given away, and would end at the face's edge. So does
 * a `moustache` where asked for: the lips of another face on top of one would look cut out.
 */
export function occlusionOf(
  canvas: FaceRegion,
  masks: SkinMasks,
  place: FacePlacement,
  { moustache }: { moustache: boolean },
): Occlusion {
  const { width, up, faceWidth, points } = canvas
  const strange = nonSkinMask(canvas, masks, place)
  // Only what hangs together with the face's outline.
  const over = keepConnected(strange, width, 0.3, place.outline)
  const covered =
    hasFacialHair(canvas, masks, BEARD) || (moustache && hasFacialHair(canvas, masks, MOUSTACHE))
  if (!covered) return { over, withBeard: over }
  const nose = points[FACE.noseBase]!
  const withBeard = allocPlane(over.length)
  const level = (nose.x * up.x + nose.y * up.y) / faceWidth
  coverBelow({ over, withBeard, height: place.height }, { level })
  return { over, withBeard }
}

const coverBelow = formula(
  { planes: ['height', 'withBeard', 'over'], scalars: ['level'] },
  `
  above = smoothstep(-0.05, 0.03, height - level)
  withBeard = max(over, 1 - above)
  over = over * above
`,
)

/** Softly 1 where a face shows something else than skin and features. */
function nonSkinMask(
  canvas: FaceRegion,
  { bare, skin }: SkinMasks,
  { height }: FacePlacement,
): Float32Array {
  const brows = [...FACE.leftBrowTop, ...FACE.rightBrowTop].map((i) => canvas.points[i]!)
  const { up, faceWidth } = canvas
  const level = Math.max(...brows.map((p) => p.x * up.x + p.y * up.y)) / faceWidth
  const strange = allocPlane(bare.length)
  findStrange({ strange, bare, region: skin, height }, { level })
  return extendOverBrows(canvas, strange, bare)
}

/** Above the brows there are no features: what is no face there is hair. */
const findStrange = formula(
  { planes: ['height', 'strange', 'bare', 'region'], scalars: ['level'] },
  `
  high = smoothstep(0.025, 0.08, height - level)
  strange = bare > 0.02 ? 1 - min(1, region / max(0.02, bare)) : high
`,
)

/** A fringe over a brow is known by what lies above the brow. */
function extendOverBrows(
  canvas: FaceRegion,
  strange: Float32Array,
  bare: Float32Array,
): Float32Array {
  const { width, height, up, faceWidth } = canvas
  const beside = blurWithin(strange, bare, canvas, FRINGE_SEARCH.around * faceWidth)
  const brows = allocZeroPlane(bare.length)
  for (const ring of BROW_RINGS) paintPolygon(brows, canvas, landmarkPath(canvas, ring))
  const near = blur(brows, canvas, FRINGE_SEARCH.around * faceWidth)
  const [dx, dy] = [FRINGE_SEARCH.above * faceWidth * up.x, FRINGE_SEARCH.above * faceWidth * up.y]
  const levels = BROW_RINGS.flatMap((ring) => landmarkPath(canvas, ring)).map(({ y }) => y)
  const room = 3 * FRINGE_SEARCH.around * faceWidth
  const first = Math.max(0, Math.floor(Math.min(...levels) - room))
  const last = Math.min(height - 1, Math.ceil(Math.max(...levels) + room))
  for (let y = first; y <= last; y++) {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (bare[i]! > 0.02 || near[i]! < 0.05) continue
      const column = Math.min(width - 1, Math.max(0, Math.round(x + dx)))
      const row = Math.min(height - 1, Math.max(0, Math.round(y + dy)))
      strange[i] = Math.max(strange[i]!, smoothstep(0.35, 0.75, beside[row * width + column]!))
    }
  }
  return strange
}

/** Whether less than a share of a place shows skin, or it has much less colour than the face. */
function hasFacialHair(
  canvas: FaceRegion,
  { bare, skin: region, typical }: SkinMasks,
  { ring, skin: least }: typeof BEARD | typeof MOUSTACHE,
): boolean {
  const { l, a, b } = canvas.lab
  const saturations: number[] = []
  let [skin, all] = [0, 0]
  visitPolygon(canvas, landmarkPath(canvas, ring), (i, share) => {
    skin += share * region[i]!
    all += share * bare[i]!
    if (share > 0.5) saturations.push(saturation(l[i]!, a[i]!, b[i]!))
  })
  if (skin < least * all) return true
  const usual = saturation(typical.l, typical.a, typical.b)
  if (usual < COLOURLESS.least) return false
  const middle = Float64Array.from(saturations).sort()[saturations.length >> 1] ?? usual
  return middle < COLOURLESS.share * usual
}

/** How colourful a surface is in any light: as the light grows, a* and b* grow as L* + 16 does. */
function saturation(l: number, a: number, b: number): number {
  return Math.sqrt(a * a + b * b) / (l + 16)
}
