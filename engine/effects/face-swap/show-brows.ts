import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { blur, blurAllWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { BROW_RINGS } from './brow-rings.ts'
import { faceOvalMask } from './swap-mask.ts'
import type { Both } from './swap-region.ts'
import { SHOWN_BROWS } from './tuning.ts'

/**
 * Adds the brows of both faces to the mask of where the donor is seen, wherever they lie: the donor's are shown, and
 * the target's own go. Skin between hairs and beside them stays what it was. `mask` is changed.
 */
export function showBrows(
  mask: Float32Array,
  regions: Both<FaceRegion>,
  masks: Both<SkinMasks>,
): void {
  const { target } = regions
  const { soft, gain, edge } = SHOWN_BROWS
  const near = allocZeroPlane(mask.length)
  for (const ring of BROW_RINGS) paintPolygon(near, target, landmarkPath(target, ring))
  const zone = blur(near, target, soft * target.faceWidth)
  const face = blur(faceOvalMask(target), target, SHOWN_BROWS.outline.sigma * target.faceWidth)
  confine({ zone, face }, { gain })
  const hairs = allocZeroPlane(mask.length)
  for (const whose of ['target', 'donor'] as const) {
    const clear = allocPlane(mask.length)
    leaveOut({ clear, bare: masks[whose].bare, zone })
    const { l } = regions[whose].lab
    const [light] = blurAllWithin([l], clear, target, SHOWN_BROWS.light * target.faceWidth)
    addHairs({ hairs, l, light: light!, zone })
  }
  const shown = blur(hairs, target, edge.sigma * target.faceWidth)
  show({ mask, shown, zone })
}

/** Beyond the outline lies what the donor's mesh does not show. */
const confine = formula(
  { planes: ['zone', 'face'], scalars: ['gain'] },
  `zone = min(1, gain * zone) * smoothstep(${SHOWN_BROWS.outline.from}, ${SHOWN_BROWS.outline.whole}, face)`,
)

const leaveOut = formula(
  { planes: ['clear', 'bare', 'zone'] },
  'clear = bare * (1 - zone) + 0.00001',
)

const addHairs = formula(
  { planes: ['zone', 'hairs', 'l', 'light'] },
  `
  where zone > 0
  darker = 1 - (l + 16) / (light + 16)
  hairs = max(hairs, smoothstep(${SHOWN_BROWS.darker.from}, ${SHOWN_BROWS.darker.whole}, darker))
`,
)

const show = formula(
  { planes: ['zone', 'mask', 'shown'] },
  `
  where zone > 0
  mask = max(mask, zone * min(1, ${SHOWN_BROWS.edge.gain} * shown))
`,
)
