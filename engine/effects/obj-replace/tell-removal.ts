import { touchedFeatures } from '../../face/face-guard.ts'
import type { Mask } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import {
  NOTED_CALM,
  NOTED_EDGES,
  NOTED_FEATURE,
  NOTED_LARGE,
  NOTED_POOR,
  NOTED_TORN,
} from './tuning.ts'

/** What is known of a fill after it was made. */
export type RemovalJudged = {
  /** The share of the hole that is smooth in a rough place. */
  calm: number
  /** The share of the hole made of patches that do not fit together. */
  poor: number
  /** The share of the picture that was taken out. */
  share: number
  /** The share of the outline at which an edge was made; asked for only where nothing else is said of the fill. */
  torn: () => number
  /** How much of edges was guessed for each pixel of the outline; asked for as `torn` is. */
  edges: () => number
  /** Whether the shadow that the thing casts was taken out too. */
  hasShadow: boolean
}

/** What is said of a removal that may not be what was there; undefined where there is nothing to say. */
export function tellRemoval(
  { calm, poor, share, torn, edges, hasShadow }: RemovalJudged,
  covered: Mask,
  faces: readonly Pick<Face, 'landmarks'>[],
): string | undefined {
  const notes: string[] = []
  if (calm > NOTED_CALM) {
    notes.push(
      'Part of what was taken out is continued in calm colour: what lies behind it cannot be told from this picture, ' +
        'and only a generator would invent it.',
    )
  }
  if (poor > NOTED_POOR) {
    notes.push(
      'Part of what was taken out is put together of pieces that do not quite fit: what is around it differs too much ' +
        'from side to side to be continued, and only a generator would invent what lies behind.',
    )
  }
  if (notes.length === 0 && torn() > NOTED_TORN) {
    notes.push(
      'What was taken out ends in a new edge along part of the mask: a thing goes on beyond it, of which the rest stays, ' +
        'or what lies behind differs from what is around.',
    )
  }
  if (notes.length === 0 && edges() > NOTED_EDGES) {
    notes.push(
      'Edges of what is around run into what was taken out, and no straight line tells where they go on behind it: that ' +
        'is a guess.',
    )
  }
  if (share > NOTED_LARGE) {
    notes.push(
      `What was taken out is ${Math.round(100 * share)} % of the picture: what lies behind so much of it is continued ` +
        'from its edges, and things there are not invented.',
    )
  }
  if (hasShadow) {
    notes.push('The shadow that it casts on the ground was not in the mask, and was taken out too.')
  }
  const features = faces.flatMap((face) => damagedFeatures(face, covered))
  if (features.length > 0) {
    const which = new Intl.ListFormat('en').format([...new Set(features)])
    notes.push(
      `The mask covers part of a face (${which}): it is continued from the skin around it, and no feature is invented.`,
    )
  }
  return notes.length > 0 ? notes.join(' ') : undefined
}

/** Features of a face that a mask touches, none of a face that goes whole. */
function damagedFeatures(face: Pick<Face, 'landmarks'>, covered: Mask): string[] {
  const touched = (least: number): string[] =>
    touchedFeatures(face, covered, (at) => covered.data[at]! > 127, least)
  const features = touched(NOTED_FEATURE.touched)
  return touched(NOTED_FEATURE.gone).length === NOTED_FEATURE.all ? [] : features
}
