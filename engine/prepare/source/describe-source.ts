import type { Preparation } from '../../../catalog/preparation/preparation.ts'
import type { Source } from './source.ts'

/** What a preparation says of its source. */
export function describeSource(source: Source): Preparation['source'] {
  const { format, width, height, bytes, bitDepth, orientation, alpha } = source
  const { profileName: profile, gainMap } = source
  const note = source.check.note()
  const facts = { format, width, height, bytes, bitDepth, orientation, profile, alpha }
  return { ...facts, ...(gainMap && { gainMap }), ...(note && { note }) }
}
