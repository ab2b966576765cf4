import { Fault } from '../../catalog/failures/fault.ts'
import type { FileRole } from '../../catalog/failures/file-role.ts'

/** How large somebody is shown: pixels, and the share of the picture's side, 0 to 1, where a limit is a share. */
type Extent = { pixels: number; share?: number }

/** @param subject who is meant, by default `The face`; `across` is the side that is too small */
type Told = { subject?: string; across?: 'wide' | 'high'; role?: FileRole; condition?: 'small' }

/** The fault of a face, or of whoever is named, that is shown too small: what is there, and what is needed. */
export function smallFace(
  found: Extent,
  needed: Partial<Extent>,
  { subject = 'The face', across = 'wide', condition, ...at }: Told = {},
): Fault {
  const side = across === 'wide' ? 'width' : 'height'
  const pixels = needed.pixels === undefined ? [] : [`${Math.ceil(needed.pixels)} pixels`]
  const share = needed.share === undefined ? [] : [`${rounded(needed.share * 100)} %`]
  const seen =
    found.share === undefined ? '' : `, ${Math.floor(found.share * 100)} % of the picture’s ${side}`
  const least = [...pixels, ...share].join(' and ')
  return new Fault(
    condition ?? 'small-face',
    `${subject} is ${Math.floor(found.pixels)} pixels ${across}${seen}; at least ${least} are needed.`,
    at,
  )
}

/** 10 × 1.1 is not exactly 11. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
