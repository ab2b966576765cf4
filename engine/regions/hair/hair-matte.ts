import type { Point } from '../../geometry/point.ts'
import { isInsideRing } from '../../geometry/polygon.ts'
import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocPlane, allocZeroPlane, withArena } from '../../raster/arena.ts'
import { levelPlanes } from '../../raster/colour/level-planes.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import { debugPlane } from '../../raster/debug.ts'
import { blur, blurAllWithin } from '../../raster/filter/blur.ts'
import { keepConnected } from '../../raster/mask/keep-connected.ts'
import { openLevels } from '../../raster/mask/open-levels.ts'
import type { Picture } from '../../raster/picture.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { HeadRegions } from '../head/head-regions.ts'
import { hairSeeds } from '../head/head-seeds.ts'
import {
  HAIR_BY_PERSON,
  MATTE_AROUND,
  MATTE_BAND,
  MATTE_BEARD,
  MATTE_CONNECTED,
  MATTE_EDGE,
  MATTE_FUSED,
  MATTE_LEAST_APART,
  MATTE_NEAR,
  MATTE_STEEPER,
  MATTE_SURE,
  MATTE_UNMIXED,
  ROUGH_HAIR,
  ROUGH_HAIR_HEAD,
  ROUGH_HAIR_HOLE,
  TOLD_APART,
} from '../tuning.ts'
import { addFringe } from './add-fringe.ts'
import { closeFringe } from './close-fringe.ts'
import { fillBehindHairline } from './fill-behind-hairline.ts'
import { headColours } from './head-colours.ts'
import { removeEars } from './remove-ears.ts'

/** The hair of a head at the picture's own resolution. */
export type HairMatte = Size & {
  /** The share of each pixel that is hair, 0–1. */
  alpha: Float32Array
  /** The hair's own colour without what is behind it, sRGB levels 0–255; of use where `alpha` is above 0. */
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  /** How little colours tell of a pixel at the edge of hair, 0–1; 0 where it surely is hair, or is none. */
  unsure: Float32Array
  /** The share of the band between hair and what is around it where the two have much the same colours, 0–1. */
  doubt: number
  /** Whether there is a beard, which `alpha` leaves out. */
  hasBeard: boolean
  /** Whether hair falls over the forehead that can hardly be told from its skin; `alpha` has rather too much of it. */
  unclearFringe: boolean
}

/**
 * Refines the hair of a head to single hairs: in a band around the rough region the share of hair is where a pixel's
 * colour lies between those of the sure hair and of the sure surroundings nearby; the hair's own colours follow by
 * blur fusion (Forte 2021). A beard is no hair of the head.
 */
export function hairMatte(picture: Picture, regions: HeadRegions): HairMatte {
  const { width, height } = picture
  const count = width * height
  const { grid } = regions
  const { rough, hasBeard } = withArena(() => {
    const found = roughHair(regions)
    return { rough: found.hair.slice(), hasBeard: found.hasBeard }
  })
  const matte: HairMatte = {
    width,
    height,
    hasBeard,
    doubt: 0,
    unclearFringe: false,
    alpha: new Float32Array(count),
    red: new Float32Array(count),
    green: new Float32Array(count),
    blue: new Float32Array(count),
    unsure: new Float32Array(count),
  }
  // Where no hair was told brows and shade would seem to be it, by chance.
  if (regions.confidence.hair === 0) return { ...matte, doubt: 1 }
  const fine = Math.max(1, grid.faceWidth * grid.scale)
  withArena(() => {
    const first = allocZeroPlane(count)
    const { area } = grid
    const readRow = (y: number): void => {
      for (let x = area.left; x < area.left + area.width; x++) {
        first[y * width + x] = sampleGrid(rough, grid, x, y)
      }
    }
    for (let y = area.top; y < area.top + area.height; y++) readRow(y)
    const levels = levelPlanes(picture)
    const colours = headColours(first, levels, picture, regions)
    matte.unclearFringe = !addFringe(first, levels, picture, regions, colours)
    removeEars(first, levels, picture, regions, colours)
    const wide = blur(first, picture, 0.5 * MATTE_BAND * fine)
    const [hair, around] = [allocPlane(count), allocPlane(count)]
    const sure = MATTE_SURE
    for (let i = 0; i < count; i++) {
      hair[i] = first[i]! > sure.hair.own && wide[i]! > sure.hair.around ? 1 : 0
      around[i] = first[i]! < sure.ground.own && wide[i]! < sure.ground.around ? 1 : 0
    }
    const own = blurAllWithin(levels, hair, picture, MATTE_NEAR * fine)
    const behind = blurAllWithin(levels, around, picture, MATTE_NEAR * fine)
    const { outside, within, kept } = MATTE_AROUND
    let [band, unsure] = [0, 0]
    for (let i = 0; i < count; i++) {
      const near = wide[i]!
      if (near < MATTE_EDGE.from) continue
      if (near > MATTE_EDGE.to) {
        matte.alpha[i] = 1
        continue
      }
      let [along, squared] = [0, 0]
      for (let c = 0; c < 3; c++) {
        const apart = own[c]![i]! - behind[c]![i]!
        along += (levels[c]![i]! - behind[c]![i]!) * apart
        squared += apart * apart
      }
      const told = smoothstep(TOLD_APART.nothing, TOLD_APART.everything, Math.sqrt(squared))
      band++
      matte.unsure[i] = 1 - told
      unsure += 1 - told
      const between = along / (squared + MATTE_LEAST_APART)
      const share = Math.min(1, Math.max(0, MATTE_STEEPER.times * between - MATTE_STEEPER.less))
      // A hair far outside the rough region is rather something of the same colour behind it, and so is what is
      // no mixture of the two colours.
      let off = 0
      for (let c = 0; c < 3; c++) {
        const mixed = behind[c]![i]! + between * (own[c]![i]! - behind[c]![i]!)
        off += (levels[c]![i]! - mixed) ** 2
      }
      const isOutside = 1 - smoothstep(outside.from, outside.to, near)
      const unlike = isOutside * smoothstep(MATTE_UNMIXED.least, MATTE_UNMIXED.most, Math.sqrt(off))
      const isWithin = smoothstep(within.from, within.to, near) * (1 - unlike)
      const isKept = smoothstep(kept.from, kept.to, near)
      const mixed = told * share * isWithin + (1 - told) * first[i]!
      matte.alpha[i] = Math.max(mixed, isKept * first[i]!)
    }
    matte.doubt = band > 0 ? unsure / band : 1
    // Of clear hair what is missing is skin between short hairs.
    if (matte.unclearFringe) {
      matte.unclearFringe = !closeFringe(matte.alpha, levels, picture, regions, colours)
    }
    fuse(matte, levels, MATTE_FUSED * fine)
  })
  debugPlane('hair matte', matte.alpha, picture)
  return matte
}

/** The rough region without beard, its holes closed where the head has no skin to show. */
function roughHair({ hair, skin, person, grid, cloth }: HeadRegions) {
  const { width, height, points, up, faceWidth } = grid
  const closed = blur(hair, grid, ROUGH_HAIR.closed * faceWidth)
  const broad = openLevels(hair, grid, Math.max(1, Math.round(ROUGH_HAIR.thin * faceWidth)))
  const chin = points[FACE.chin]!
  const [left, right] = [points[FACE.leftEye.outer]!, points[FACE.rightEye.outer]!]
  const eyes = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
  const chinDown = ((eyes.x - chin.x) * up.x + (eyes.y - chin.y) * up.y) / faceWidth
  const oval = FACE.oval.map((i) => points[i]!)
  const place = (x: number, y: number) => ({
    down: ((eyes.x - x) * up.x + (eyes.y - y) * up.y) / faceWidth,
    beside: Math.abs((x - chin.x) * up.y - (y - chin.y) * up.x) / faceWidth,
  })
  const hasBeard = isBearded(hair, grid, oval, place, chinDown)
  // Wider from the middle of the face, and lower from the eyes.
  const by = MATTE_BEARD.wider - 1
  const jaw = oval.map(({ x, y }) => {
    const aside = (x - chin.x) * -up.y + (y - chin.y) * up.x
    const high = (x - eyes.x) * up.x + (y - eyes.y) * up.y
    return {
      x: x + by * (-aside * up.y + high * up.x),
      y: y + by * (aside * up.x + high * up.y),
    }
  })
  const inBeard = (x: number, y: number, down: number, beside: number): boolean =>
    isInsideRing(jaw, x, y) || (beside < MATTE_BEARD.beside && down < chinDown + MATTE_BEARD.below)
  const out = hair.slice()
  const closeRow = (y: number): void => {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const { down, beside } = place(x, y)
      const inFace = down > ROUGH_HAIR.face && isInsideRing(oval, x + 0.5, y + 0.5)
      const isBeard = hasBeard && down > ROUGH_HAIR.beard && inBeard(x + 0.5, y + 0.5, down, beside)
      if (inFace || isBeard) {
        out[at] = 0
        continue
      }
      // The shaded rim of an ear is no hair: beside and below the eyes locks are broader.
      const low = smoothstep(ROUGH_HAIR.ears.from, ROUGH_HAIR.ears.to, down)
      if (low > 0) out[at] = Math.min(out[at]!, low * broad[at]! + (1 - low) * out[at]!)
      if (down > ROUGH_HAIR.filled || person[at]! < ROUGH_HAIR_HEAD) continue
      if (cloth[at]! > ROUGH_HAIR_HEAD) continue
      // Highlights and dark strands inside hair have other colours than the rest of it.
      const inside = smoothstep(ROUGH_HAIR_HOLE.from, ROUGH_HAIR_HOLE.to, closed[at]!)
      const whole = Math.min(1, HAIR_BY_PERSON * person[at]!)
      out[at] = Math.max(out[at]!, inside * whole * (1 - skin[at]!))
    }
  }
  for (let y = 0; y < height; y++) closeRow(y)
  fillBehindHairline(out, { person, cloth, grid })
  // Without the beard, collars in the shade of the chin hang on nothing.
  return { hair: keepConnected(out, width, MATTE_CONNECTED, hairSeeds(grid)), hasBeard }
}

/** Whether there is hair all over the chin. */
function isBearded(
  hair: Float32Array,
  { width, height }: Size,
  oval: Point[],
  place: (x: number, y: number) => { down: number; beside: number },
  low: number,
): boolean {
  let [all, hairy] = [0, 0]
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const { down, beside } = place(x, y)
      if (down < low - MATTE_BEARD.above || beside > MATTE_BEARD.chin || !isInsideRing(oval, x, y))
        continue
      all++
      hairy += hair[y * width + x]!
    }
  }
  return hairy > MATTE_BEARD.share * all
}

/** The colour of the hair alone: near colours, corrected by what the pixel shows. */
function fuse(matte: HairMatte, levels: readonly Float32Array[], sigma: number): void {
  const { alpha } = matte
  const without = allocPlane(alpha.length)
  for (let i = 0; i < alpha.length; i++) without[i] = 1 - alpha[i]!
  // Weighted by a power of its share, so that pixels that are half background count little.
  const sure = allocPlane(alpha.length)
  for (let i = 0; i < alpha.length; i++) {
    const squared = alpha[i]! * alpha[i]!
    sure[i] = squared * squared
  }
  const near = blurAllWithin(levels, sure, matte, sigma)
  const behind = blurAllWithin(levels, without, matte, sigma)
  for (const [c, plane] of [matte.red, matte.green, matte.blue].entries()) {
    const [hair, around, level] = [near[c]!, behind[c]!, levels[c]!]
    for (let i = 0; i < alpha.length; i++) {
      const share = alpha[i]!
      if (share === 0) continue
      const [own, other, shown] = [hair[i]!, around[i]!, level[i]!]
      const fused = own + share * (shown - share * own - (1 - share) * other)
      plane[i] = Math.min(255, Math.max(0, fused))
    }
  }
}
