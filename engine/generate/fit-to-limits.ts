import type { Size } from '../geometry/size.ts'
import type { GeneratorLimits } from './generator.ts'

/** Pixels of the shorter side below which generators paint poorly: smaller pictures are sent enlarged. */
const GOOD_SIDE = 512

/** How a picture is made to fit a generator: scaled to `scaled`, then padded at the right and below to `sent`. */
export type Fit = { scaled: Size; sent: Size }

/** The size at which a generator is sent a picture of this size. The picture keeps its proportions. */
export function fitToLimits({ width, height }: Size, limits: GeneratorLimits): Fit {
  const { maxPixels, minSide, maxRatio, multipleOf, sizes } = limits
  if (sizes) return fitToSizes({ width, height }, sizes)
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  // Padding of very long pictures counts as well.
  const padded = Math.max(short, long / maxRatio)
  // Only the longer side is rounded down: the shorter one, rounded up, adds less than one more multiple.
  const room = Math.sqrt(maxPixels / (long * padded)) * (1 - multipleOf / Math.sqrt(maxPixels))
  const factor = Math.min(room, Math.max(1, Math.max(minSide, GOOD_SIDE) / short))
  const most = Math.max(multipleOf, Math.floor((long * factor) / multipleOf) * multipleOf)
  const least = Math.max(multipleOf, Math.ceil((padded * factor) / multipleOf) * multipleOf)
  const thin = padded > short ? Math.max(1, Math.round((short * most) / long)) : least
  return width >= height
    ? { scaled: { width: most, height: thin }, sent: { width: most, height: least } }
    : { scaled: { width: thin, height: most }, sent: { width: least, height: most } }
}

/** The fit that leaves the least padding. */
function fitToSizes({ width, height }: Size, sizes: readonly Size[]): Fit {
  const fits = sizes.map((sent) => {
    const factor = Math.min(sent.width / width, sent.height / height)
    const scaled = {
      width: Math.max(1, Math.round(width * factor)),
      height: Math.max(1, Math.round(height * factor)),
    }
    const filled = (scaled.width * scaled.height) / (sent.width * sent.height)
    return { scaled, sent, filled }
  })
  const { scaled, sent } = fits.toSorted((a, b) => b.filled - a.filled)[0]!
  return { scaled, sent }
}
