/** The box of one detected person, face or hand, in pixels of its picture. */
export type TargetBox = { left: number; top: number; width: number; height: number }

/** A person that an effect works on: the service's index, the box, and why this one was chosen. */
export type Target = { index: number; box?: TargetBox; why: string }

function area({ width, height }: TargetBox): number {
  return width * height
}
function middle({ left, width }: TargetBox): number {
  return left + width / 2
}

/** A rank for each choice: the box with the smallest value is chosen. */
const PREFERENCES: Record<string, (box: TargetBox, all: TargetBox[]) => number> = {
  largest: (box) => -area(box),
  leftmost: (box) => box.left,
  rightmost: (box) => -(box.left + box.width),
  topmost: (box) => box.top,
  // A detection does not include the picture's size, so the centre is that of all boxes together.
  centre: (box, all) => {
    const left = Math.min(...all.map((other) => other.left))
    const right = Math.max(...all.map((other) => other.left + other.width))
    return Math.abs(middle(box) - (left + right) / 2)
  },
}

/**
 * The targets of a recipe's choice, in the service's order; empty when nobody was found. Ties go to the lowest index,
 * so that the same detection always gives the same target.
 */
export function pickTargets(choice: string, boxes: TargetBox[]): Target[] {
  const found = boxes.map((box, index) => ({ index, box, why: `${choice} of ${boxes.length}` }))
  if (choice === 'all') return found
  const preference = PREFERENCES[choice]
  if (!preference) return []
  const [best] = found.toSorted((a, b) => preference(a.box, boxes) - preference(b.box, boxes))
  return best ? [best] : []
}
