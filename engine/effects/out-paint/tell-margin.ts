import type { Extended } from './extend-picture.ts'
import { NOTED_CALM, NOTED_CUT, NOTED_TORN } from './tuning.ts'

/** How the results name a side. */
const SIDES = {
  left: 'on the left',
  top: 'at the top',
  right: 'on the right',
  bottom: 'at the bottom',
} as const

export type Side = keyof typeof SIDES

/** What is known of a margin after it was made. */
type JudgedMargin = Pick<Extended, 'calmed' | 'torn'> & {
  /** The share of each side along which it cuts somebody. */
  cut: Extended['torn']
}

/**
 * What is said of sides where too much of the margin is calm colour or does not join, or where somebody is cut;
 * undefined where none is.
 */
export function tellMargin(judged: JudgedMargin): string | undefined {
  const { calm, torn, cut } = sidesOf(judged)
  const notes: string[] = []
  if (calm.length > 0) {
    notes.push(
      `Part of the margin ${named(calm)} is continued in calm colour: what lies beyond the edge of this picture cannot be ` +
        'told from it, and only a generator would invent it.',
    )
  }
  if (torn.length > 0) {
    notes.push(
      `The margin does not quite join the picture ${named(torn)}: what the edge cuts there is not continued, and only a ` +
        'generator would invent it.',
    )
  }
  if (cut.length > 0) {
    notes.push(
      `Whom the edge cuts ${named(cut)} is not completed, and dissolves: only a generator would invent the rest.`,
    )
  }
  return notes.length > 0 ? notes.join(' ') : undefined
}

function named(sides: readonly Side[]): string {
  return new Intl.ListFormat('en').format(sides.map((side) => SIDES[side]))
}

/** The sides of which something is said. */
export function poorSides(judged: JudgedMargin): Side[] {
  const { calm, torn, cut } = sidesOf(judged)
  return [...new Set([...calm, ...torn, ...cut])]
}

function sidesOf({ calmed, torn, cut }: JudgedMargin): Record<'calm' | 'torn' | 'cut', Side[]> {
  const above = (shares: Record<Side, number>, least: number): Side[] =>
    (Object.keys(SIDES) as Side[]).filter((side) => shares[side] > least)
  return {
    calm: above(calmed, NOTED_CALM),
    torn: above(torn, NOTED_TORN),
    cut: above(cut, NOTED_CUT),
  }
}
