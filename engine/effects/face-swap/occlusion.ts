import { type FaceRegion, type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { hairStrands } from '../../face/hair-strands.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { medianOrZero } from '../../geometry/quantile.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { blur, blurWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { keepConnected } from '../../raster/mask/keep-connected.ts'
import { paintPolygon, visitPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { BROW_RINGS } from './brow-rings.ts'
import { shadedSkin } from './shaded-skin.ts'
import { faceOvalMask } from './swap-mask.ts'
import {
  FACIAL_HAIR_SIGMAS,
  FRINGE_BESIDE,
  FRINGE_SEARCH,
  OCCLUSION_ABOVE,
  OCCLUSION_BARE,
  OCCLUSION_BEARD,
  OCCLUSION_BELOW,
  OCCLUSION_COLOURLESS,
  OCCLUSION_CONNECTED,
  OCCLUSION_MOUSTACHE,
  OCCLUSION_OUTLINE,
} from './tuning.ts'

/** What hides a face, as masks 0–1. */
export type Occlusion = {
  /** What reaches into the face from its edge: hair over the forehead or beside the cheeks, a hand, a collar. */
  occluders: Float32Array
  /** The same, and all below the nose of a face with a beard. */
  withBeard: Float32Array
}

/** What both faces share, because they lie on the same pixels of a region. */
export type FacePlacement = {
  /** How high each pixel is, from the upper left corner towards the forehead, in widths of the face. */
  height: Float32Array
  /** The indices of the pixels along the face's outline. */
  outline: readonly number[]
}

/** The placement of a face in its region, in planes of the open arena. */
export function facePlacementOf(geometry: FaceRegionGeometry): FacePlacement {
  const { width, height: rows, up, faceWidth } = geometry
  const height = allocPlane(width * rows)
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < width; x++, i++) height[i] = (x * up.x + y * up.y) / faceWidth
  }
  const inner = blur(faceOvalMask(geometry), geometry, OCCLUSION_OUTLINE.soft * faceWidth)
  const outline: number[] = []
  const { from, to } = OCCLUSION_OUTLINE
  for (let i = 0; i < inner.length; i++) if (inner[i]! > from && inner[i]! < to) outline.push(i)
  return { height, outline }
}

/**
 * What hides a face. Only what is connected to the face's outline counts: other pixels without skin's colour, a shadow
 * beside the nose for one, are part of the face. A beard hides all below the nose.
 */
export function occlusionOf(
  region: FaceRegion,
  masks: SkinMasks,
  placement: FacePlacement,
  hasBeard: boolean,
): Occlusion {
  const { width, up, faceWidth, points } = region
  const nonSkin = nonSkinMask(region, masks, placement)
  const occluders = keepConnected(nonSkin, width, OCCLUSION_CONNECTED, placement.outline)
  if (!hasBeard) return { occluders, withBeard: occluders }
  const nose = points[FACE.noseBase]!
  const withBeard = allocPlane(occluders.length)
  const level = (nose.x * up.x + nose.y * up.y) / faceWidth
  coverBelow({ occluders, withBeard, height: placement.height }, { level })
  return { occluders, withBeard }
}

const coverBelow = formula(
  { planes: ['height', 'withBeard', 'occluders'], scalars: ['level'] },
  `
  above = smoothstep(${OCCLUSION_BELOW[0]}, ${OCCLUSION_BELOW[1]}, height - level)
  withBeard = max(occluders, 1 - above)
  occluders = occluders * above
`,
)

/**
 * Whether the lower part of a face cannot be transferred: a beard continues on the neck and jaw, which are not, and
 * would end at the face's edge. With `moustache` a moustache counts too: another face's lips on top of one would look
 * cut out.
 */
export function isBearded(
  region: FaceRegion,
  masks: SkinMasks,
  { moustache }: { moustache: boolean },
): boolean {
  return (
    hasFacialHair(region, masks, OCCLUSION_BEARD) ||
    (moustache && hasFacialHair(region, masks, OCCLUSION_MOUSTACHE))
  )
}

/** Where a face shows neither skin nor features, 0–1. */
function nonSkinMask(
  region: FaceRegion,
  masks: SkinMasks,
  { height }: FacePlacement,
): Float32Array {
  const brows = [...FACE.leftBrowTop, ...FACE.rightBrowTop].map((i) => region.points[i]!)
  const { up, faceWidth } = region
  const level = Math.max(...brows.map((p) => p.x * up.x + p.y * up.y)) / faceWidth
  const { bare, skin } = masks
  const nonSkin = allocPlane(bare.length)
  const strands = hairStrands(region, masks, height, level)
  const shaded = shadedSkin(region, masks, height, level)
  computeNonSkin({ nonSkin, bare, skin, height, strands, shaded }, { level })
  return extendOverBrows(region, nonSkin, bare)
}

/** Above the brows there are no features: pixels there that the face mesh does not cover are hair. */
const computeNonSkin = formula(
  { planes: ['height', 'nonSkin', 'bare', 'skin', 'strands', 'shaded'], scalars: ['level'] },
  `
  high = smoothstep(${OCCLUSION_ABOVE[0]}, ${OCCLUSION_ABOVE[1]}, height - level)
  unlike = bare > ${OCCLUSION_BARE} ? (1 - min(1, skin / max(${OCCLUSION_BARE}, bare))) * (1 - shaded) : high
  nonSkin = max(unlike, strands)
`,
)

/** Extends the mask over brows that a fringe covers. It is told by the hair directly above the brow. */
function extendOverBrows(
  region: FaceRegion,
  nonSkin: Float32Array,
  bare: Float32Array,
): Float32Array {
  const { width, height, up, faceWidth } = region
  const beside = blurWithin(nonSkin, bare, region, FRINGE_SEARCH.around * faceWidth)
  const brows = allocZeroPlane(bare.length)
  for (const ring of BROW_RINGS) paintPolygon(brows, region, landmarkPath(region, ring))
  const near = blur(brows, region, FRINGE_SEARCH.around * faceWidth)
  const [dx, dy] = [FRINGE_SEARCH.above * faceWidth * up.x, FRINGE_SEARCH.above * faceWidth * up.y]
  const levels = BROW_RINGS.flatMap((ring) => landmarkPath(region, ring)).map(({ y }) => y)
  const room = 3 * FRINGE_SEARCH.around * faceWidth
  const first = Math.max(0, Math.floor(Math.min(...levels) - room))
  const last = Math.min(height - 1, Math.ceil(Math.max(...levels) + room))
  for (let y = first; y <= last; y++) {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (bare[i]! > OCCLUSION_BARE || near[i]! < FRINGE_BESIDE.near) continue
      const column = Math.min(width - 1, Math.max(0, Math.round(x + dx)))
      const row = Math.min(height - 1, Math.max(0, Math.round(y + dy)))
      const share = beside[row * width + column]!
      const hidden = smoothstep(FRINGE_BESIDE.from, FRINGE_BESIDE.whole, share)
      nonSkin[i] = Math.max(nonSkin[i]!, hidden)
    }
  }
  return nonSkin
}

/** Whether a ring of landmarks shows hairs, less than a share of skin, or much less colour than the face has. */
function hasFacialHair(
  region: FaceRegion,
  masks: SkinMasks,
  { ring, skin: minSkin, texture }: typeof OCCLUSION_BEARD | typeof OCCLUSION_MOUSTACHE,
): boolean {
  const { l, a, b } = region.lab
  const saturations: number[] = []
  let [skin, all] = [0, 0]
  visitPolygon(region, landmarkPath(region, ring), (i, share) => {
    skin += share * masks.skin[i]!
    all += share * masks.bare[i]!
    if (share > 0.5) saturations.push(saturation(l[i]!, a[i]!, b[i]!))
  })
  if (skin < minSkin * all || patternWithin(region, ring) > texture) return true
  const usual = saturation(masks.typical.l, masks.typical.a, masks.typical.b)
  if (usual < OCCLUSION_COLOURLESS.least) return false
  if (saturations.length === 0) return false
  return medianOrZero(saturations) < OCCLUSION_COLOURLESS.share * usual
}

/** How strong the pattern of single hairs is in a ring of landmarks, as a share of the light there. */
export function patternWithin(region: FaceRegion, ring: readonly number[]): number {
  const { fine, leastFine, coarse } = FACIAL_HAIR_SIGMAS
  const [hairs, around] = [
    Math.max(leastFine, fine * region.faceWidth),
    coarse * region.faceWidth,
  ].map((sigma) => blur(region.lab.l, region, sigma))
  let [squares, all] = [0, 1e-6]
  visitPolygon(region, landmarkPath(region, ring), (i, share) => {
    squares += share * ((hairs![i]! - around![i]!) / (around![i]! + 16)) ** 2
    all += share
  })
  return Math.sqrt(squares / all)
}

/** A saturation that does not depend on the light: as a surface gets lighter, its a* and b* grow with L* + 16. */
function saturation(l: number, a: number, b: number): number {
  return Math.sqrt(a * a + b * b) / (l + 16)
}
