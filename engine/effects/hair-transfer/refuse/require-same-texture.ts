import { Fault } from '../../../../catalog/failures/fault.ts'
import type { SharpnessMatch } from '../match/match-sharpness.ts'
import { MAX_ROUGHER, MAX_SHARPER, MAX_SOFTER } from '../tuning.ts'

/**
 * Whether two pictures come to be of one kind: drawn hair on a photograph looks like a helmet, hair that is much more
 * blurred than the face like a wig, and grain made soft like paint. Skin tells drawings, of which every picture shows
 * much.
 * @throws Fault `hidden-face`
 */
export function requireSameTexture({ sharper, rougher }: SharpnessMatch): void {
  const isSharper = sharper < 1 / MAX_SOFTER
  const isBlurred = sharper > MAX_SHARPER
  const isRougher = rougher < 1 / MAX_ROUGHER.reference
  const isSmoother = rougher > MAX_ROUGHER.picture
  if (!isSharper && !isBlurred && !isRougher && !isSmoother) return
  const words =
    isSharper || (isRougher && sharper < MAX_SOFTER)
      ? 'sharper or grainier than'
      : 'smoother or more blurred than'
  throw new Fault(
    'hidden-face',
    `The reference is ${words} the picture, so that its hair would look stuck on; a reference of the same kind ` +
      'works: a photograph as sharp for a photograph, a drawing for a drawing.',
    { role: 'ref' },
  )
}
