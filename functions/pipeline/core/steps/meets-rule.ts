import type { PictureRule } from '../../../../catalog/features/feature.ts'
import type { PictureHeader } from '../../../../metadata/read-picture-header.ts'

/**
 * Whether a file of this header and of so many bytes meets a rule, as far as the header tells: how much of the picture
 * a face fills is not in it.
 */
export function meetsRule(header: PictureHeader, bytes: number, rule: PictureRule): boolean {
  if (header.format === 'other' || !rule.formats.includes(header.format)) return false
  const [short, long] = [header.width, header.height].sort((a, b) => a - b) as [number, number]
  return (
    bytes < rule.maxBytes &&
    long <= rule.maxLongSide &&
    short >= (rule.minShortSide ?? 1) &&
    long <= short * (rule.maxRatio ?? Number.POSITIVE_INFINITY)
  )
}
