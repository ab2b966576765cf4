import type { Look, ZoneName, ZoneOf } from '../../../catalog/looks/look.ts'
import {
  type FaceRegion,
  type FaceRegionGeometry,
  faceRegionGeometry,
  landmarkPath,
} from '../../face/face-region.ts'
import { applyColourChange } from '../../face/repaint.ts'
import { lightenDarkCircles } from '../../face/retouch/lighten-dark-circles.ts'
import { cropRowsUnderEyes } from '../../face/retouch/under-eyes.ts'
import { type SkinMasks, skinMasks } from '../../face/skin-masks.ts'
import type { Size } from '../../geometry/size.ts'
import { allocPlane } from '../../raster/arena.ts'
import { labToLinearFormula, luminance } from '../../raster/colour/lab.ts'
import { copyLabPlanes, type LabPlanes, readLabPlanes } from '../../raster/colour/lab-planes.ts'
import { blurWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { evenSkin } from './even-skin.ts'
import { type FaceLight, measureLight } from './measure-light.ts'
import { paintStrokes } from './paint-strokes.ts'
import { type LightPlanes, lightChange, luminanceOf } from './part.ts'
import { addGlow, coverWith, litPigment, towardsLuminance } from './pigment.ts'
import { SOFT_ZONES } from './soft-zones.ts'
import {
  MAX_CONCEALER,
  SKIN_GLOW,
  SKIN_MAX_FACE_WIDTH,
  SKIN_ROUGH,
  SKIN_SHADE,
  SKIN_SHEER,
} from './tuning.ts'

/** Landmarks on the cheeks; the smoother one tells how rough the skin of a face is. */
const CHEEKS = [
  [50, 205],
  [280, 425],
] as const

/** The geometry of what {@link paintSkin} changes. */
export function skinGeometry(size: Size, face: Face): FaceRegionGeometry {
  return faceRegionGeometry(size, face, SKIN_MAX_FACE_WIDTH)
}

/**
 * Puts a look's foundation, concealer, contour, blush and highlighter on the skin, and measures the light for the rest.
 * They are soft, so a large face is worked on at a part of its size; finer detail stays as it is.
 */
export function paintSkin(
  picture: Picture,
  face: Face,
  look: Look,
): { picture: Picture; light: FaceLight } {
  let light: FaceLight | undefined
  const geometry = skinGeometry(picture, face)
  const painted = applyColourChange(picture, geometry, () => {
    const region = { ...geometry, lab: readLabPlanes(picture, geometry) }
    const masks = skinMasks(region)
    light = measureLight(picture, face, masks.typical)
    const lab = copyLabPlanes(region.lab)
    const foundation = zoneOf(look, 'foundation')
    if (foundation) evenSkin(lab, region, masks, foundation.opacity)
    const concealer = zoneOf(look, 'concealer')
    const rows = concealer && cropRowsUnderEyes({ region, masks, lab })
    if (rows) lightenDarkCircles(rows, MAX_CONCEALER * concealer.opacity)
    const [before, after] = [toLight(region.lab), toLight(lab)]
    layPowders(after, region, masks, look, light)
    return lightChange(before, after)
  })
  if (!light) throw new Error('The light was not measured.')
  return { picture: painted, light }
}

/** The zone of a look by its name; undefined where it has none. */
export function zoneOf<Name extends ZoneName>(look: Look, name: Name): ZoneOf<Name> | undefined {
  return look.zones.find((each): each is ZoneOf<Name> => each.zone === name)
}

function layPowders(
  light: LightPlanes,
  region: FaceRegion,
  masks: SkinMasks,
  look: Look,
  faceLight: FaceLight,
): void {
  const { skinLuminance } = faceLight
  const skin = powderMask(region, masks)
  const shade = luminanceOf(light)
  relate({ shade }, { typical: skinLuminance })
  const contour = zoneOf(look, 'contour')
  if (contour) {
    const alpha = paintStrokes(region, SOFT_ZONES.contour)
    limitTo({ alpha, skin }, { opacity: contour.opacity })
    // A shadow is a share of the skin's own light, by its hue the pigment's.
    const shadow = towardsLuminance(
      litPigment(contour.pigment, faceLight),
      SKIN_SHADE * skinLuminance,
      1,
    )
    coverWith(light, alpha, shade, shadow)
  }
  const blush = zoneOf(look, 'blush')
  if (blush) {
    const alpha = paintStrokes(region, SOFT_ZONES.blush[blush.placement])
    limitTo({ alpha, skin }, { opacity: blush.opacity })
    const pigment = litPigment(blush.pigment, faceLight)
    const goal = SKIN_SHEER.goal * skinLuminance
    const share = luminance(...pigment) > goal ? SKIN_SHEER.paler : SKIN_SHEER.darker
    coverWith(light, alpha, shade, towardsLuminance(pigment, goal, share))
  }
  const highlighter = zoneOf(look, 'highlighter')
  if (highlighter) {
    const glow = paintStrokes(region, SOFT_ZONES.highlighter)
    limitTo({ alpha: glow, skin }, { opacity: SKIN_GLOW.most * highlighter.opacity })
    // It glows where light falls: by its square, so that it does not lift shadows.
    squareLight({ glow, shade })
    const [r, g, b] = litPigment(highlighter.pigment, faceLight)
    const by = Math.min(1, SKIN_GLOW.least + SKIN_GLOW.bySkin * skinLuminance)
    addGlow(light, glow, [
      r * by * SKIN_GLOW.share,
      g * by * SKIN_GLOW.share,
      b * by * SKIN_GLOW.share,
    ])
  }
}

/**
 * Where powder lies: on skin, and not among locks of hair in its colours, which are far rougher than a bare cheek.
 */
function powderMask(region: FaceRegion, { skin }: SkinMasks): Float32Array {
  const { faceWidth, lab } = region
  const rough = allocPlane(skin.length)
  const fine = blurWithin(lab.l, skin, region, SKIN_ROUGH.fine * faceWidth)
  squareDetail({ rough, l: lab.l, fine, skin })
  const around = blurWithin(rough, skin, region, SKIN_ROUGH.around * faceWidth)
  const mask = allocPlane(skin.length)
  const usual = Math.min(
    ...CHEEKS.map((cheek) => {
      const at = landmarkPath(region, cheek).map(
        ({ x, y }) => Math.floor(y) * region.width + Math.floor(x),
      )
      const shown = at.filter((place) => skin[place]! > 0.5).map((place) => around[place]!)
      return shown.length < at.length ? Number.POSITIVE_INFINITY : Math.max(...shown)
    }),
  )
  leaveRough({ mask, skin, around }, { usual: Math.max(SKIN_ROUGH.least, usual) })
  return mask
}

const squareDetail = formula(
  { planes: ['rough', 'l', 'fine', 'skin'] },
  'rough = (l - fine) * (l - fine) * skin',
)

const leaveRough = formula(
  { planes: ['mask', 'skin', 'around'], scalars: ['usual'] },
  `mask = skin * (1 - smoothstep(${SKIN_ROUGH.from}, ${SKIN_ROUGH.to}, around / usual))`,
)

const relate = formula({ planes: ['shade'], scalars: ['typical'] }, 'shade = shade / typical')

const limitTo = formula(
  { planes: ['alpha', 'skin'], scalars: ['opacity'] },
  'alpha = alpha * skin * opacity',
)

const squareLight = formula(
  { planes: ['glow', 'shade'] },
  `glow = glow * min(${SKIN_GLOW.mostLight}, shade * shade)`,
)

function toLight({ l, a, b }: LabPlanes): LightPlanes {
  const [red, green, blue] = [allocPlane(l.length), allocPlane(l.length), allocPlane(l.length)]
  convert({ l, a, b, red, green, blue })
  return { r: red, g: green, b: blue }
}

const convert = formula({ planes: ['l', 'a', 'b', 'red', 'green', 'blue'] }, labToLinearFormula())
