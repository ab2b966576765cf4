import type { FaceRegionGeometry } from '../../face/face-region.ts'
import { applyColourChange, type ColourChange } from '../../face/repaint.ts'
import { clampBox } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { allocPlane, allocZeroPlane, copyPlane } from '../../raster/arena.ts'
import { luminanceFormula } from '../../raster/colour/lab.ts'
import { readRgbPlanes } from '../../raster/colour/lab-planes.ts'
import { formula } from '../../raster/formula.ts'
import type { Picture } from '../../raster/picture.ts'

/** Planes of linear light, 0–1. */
export type LightPlanes = Record<'r' | 'g' | 'b', Float32Array>

/** A part of a face, in linear light. */
export type Part = FaceRegionGeometry & { light: LightPlanes }

/**
 * The geometry of the part of a region around some of its landmarks.
 * @param margin widths of the face
 */
export function partAround(
  { area, scale, faceWidth, points, up }: FaceRegionGeometry,
  landmarks: readonly number[],
  margin: number,
  size: Size,
): FaceRegionGeometry {
  const xs = landmarks.map((i) => points[i]!.x)
  const ys = landmarks.map((i) => points[i]!.y)
  const room = margin * faceWidth
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room].map(
    (at, nth) => (nth === 0 ? area.left : area.top) + scale * Math.floor(at),
  )
  const own = clampBox(
    {
      left: left!,
      top: top!,
      width: scale * Math.ceil(Math.max(...xs) - Math.min(...xs) + 2 * room),
      height: scale * Math.ceil(Math.max(...ys) - Math.min(...ys) + 2 * room),
    },
    size,
  )
  const shift = { x: (own.left - area.left) / scale, y: (own.top - area.top) / scale }
  return {
    area: own,
    scale,
    width: Math.ceil(own.width / scale),
    height: Math.ceil(own.height / scale),
    faceWidth,
    up,
    points: points.map(({ x, y }) => ({ x: x - shift.x, y: y - shift.y })),
  }
}

/** The picture with a part of it changed in linear light. What `paint` leaves as it is keeps its bytes. */
export function paintPart(
  picture: Picture,
  geometry: FaceRegionGeometry,
  paint: (part: Part) => void,
): Picture {
  if (geometry.width <= 0 || geometry.height <= 0) return picture
  return applyColourChange(picture, geometry, () => {
    const before = readLight(picture, geometry)
    const light = { r: copyPlane(before.r), g: copyPlane(before.g), b: copyPlane(before.b) }
    paint({ ...geometry, light })
    return lightChange(before, light)
  })
}

function readLight(picture: Picture, geometry: FaceRegionGeometry): LightPlanes {
  const { red, green, blue } = readRgbPlanes(picture, geometry)
  linearise({ red, green, blue })
  return { r: red, g: green, b: blue }
}

const linearise = formula(
  { planes: ['red', 'green', 'blue'] },
  `
  red = toLinear(red)
  green = toLinear(green)
  blue = toLinear(blue)
`,
)

/** The change of sRGB levels from one light to another. Exactly 0 where the two are equal. */
export function lightChange(before: LightPlanes, light: LightPlanes): ColourChange {
  const { length } = light.r
  const change = {
    red: allocZeroPlane(length),
    green: allocZeroPlane(length),
    blue: allocZeroPlane(length),
  }
  findChange({ ...light, r0: before.r, g0: before.g, b0: before.b, ...change })
  return change
}

const findChange = formula(
  { planes: ['r', 'g', 'b', 'r0', 'g0', 'b0', 'red', 'green', 'blue'] },
  `
  where abs(r - r0) + abs(g - g0) + abs(b - b0) > 0
  red = fromLinear(r) - fromLinear(r0)
  green = fromLinear(g) - fromLinear(g0)
  blue = fromLinear(b) - fromLinear(b0)
`,
)

/** The relative luminance of each pixel, 0–1 (ITU-R BT.709). */
export function luminanceOf({ r, g, b }: LightPlanes): Float32Array {
  const y = allocPlane(r.length)
  findLuminance({ r, g, b, y })
  return y
}

const findLuminance = formula(
  { planes: ['r', 'g', 'b', 'y'] },
  `y = ${luminanceFormula('r', 'g', 'b')}`,
)
