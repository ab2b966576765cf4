import { keepConnected } from '../../raster/mask/keep-connected.ts'
import type { Head } from './head/head.ts'
import { removeBackgroundLines } from './head/remove-background-lines.ts'
import { removeGroundPieces } from './head/remove-ground-pieces.ts'
import { hairlineOf } from './head/scalp.ts'
import { keepFeaturesFree } from './keep-features-free.ts'
import { measureHeadLight, ownHairColour, recolourHair, relightHair } from './match/match-hair.ts'
import { matchMonochrome } from './match/match-monochrome.ts'
import { applySharpness, compareSharpness } from './match/match-sharpness.ts'
import { blendSideburns } from './reference/blend-sideburns.ts'
import { cleanReference } from './reference/clean-reference.ts'
import { closeGaps } from './reference/close-gaps.ts'
import { type HairLayer, placeHair } from './reference/place-hair.ts'
import { trimCutEnds } from './reference/trim-cut-ends.ts'
import { requireClearEdge, requireSmallGaps } from './refuse/require-clear-edge.ts'
import { requireFreeFeatures } from './refuse/require-free-features.ts'
import { requireHairAtEars } from './refuse/require-hair-at-ears.ts'
import { requireJoinedTemples } from './refuse/require-joined-temples.ts'
import { requireNothingLeft, requireNothingTouches } from './refuse/require-nothing-left.ts'
import { requireSameShoulders } from './refuse/require-same-shoulders.ts'
import { requireSameTexture } from './refuse/require-same-texture.ts'
import {
  hidesTooMuch,
  refuseShorter,
  requireAlike,
  requireHair,
  requireRoom,
  requireToldHair,
} from './refuse/require-transferable.ts'
import { growStrands } from './strands/grow-strands.ts'
import { readHairstyle } from './strands/hairstyle.ts'
import { renderStrands, strandCount } from './strands/render-strands.ts'
import { rootInOwnHair } from './strands/root-in-own-hair.ts'
import { hasShortSides, leaveSides } from './strands/short-sides.ts'
import { LOOSE_PIECES_CONNECTED, STUDIO_LIGHT, SURELY_HAIR } from './tuning.ts'
import { classifyUncoveredHair, type Uncovered } from './uncover/bare-head.ts'

/** Whose colour new hair has: its own, or that of the person's hair. */
export type HairColourOf = 'ref' | 'src'

/**
 * The hair of a template, grown on the wearer and in the wearer's light.
 * @throws Fault for a fringe that does not join the hair at the sides
 */
export function fitTemplate(wearer: Head, id: string, colour: HairColourOf): HairLayer {
  const { style, template } = readHairstyle(id)
  const own = colour === 'src' && template.keep_users_color ? ownHairColour(wearer) : undefined
  const count = strandCount(style, wearer.frame)
  const { up } = wearer.frame
  const hairline = hairlineOf(wearer)
  const strands = growStrands(style, hairline, count, [up.x, up.y, 0])
  const staysAtSides = hasShortSides(wearer, style)
  if (staysAtSides) leaveSides(strands)
  const light = measureHeadLight(wearer)
  const layer = renderStrands(strands, style, template.palette, wearer, light)
  if (own) recolourHair(layer, own)
  else relightHair(layer, wearer, { ...STUDIO_LIGHT, slope: light.slope })
  rootInOwnHair(wearer, layer, style, { hairline, staysAtSides })
  matchMonochrome(layer, wearer)
  blendSideburns(wearer, layer)
  keepFeaturesFree(wearer, layer)
  if (style.comb === 'forward') requireJoinedTemples(wearer, layer)
  return layer
}

/**
 * The hair of a reference, laid on the wearer and in the wearer's light.
 * @throws Fault for hair that cannot be taken from the reference, or not for this wearer
 */
export function fitReference(wearer: Head, reference: Head, colour: HairColourOf): HairLayer {
  const own = colour === 'src' ? ownHairColour(wearer) : undefined
  requireAlike(wearer, reference)
  requireHair(reference)
  const sharpness = compareSharpness(wearer, reference)
  requireSameTexture(sharpness)
  const clear = removeGroundPieces(reference, removeBackgroundLines(reference))
  requireClearEdge(reference, clear)
  const hair = cleanReference(reference, clear)
  trimCutEnds({ ...reference, hair })
  const layer = withoutLoosePieces(placeHair(wearer, { ...reference, hair }))
  requireSameShoulders(wearer, reference, layer)
  const before = layer.alpha.slice()
  closeGaps(wearer, layer)
  requireSmallGaps(wearer, before, layer)
  blendSideburns(wearer, layer)
  applySharpness(layer, sharpness)
  if (own) recolourHair(layer, own)
  else relightHair(layer, wearer, measureHeadLight(reference))
  matchMonochrome(layer, wearer)
  keepFeaturesFree(wearer, layer)
  return layer
}

/** Hair without what is not connected to the rest: things of its colour behind the reference's head. */
function withoutLoosePieces(layer: HairLayer): HairLayer {
  const sure: number[] = []
  for (let at = 0; at < layer.alpha.length; at++) if (layer.alpha[at]! > SURELY_HAIR) sure.push(at)
  return { ...layer, alpha: keepConnected(layer.alpha, layer.width, LOOSE_PIECES_CONNECTED, sure) }
}

/**
 * What shows of the wearer's own hair beside new hair.
 * @param canFill whether there is a generator that invents what hair hides
 * @throws Fault for hair that cannot come off, that has no room, or that leaves too much to be invented
 */
export function findRemainingHair(wearer: Head, layer: HairLayer, canFill: boolean): Uncovered {
  const { alpha, stays } = layer
  requireToldHair(wearer, alpha)
  requireNothingLeft(wearer, alpha)
  requireRoom(wearer, layer)
  // A picture's frame that was taken for hair beside it stays whole.
  const clear = removeBackgroundLines(wearer)
  requireNothingTouches(wearer, clear, alpha)
  const hair = { ...wearer.hair, alpha: clear }
  const cover = stays ? alpha.map((share, at) => Math.max(share, stays[at]!)) : alpha
  const uncovered = classifyUncoveredHair({ ...wearer, hair }, cover)
  requireFreeFeatures(wearer, alpha, uncovered)
  const isShorter = hidesTooMuch(uncovered)
  if (isShorter && !canFill) refuseShorter()
  // A generator paints what shows around ears too.
  if (!isShorter && layer.mixed === 'levels') requireHairAtEars(wearer, layer)
  return uncovered
}
