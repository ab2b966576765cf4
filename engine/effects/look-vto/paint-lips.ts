import type { Look, ZoneOf } from '../../../catalog/looks/look.ts'
import type { FaceRegionGeometry } from '../../face/face-region.ts'
import { distance, pointBetween } from '../../geometry/point.ts'
import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocPlane, allocZeroPlane, copyPlane } from '../../raster/arena.ts'
import { type LinearRgb, luminance } from '../../raster/colour/lab.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { Picture } from '../../raster/picture.ts'
import { FACE } from '../../vision/faces/face.ts'
import { type LipMasks, lipMasks } from './lip-masks.ts'
import type { FaceLight } from './measure-light.ts'
import { zoneOf } from './paint-skin.ts'
import { luminanceOf, type Part, paintPart, partAround } from './part.ts'
import { addGlow, coverWith, litPigment, sheer } from './pigment.ts'
import {
  FINE_RELIEF,
  LIP_FINISH,
  LIP_HIGHLIGHT,
  LIP_REDNESS,
  LIP_SHADOW,
  LIPS_BARE,
  LIPS_BRIGHT,
  LIPS_CALM,
  LIPS_DARK,
  LIPS_MARGIN,
  LIPS_PALE,
  LIPS_SHEER,
  OLD_EDGE,
  OLD_LINER,
  OLD_LIPSTICK,
  WET_RELIEF,
  WET_SHINE,
} from './tuning.ts'

/** The part around the lips. */
export function partOfLips(face: FaceRegionGeometry, size: Size): FaceRegionGeometry {
  return partAround(face, FACE.lipsOuter, LIPS_MARGIN, size)
}

/** Paints lips and lip liner. @param lipPart see {@link partOfLips} */
export function paintLips(
  picture: Picture,
  lipPart: FaceRegionGeometry,
  look: Look,
  light: FaceLight,
): Picture {
  const [lips, liner] = [zoneOf(look, 'lips'), zoneOf(look, 'lip-liner')]
  if (!lips && !liner) return picture
  return paintPart(picture, lipPart, (part) => {
    const masks = lipMasks(part)
    const shade = luminanceOf(part.light)
    const highlights = copyPlane(shade)
    findHighlights({ highlights }, { typical: masks.typical })
    const { relief } = LIP_FINISH[lips?.finish ?? 'matte']
    // Lips are darker than the skin around them in the same light: their own median is what pigment takes the place of.
    relate({ shade }, { typical: masks.typical, relief })
    const dark = 1 - smoothstep(...LIPS_DARK, masks.typical / light.skinLuminance)
    const bright = smoothstep(...LIPS_BRIGHT, masks.contrast)
    const worn = { dark, bright }
    const calm = LIPS_CALM * Math.max(dark, bright)
    if (lips && calm > 0) {
      const smooth = blur(
        shade,
        part,
        Math.max(FINE_RELIEF.least, FINE_RELIEF.sigma * part.faceWidth),
      )
      settle({ shade, smooth }, { calm })
    }
    if (lips && Math.max(dark, bright) > 0) coverOutline(part, masks, shade, lips, light, worn)
    if (lips) layLipstick(part, masks, shade, lips, light, worn)
    if (liner) {
      scale({ alpha: masks.outline }, { opacity: liner.opacity })
      const pigment = limitPaleLips(litPigment(liner.pigment, light), light)
      coverWith(part.light, masks.outline, shade, sheer(pigment, masks.typical, LIPS_SHEER))
    }
    if (lips) addHighlights(part, masks, highlights, lips, light)
  })
}

/** How surely lips wear dark lipstick, and bright one, 0–1. */
type Worn = { dark: number; bright: number }

/** Covers the outline of lipstick that is worn and of its liner, which would show around a paler one. */
function coverOutline(
  part: Part,
  masks: LipMasks,
  shade: Float32Array,
  { pigment }: ZoneOf<'lips'>,
  light: FaceLight,
  worn: Worn,
): void {
  const alpha = copyPlane(masks.outline)
  const wide = blur(masks.lips, part, Math.max(OLD_EDGE.least, OLD_EDGE.sigma * part.faceWidth))
  const y = luminanceOf(part.light)
  const { r, g } = part.light
  spread(
    { alpha, wide, y, r, g, lips: masks.lips, inner: masks.inner },
    { ...worn, skin: light.skinLuminance, usual: light.skin[0] / Math.max(1e-4, light.skin[1]) },
  )
  const own = copyPlane(shade)
  limit({ own }, { most: OLD_LINER })
  coverWith(part.light, alpha, own, onLips(pigment, masks, light, worn))
}

// Outside the lips that are found only what is darker or redder than skin is old lipstick, and nothing in the mouth.
const spread = formula(
  {
    planes: ['alpha', 'wide', 'y', 'r', 'g', 'lips', 'inner'],
    scalars: ['dark', 'bright', 'skin', 'usual'],
  },
  `
  shaded = dark * (1 - smoothstep(${OLD_LIPSTICK.dark.from}, ${OLD_LIPSTICK.dark.to}, y / skin))
  red = bright * smoothstep(${OLD_LIPSTICK.red.from}, ${OLD_LIPSTICK.red.to}, r / ((g + ${LIP_REDNESS.light}) * usual))
  outside = min(1, ${OLD_EDGE.times} * wide) * (1 - lips) * (1 - inner) * max(shaded, red)
  alpha = max(max(dark, bright) * alpha, outside)
`,
)

const limit = formula({ planes: ['own'], scalars: ['most'] }, 'own = min(own, most)')

/** A pigment in the light of a face, as sheer over bare lips as over lips that wear dark lipstick. */
function onLips(
  pigment: string,
  { typical }: LipMasks,
  light: FaceLight,
  { dark, bright }: Worn,
): LinearRgb {
  const bare = Math.max(dark, bright) * LIPS_BARE * light.skinLuminance
  return sheer(
    limitPaleLips(litPigment(pigment, light), light),
    Math.max(typical, bare),
    LIPS_SHEER,
  )
}

/**
 * Lipstick paler than the skin looks like paste on a dark face: it is laid only a little lighter than the skin, whose
 * hue shows through it.
 */
function limitPaleLips(colour: LinearRgb, { skin, skinLuminance }: FaceLight): LinearRgb {
  const own = luminance(...colour)
  if (own <= LIPS_PALE.most * skinLuminance) return colour
  const by = ((LIPS_PALE.most * skinLuminance) / own) ** LIPS_PALE.power
  const through = Math.min(LIPS_PALE.hue, 1 - by)
  const mix = (channel: 0 | 1 | 2): number =>
    by * ((1 - through) * colour[channel] + (through * own * skin[channel]) / skinLuminance)
  return [mix(0), mix(1), mix(2)]
}

function layLipstick(
  part: Part,
  masks: LipMasks,
  shade: Float32Array,
  { pigment, inner, opacity }: ZoneOf<'lips'>,
  light: FaceLight,
  worn: Worn,
): void {
  const alpha = copyPlane(masks.lips)
  // Dark or bright lipstick shows through a thin layer.
  scale({ alpha }, { opacity: opacity + Math.max(worn.dark, worn.bright) * (1 - opacity) })
  const on = (own: string) => onLips(own, masks, light, worn)
  coverWith(part.light, alpha, shade, on(pigment))
  if (inner === undefined) return
  multiply({ alpha, share: masks.inner })
  coverWith(part.light, alpha, shade, on(inner))
}

const relate = formula(
  { planes: ['shade'], scalars: ['typical', 'relief'] },
  `
  light = min(${LIP_HIGHLIGHT}, shade / typical)
  shade = max(${LIP_SHADOW.least}, light < ${LIP_SHADOW.kept} ? light : 1 + relief * (light - 1))
`,
)

const settle = formula(
  { planes: ['shade', 'smooth'], scalars: ['calm'] },
  'shade = shade + calm * (smooth - shade)',
)

const scale = formula({ planes: ['alpha'], scalars: ['opacity'] }, 'alpha = alpha * opacity')

const multiply = formula({ planes: ['alpha', 'share'] }, 'alpha = alpha * share')

// What is far lighter than the lips is reflected at their surface (Shafer 1985): it has the colour of the light.
const findHighlights = formula(
  { planes: ['highlights'], scalars: ['typical'] },
  `highlights = max(0, highlights - ${LIP_HIGHLIGHT} * typical)`,
)

function addHighlights(
  part: Part,
  { lips, typical }: LipMasks,
  highlights: Float32Array,
  { finish, opacity }: ZoneOf<'lips'>,
  { colour }: FaceLight,
): void {
  const { own, gloss } = LIP_FINISH[finish]
  const glow = allocPlane(lips.length)
  const wet = gloss > 0 ? wetShine(part) : allocZeroPlane(lips.length)
  // Shine breaks at the lines of the lips: it follows their finest relief.
  const y = luminanceOf(part.light)
  const smooth = blur(y, part, Math.max(WET_RELIEF.least, WET_RELIEF.sigma * part.faceWidth))
  join(
    { glow, lips, highlights, wet, y, smooth },
    { own, gloss, opacity, floor: WET_RELIEF.floor * typical },
  )
  addGlow(part.light, glow, colour)
}

const join = formula(
  {
    planes: ['glow', 'lips', 'highlights', 'wet', 'y', 'smooth'],
    scalars: ['own', 'gloss', 'opacity', 'floor'],
  },
  `
  over = y / (smooth + floor) - smooth / (smooth + floor)
  relief = min(${WET_RELIEF.most}, max(${WET_RELIEF.dimmest}, 1 + ${WET_RELIEF.by} * over))
  glow = lips * (opacity * own * highlights + gloss * wet * relief)
`,
)

/** Where wet lips shine: along the fullest part of the lower lip, and on both sides of the cupid's bow. */
function wetShine(part: Part): Float32Array {
  const { points, width, height, up, faceWidth } = part
  const [left, right] = [points[FACE.leftMouthCorner]!, points[FACE.rightMouthCorner]!]
  const breadth = Math.max(1, distance(left, right))
  const along = { x: (left.x - right.x) / breadth, y: (left.y - right.y) / breadth }
  const lower = pointBetween(
    points[FACE.lowerLipTop]!,
    points[FACE.lowerLipBottom]!,
    WET_SHINE.lower.down,
  )
  const thick = distance(points[FACE.lowerLipTop]!, points[FACE.lowerLipBottom]!)
  const bows = [37, 267].map((i) =>
    pointBetween(points[i]!, points[i === 37 ? 82 : 312]!, WET_SHINE.bow.down),
  )
  const spots = [
    {
      at: lower,
      across: WET_SHINE.lower.across * breadth,
      down: WET_SHINE.lower.thick * thick,
      by: 1,
    },
    ...bows.map((at) => ({
      at,
      across: WET_SHINE.bow.across * breadth,
      down: WET_SHINE.bow.thick * faceWidth,
      by: WET_SHINE.bow.by,
    })),
  ]
  const plane = allocZeroPlane(width * height)
  for (const { at, across, down, by } of spots) {
    const flat = Math.max(WET_SHINE.least, down)
    // The box around the ellipse of three sigmas.
    const reachX = 3 * Math.hypot(across * along.x, flat * up.x)
    const reachY = 3 * Math.hypot(across * along.y, flat * up.y)
    const [left, right] = [Math.max(0, Math.floor(at.x - reachX)), Math.min(width, at.x + reachX)]
    const bottom = Math.min(height, at.y + reachY)
    for (let y = Math.max(0, Math.floor(at.y - reachY)); y < bottom; y++) {
      const dy = y + 0.5 - at.y
      for (let x = left; x < right; x++) {
        const dx = x + 0.5 - at.x
        const u = (dx * along.x + dy * along.y) / across
        const v = (dx * up.x + dy * up.y) / flat
        const far = u * u + v * v
        if (far < 9) plane[y * width + x] = plane[y * width + x]! + by * Math.exp(-0.5 * far)
      }
    }
  }
  return plane
}
