import { distance, pointBetween } from '../../../geometry/point.ts'
import type { TopShape } from '../garment.ts'
import { pixelToTorso, type TorsoAxes } from '../measure/torso-axes.ts'
import { COMPARED } from '../tuning.ts'
import { heightsOf } from './even-rows.ts'
import type { Mesh } from './mesh.ts'

/** How many times as long and as wide as its reference shows it a garment is worn; 1 is as shown. */
export type Compared = {
  /** From the shoulders to the hem. */
  length: number
  /** Of the longer one. */
  sleeves: number
  /** The size that its chest needs, by the one that its shoulders tell. */
  size: number
  /** How much larger than that it is, to reach as low as what was worn. */
  covering: number
}

/**
 * Compares a top that lies flat with itself as it is worn.
 * @param scale pixels of the photo per pixel of the product @param size and `covering` as in {@link Compared}
 */
export function compareWithReference(
  shape: TopShape,
  { torso: body, sleeves }: { torso: Mesh; sleeves: readonly Mesh[] },
  {
    scale,
    torso,
    ...sizes
  }: { scale: number; torso: TorsoAxes } & Pick<Compared, 'size' | 'covering'>,
): Compared {
  const flat = heightsOf(shape)
  const tips = pointBetween(body.worn[0]!, body.worn[body.columns - 1]!, 0.5)
  const hem = body.worn.at(-1 - (body.columns >> 1))!
  const worn = pixelToTorso(torso, hem).v - pixelToTorso(torso, tips).v
  return {
    length: worn / (scale * (flat.hem - flat.tips)),
    sleeves: Math.max(
      0,
      ...sleeves.map((mesh) => lengthOf(mesh, 'worn') / (scale * lengthOf(mesh, 'flat'))),
    ),
    ...sizes,
  }
}

/** How long the middle of a part is. */
function lengthOf({ columns, rows, ...points }: Mesh, as: 'worn' | 'flat'): number {
  const middle = Array.from(
    { length: rows },
    (_, row) => points[as][row * columns + (columns >> 1)]!,
  )
  return middle.slice(1).reduce((sum, point, n) => sum + distance(point, middle[n]!), 0)
}

/** What to tell of a garment that is not worn as its reference shows it; nothing where it is. */
export function tellOfFit({ length, sleeves, size, covering }: Compared): string[] {
  const more = (share: number): string => `${Math.round(100 * (share - 1))} %`
  const told: string[] = []
  if (size > COMPARED.size) {
    told.push(
      `The garment is worn ${more(size)} larger than its shoulders tell: its chest is narrower than the person's.`,
    )
  }
  if (length > COMPARED.length) {
    told.push(`It is ${more(length)} longer than the reference shows it, to cover what was worn.`)
  }
  if (sleeves > COMPARED.sleeves) {
    told.push(
      `Its sleeves are ${more(sleeves)} longer than the reference shows them: they cover those that were worn, or ` +
        'end at the wrists.',
    )
  }
  if (covering > COMPARED.size) {
    told.push(
      `It is worn ${more(covering)} larger than fits the shoulders, to cover what was worn.`,
    )
  }
  return told
}
