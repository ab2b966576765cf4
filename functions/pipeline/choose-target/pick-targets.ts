import type { TargetBox } from '../ports/provider.ts'

/** Whom an effect works on: the service's index, and why it was this one. */
export type Target = { index: number; box?: TargetBox; why: string }

function area({ width, height }: TargetBox): number {
  return width * height
}
function middle({ left, width }: TargetBox): number {
  return left + width / 2
}

/** Each choice as an order of preference: the box with the smallest value is taken. */
const PREFERENCES: Record<string, (box: TargetBox, all: TargetBox[]) => number> = {
  largest: (box) => -area(box),
  leftmost: (box) => box.left,
  rightmost: (box) => -(box.left + box.width),
  topmost: (box) => box.top,
  // The picture's size is not part of a detection, so the middle is that of the group.
  centre: (box, all) => {
    const left = Math.min(...all.map((other) => other.left))
    const right = Math.max(...all.map((other) => other.left + other.width))
    return Math.abs(middle(box) - (left + right) / 2)
  },
}

/**
 * The targets a recipe's choice means, in the service's order; empty when nobody was found. Of equals the lowest
 * index is taken, so the same detection gives the same target every time.
 */
export function pickTargets(choice: string, boxes: TargetBox[]): Target[] {
  const found = boxes.map((box, index) => ({ index, box, why: `${choice} of ${boxes.length}` }))
  if (choice === 'all') return found
  const preference = PREFERENCES[choice]
  if (!preference) return []
  const [best] = found.toSorted((a, b) => preference(a.box, boxes) - preference(b.box, boxes))
  return best ? [best] : []
}
