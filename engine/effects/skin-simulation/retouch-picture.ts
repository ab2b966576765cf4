import {
  type FaceRegion,
  faceRegionGeometry,
  halveGeometry,
  MAX_FACE_WIDTH,
  readFaceRegion,
} from '../../face/face-region.ts'
import {
  applyColourChange,
  type ColourChange,
  colourChangeBetween,
  repaint,
} from '../../face/repaint.ts'
import type { DetailBand, RetouchState } from '../../face/retouch/retouch-state.ts'
import { skinMasks } from '../../face/skin-masks.ts'
import { SKIN_MARGIN } from '../../face/tuning.ts'
import { copyPlane, withArena } from '../../raster/arena.ts'
import { copyLabPlanes, readLabAndLightness } from '../../raster/colour/lab-planes.ts'
import { doubleSize } from '../../raster/filter/half-size.ts'
import { formula } from '../../raster/formula.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'

/**
 * Begins the retouching of a face, in the arena that is open.
 * @param needsDetail whether a filter works on details as fine as pores
 */
export function createRetouchState(
  picture: Picture,
  face: Face,
  needsDetail: boolean,
): RetouchState {
  const geometry = faceRegionGeometry(picture, face, MAX_FACE_WIDTH.fine, SKIN_MARGIN)
  if (needsDetail && geometry.faceWidth > MAX_FACE_WIDTH.broad) {
    const half = halveGeometry(geometry)
    const { lab, light: original } = readLabAndLightness(picture, geometry, half)
    withArena(() => subtract({ plane: original, other: doubleSize(lab.l, half, geometry) }))
    const detailBand = { geometry, original, current: copyPlane(original) }
    return { ...stateOf({ ...half, lab }), detailBand }
  }
  const maxFaceWidth = needsDetail ? MAX_FACE_WIDTH.fine : MAX_FACE_WIDTH.broad
  return stateOf(readFaceRegion(picture, face, maxFaceWidth, SKIN_MARGIN))
}

function stateOf(region: FaceRegion): RetouchState {
  return { region, masks: skinMasks(region), lab: copyLabPlanes(region.lab) }
}

const subtract = formula({ planes: ['plane', 'other'] }, 'plane = plane - other')

/** The picture with what was retouched, at the picture's own resolution. */
export function applyRetouch(picture: Picture, state: RetouchState): Picture {
  const { region, lab, detailBand } = state
  if (!detailBand) return repaint(picture, region, lab)
  return applyColourChange(picture, detailBand.geometry, () =>
    detailedColourChange(state, detailBand),
  )
}

/**
 * The change of a state with a detail band, at the band's size: the change of the region enlarged, and that of the
 * finer detail. Detail is a few L*, over which colour changes in proportion: it is added as multiples of one L*.
 */
function detailedColourChange(
  { region, lab }: RetouchState,
  { geometry, original, current }: DetailBand,
): ColourChange {
  const lighter = copyPlane(lab.l)
  addOne({ lighter })
  const enlarge = ({ red, green, blue }: ColourChange): ColourChange => ({
    red: doubleSize(red, region, geometry),
    green: doubleSize(green, region, geometry),
    blue: doubleSize(blue, region, geometry),
  })
  const broad = colourChangeBetween(region.lab, lab)
  const step = colourChangeBetween(lab, { ...lab, l: lighter })
  const change = enlarge(broad)
  const { red, green, blue } = enlarge(step)
  addDetail({ ...change, stepRed: red, stepGreen: green, stepBlue: blue, original, current })
  return change
}

const addOne = formula({ planes: ['lighter'] }, 'lighter = lighter + 1')

const addDetail = formula(
  {
    planes: ['current', 'original', 'red', 'stepRed', 'green', 'stepGreen', 'blue', 'stepBlue'],
  },
  `
  more = current - original
  where abs(more) > 0
  red = red + more * stepRed
  green = green + more * stepGreen
  blue = blue + more * stepBlue
`,
)
