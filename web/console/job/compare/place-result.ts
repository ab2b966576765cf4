import type { Size } from '../../../../engine/geometry/size.ts'
import { around, type Place } from './view.ts'

/** How unequal the sides of two pictures may be for one to be a copy of the other at another size. */
const SAME_SHAPE = 0.02

/** What a record says of where a result belongs; its fields may be absent or of another kind in old records. */
type Recorded = {
  recipe?: { plan?: { steps?: { feature?: string; parameters?: Record<string, unknown> }[] } }
  trail?: {
    steps?: {
      restored?: unknown
      prepared?: { preparation?: { crop?: Place; sent?: Size } | null }
    }[]
  }
}

/**
 * Where a result lies over its source, in pixels of the source: out-painting by its parameters, a crop that was not put
 * back by what was cropped, another size of the same shape over all of it, and everything else in its middle.
 */
export function placeResult(source: Size, result: Size, job: unknown): Place {
  const { recipe, trail } = job as Recorded
  const all = { left: 0, top: 0, ...size(source) }
  const painted = recipe?.plan?.steps?.find(({ feature }) => feature === 'out-paint')
  const extended = painted && extendedBy(painted.parameters ?? {}, result)
  if (extended) return extended
  const steps = trail?.steps ?? []
  const crop = steps.length === 1 && !steps[0]?.restored && steps[0]?.prepared?.preparation?.crop
  if (crop && isAlike(crop, result)) return crop
  if (isAlike(source, result)) return all
  // Of another shape: as large as fits, in the middle.
  const scale = Math.min(source.width / result.width, source.height / result.height)
  const [width, height] = [result.width * scale, result.height * scale]
  return { left: (source.width - width) / 2, top: (source.height - height) / 2, width, height }
}

/** What is looked at: source and result together. */
export function wholeOf(source: Size, result: Place | undefined): Place {
  const all = { left: 0, top: 0, ...size(source) }
  return result ? around(all, result) : all
}

function size({ width, height }: Size): Size {
  return { width, height }
}

function isAlike(one: Size, other: Size): boolean {
  return Math.abs(one.width / one.height / (other.width / other.height) - 1) < SAME_SHAPE
}

function extendedBy(parameters: Record<string, unknown>, result: Size): Place | undefined {
  const [x, y, width] = ['input_x', 'input_y', 'input_width'].map((name) => parameters[name])
  const [cropX = 0, cropY = 0, cropWidth] = [
    'crop_input_x',
    'crop_input_y',
    'crop_input_width',
  ].map((name) => parameters[name])
  const numbers = [x, y, width, cropX, cropY, cropWidth]
  if (!numbers.every((value): value is number => typeof value === 'number')) return undefined
  if ((width as number) <= 0) return undefined
  const scale = (cropWidth as number) / (width as number)
  return {
    left: (cropX as number) - (x as number) * scale,
    top: (cropY as number) - (y as number) * scale,
    width: result.width * scale,
    height: result.height * scale,
  }
}
