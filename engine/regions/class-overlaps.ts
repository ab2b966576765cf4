import type { ModelClass } from '../models/model-manifest.ts'
import type { ClassPlanes } from './classify-regions.ts'
import { CLASS_FOUND } from './tuning.ts'

/**
 * How well classes of a network match what is known of a picture: intersection over union, 0–1, of each group of
 * classes.
 * @param planes on the pixels of the picture
 * @param groups the classes that stand for each known part together
 * @param isOf whether a pixel is of a part; undefined where that is not known, and counts neither way
 * @returns nothing for parts of which the network knows no class
 */
export function classOverlaps<Part extends string>(
  planes: ClassPlanes,
  groups: Readonly<Partial<Record<Part, readonly ModelClass[]>>>,
  isOf: (part: Part, pixel: number) => boolean | undefined,
): Partial<Record<Part, number>> {
  const found: Partial<Record<Part, number>> = {}
  for (const part of Object.keys(groups) as Part[]) {
    const own = (groups[part] ?? []).flatMap((name) => planes.get(name) ?? [])
    const [first] = own
    if (!first) continue
    let [both, either] = [0, 0]
    for (let i = 0; i < first.length; i++) {
      const known = isOf(part, i)
      if (known === undefined) continue
      const isFound = own.reduce((sum, plane) => sum + plane[i]!, 0) >= CLASS_FOUND
      if (known && isFound) both++
      if (known || isFound) either++
    }
    found[part] = either > 0 ? both / either : 0
  }
  return found
}
