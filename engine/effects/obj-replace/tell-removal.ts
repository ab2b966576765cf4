import { tellKept } from './keep-features.ts'
import { NOTED_DOUBTS, NOTED_LARGE, NOTED_SIGNS } from './tuning.ts'

/** What can be doubtful of a fill. */
type Doubt = keyof typeof NOTED_DOUBTS

/** What is known of a fill after it was made. What costs more is asked for only where nothing else is sure. */
export type RemovalJudged = {
  /** The share of the hole that is smooth in a rough place. */
  calm: number
  /** The share of the hole made of patches that do not fit together. */
  poor: number
  /** The share of the outline at which an edge was made. */
  torn: () => number
  /** How much of edges was guessed for each pixel of the outline. */
  edges: () => number
  /** The share of what is beside the mask that shows traces of the thing. */
  traces: () => number
  /** How many edges of what is around end at the outline. */
  ended: () => number
  /** The share of the picture that was taken out. */
  share: number
  /** Whether the shadow that the thing casts was taken out too. */
  hasShadow: boolean
  /** Features of faces that the mask covers, which stay, in words. */
  kept: readonly string[]
}

const WORDS: Readonly<Record<Doubt, string>> = {
  calm:
    'Part of what was taken out is continued in calm colour: what lies behind it cannot be told from this picture, ' +
    'and only a generator would invent it.',
  poor:
    'Part of what was taken out is put together of pieces that do not quite fit: what is around it differs too much ' +
    'from side to side to be continued, and only a generator would invent what lies behind.',
  torn:
    'What was taken out ends in a new edge along part of the mask: a thing goes on beyond it, of which the rest stays, ' +
    'or what lies behind differs from what is around.',
  edges:
    'Edges of what is around run into what was taken out, and no straight line tells where they go on behind it: that ' +
    'is a guess.',
  traces:
    'Specks or a fine line may be left beside the mask, where it is drawn so close that the edge of the thing lies ' +
    'outside it: a mask that is a few pixels wider takes them out.',
  ended:
    'Edges of what is around end where something was taken out: of what goes on behind it, or of a thing that the mask ' +
    'cuts through, the rest stays.',
}

/** What is said of a removal that may not be what was there; undefined where there is nothing to say. */
export function tellRemoval(judged: RemovalJudged): string | undefined {
  const { share, hasShadow, kept } = judged
  const notes = doubtsOf(judged).map((doubt) => WORDS[doubt])
  if (share > NOTED_LARGE) {
    notes.push(
      `What was taken out is ${Math.round(100 * share)} % of the picture: what lies behind so much of it is continued ` +
        'from its edges, and things there are not invented.',
    )
  }
  if (hasShadow) {
    notes.push('The shadow that it casts on the ground was not in the mask, and was taken out too.')
  }
  const ofFaces = tellKept(kept, 'takes it out')
  if (ofFaces) notes.push(ofFaces)
  return notes.length > 0 ? notes.join(' ') : undefined
}

/** What is doubtful of a fill: what is sure by itself, or else two signs. */
function doubtsOf(judged: RemovalJudged): Doubt[] {
  const { calm, poor } = judged
  const known = { calm, poor }
  const sure = (['calm', 'poor'] as const).filter((one) => known[one] > NOTED_DOUBTS[one].sure)
  if (sure.length > 0) return sure
  const signs: Doubt[] = (['calm', 'poor'] as const).filter(
    (one) => known[one] > NOTED_DOUBTS[one].sign,
  )
  for (const one of ['torn', 'edges', 'traces', 'ended'] as const) {
    const value = judged[one]()
    if (value > NOTED_DOUBTS[one].sure) return [one]
    if (value > NOTED_DOUBTS[one].sign) signs.push(one)
  }
  return signs.length < NOTED_SIGNS ? [] : signs.slice(0, NOTED_SIGNS)
}
