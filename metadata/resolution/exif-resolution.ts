import { exifDirectory } from '../exif/exif-directory.ts'
import { RESOLUTION_TAGS, type Resolution, resolutionByUnit, UNIT } from '../tiff/resolution.ts'

/** The resolution that an EXIF block states, as its pixels are stored. */
export function exifResolution(exif: Buffer): Resolution | undefined {
  const entries = exifDirectory(exif)
  const valuesOf = (tag: number): readonly number[] =>
    entries.find((entry) => entry.tag === tag)?.values ?? []
  const [[x = 0, parts = 1], [y = 0, shares = 1]] = [
    valuesOf(RESOLUTION_TAGS.x),
    valuesOf(RESOLUTION_TAGS.y),
  ]
  return resolutionByUnit(x / parts, y / shares, valuesOf(UNIT.tag)[0] ?? UNIT.inch)
}
