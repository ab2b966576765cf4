import { Fault } from '../../../../catalog/fault.ts'
import type { SharpnessMatch } from '../match/match-sharpness.ts'

/** How many times sharper a picture may stay than a reference's hair on it that is no more sharpened. */
const MAX_SHARPER = 4

/** How many times sharper than the picture a reference may stay that is no more blurred. */
const MAX_SOFTER = 1.5

/** How many times more texture the skin of picture or reference may have, beside what its sharpness makes. */
const MAX_ROUGHER = { picture: 2.5, reference: 1.9 } as const

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
