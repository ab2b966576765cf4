import { colourOfPoints, SRGB_PRIMARIES, type StatedColours } from '../icc/code-points.ts'
import { greyProfileOf, type Primaries, rgbProfileOf } from '../icc/make-profile.ts'
import { chunkType } from './png-chunks.ts'

/** What the chunks are read by: how the picture is stored, and the bit of it that says in colour. */
const COLOUR_TYPE = { chunk: 'IHDR', at: 9, colour: 2 } as const

/** A gamma of a file that is taken for that of sRGB, which many files state so, and how much it may differ. */
const SRGB_GAMMA = 1 / 2.2
const MOST_GAMMA_CHANGE = 0.05

/** How much a chromaticity may differ from that of sRGB to be taken for it. */
const MOST_SHIFT = 0.005

/** Chromaticities of `cHRM` in the order of the chunk. */
const CORNERS = ['white', 'red', 'green', 'blue'] as const

/**
 * The colours that a PNG states in other ways than by a profile, of which the best says it (PNG, third edition, 4.3):
 * `cICP` before a profile in `iCCP` or `sRGB`, and `gAMA` with `cHRM` last.
 * @param chunks those before the pixels
 * @returns undefined where it states none of them, or a profile that is better: the library reads that
 */
export function pngColours(chunks: readonly Buffer[]): StatedColours | undefined {
  const body = (type: string, length: number): Buffer | undefined => {
    const chunk = chunks.find((one) => chunkType(one) === type)?.subarray(8, -4)
    return chunk && chunk.length >= length ? chunk : undefined
  }
  const head = body(COLOUR_TYPE.chunk, 13)
  if (!head) return undefined
  const grey = (head[COLOUR_TYPE.at]! & COLOUR_TYPE.colour) === 0
  const points = body('cICP', 4)
  if (points) return colourOfPoints({ primaries: points[0]!, transfer: points[1]! }, grey)
  if (body('iCCP', 1) || body('sRGB', 1)) return undefined
  return measured(body('gAMA', 4), body('cHRM', 32), grey)
}

function measured(
  gamma: Buffer | undefined,
  corners: Buffer | undefined,
  grey: boolean,
): StatedColours | undefined {
  const encoding = gamma ? gamma.readUInt32BE() / 100_000 : SRGB_GAMMA
  const primaries = corners && !grey ? readPrimaries(corners) : undefined
  const isOwnCurve = Math.abs(encoding / SRGB_GAMMA - 1) > MOST_GAMMA_CHANGE
  if (encoding <= 0 || (!isOwnCurve && !primaries)) return undefined
  const tone = gamma ? { gamma: 1 / encoding } : 'srgb'
  const name = `PNG gamma ${encoding}`
  return grey
    ? { profile: greyProfileOf(name, tone) }
    : { profile: rgbProfileOf(name, primaries ?? SRGB_PRIMARIES, tone) }
}

/** The stated primaries where they are a space other than sRGB. */
function readPrimaries(corners: Buffer): Primaries | undefined {
  const stated = Object.fromEntries(
    CORNERS.map((corner, n) => [
      corner,
      [corners.readUInt32BE(8 * n) / 100_000, corners.readUInt32BE(8 * n + 4) / 100_000],
    ]),
  ) as unknown as Primaries
  const shift = Math.max(
    ...CORNERS.flatMap((corner) =>
      stated[corner].map((value, n) => Math.abs(value - SRGB_PRIMARIES[corner][n]!)),
    ),
  )
  if (shift < MOST_SHIFT || CORNERS.some((corner) => stated[corner][1] <= 0)) return undefined
  const [a, b, c] = [stated.red, stated.green, stated.blue]
  // Primaries on one line span no space.
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
  return Math.abs(area) > 0.01 ? stated : undefined
}
