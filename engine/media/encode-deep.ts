import sharp from 'sharp'
import { embedProfile } from '../../metadata/embed-profile.ts'
import { withResolution } from '../../metadata/resolution/replace-resolution.ts'
import type { Picture } from '../raster/picture.ts'
import { isOpaque } from '../raster/pixels/packed-rgba.ts'
import type { DeepValues } from './read-deep-values.ts'
import type { SourceColours } from './source-colours.ts'
import { srgbProfile } from './srgb-profile.ts'
import { toSourceColours } from './to-source-colours.ts'

/** Steps of 16 bits for one of 8, and the most there are. */
const STEP = 257
const MOST = 65_535

/**
 * The most levels (0–255) by which values of 16 bits may differ from the same pixels of 8 bits: one for how they are
 * rounded, and one for an sRGB profile that is applied to them.
 */
const MOST_APART = 2

/**
 * Encodes what an effect made in 8 bits of a source of 16 bits as a PNG of 16 bits: what it left alone has the source's
 * values, and to what it changed the change is added.
 * @param deep of the source; its values are overwritten
 * @param own the source's colours, which the result is written in; absent if they are sRGB
 * @returns undefined where the result has another size than the source, or not the colours that the source is stored in
 */
export async function encodeDeep(
  picture: Picture,
  deep: DeepValues,
  own: SourceColours | undefined,
): Promise<Buffer | undefined> {
  const { width, height, stored } = deep
  if (width !== picture.width || height !== picture.height) return undefined
  const result = own ? await toSourceColours(picture, own) : picture
  const before = own ? own.stored : (await deep.plain()).data
  if (!result || !isSame(stored, before)) return undefined
  addChange(stored, before, result.data)
  const raw = sharp(stored, { raw: { width, height, channels: 4 } })
  const pixels = isOpaque(picture) && isDeepOpaque(stored) ? raw.removeAlpha() : raw
  const file = await pixels
    .toColourspace('rgb16')
    // Without filters the lower bytes are hardly compressed.
    .png({ adaptiveFiltering: true })
    .toBuffer()
  const profile = own ? own.profile : await srgbProfile()
  return embedProfile(await withResolution(file), 'png', profile)
}

function isSame(stored: Uint16Array, before: Uint8ClampedArray): boolean {
  if (stored.length !== before.length) return false
  return before.every((level, at) => Math.abs(stored[at]! - level * STEP) <= MOST_APART * STEP)
}

/** Adds to each value how far 8 bits changed; what became 0 or 255 is none or all of it. */
function addChange(stored: Uint16Array, before: Uint8ClampedArray, after: Uint8ClampedArray): void {
  for (let at = 0; at < stored.length; at++) {
    const level = after[at]!
    const change = level - before[at]!
    if (change === 0) continue
    const moved = Math.min(MOST, Math.max(0, stored[at]! + change * STEP))
    stored[at] = level === 0 || level === 255 ? level * STEP : moved
  }
}

function isDeepOpaque(stored: Uint16Array): boolean {
  for (let at = 3; at < stored.length; at += 4) if (stored[at] !== MOST) return false
  return true
}
