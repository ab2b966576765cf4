import type { Feature } from '../../catalog/features/feature.ts'
import { FEATURES } from '../../catalog/features/features.ts'
import { takesIndex } from '../../catalog/features/takes-index.ts'
import { isPicture } from '../../catalog/files/file-rule.ts'
import { hasPictureResult } from '../../catalog/tasks/output-format.ts'
import { markdownTable } from './markdown-table.ts'

/** Whom each feature can be told to work on, as a table. */
export function describeTargets(): string {
  return markdownTable(
    ['Feature', '`target`', '`all`', '`together`'],
    FEATURES.map((feature) => [
      `\`${feature.name}\``,
      choiceOf(feature),
      reachesAll(feature) ? 'one result each' : 'no',
      reachesAll(feature) && hasPictureResult(feature) ? 'one picture' : 'no',
    ]),
  )
}

function choiceOf(feature: Feature): string {
  if (takesIndex(feature)) return 'any, `usable` among them'
  return isFramed(feature) ? 'whom a crop is made around; else the largest' : 'the effect decides'
}

/** Everybody is reached by an index, or by a crop for each. */
function reachesAll(feature: Feature): boolean {
  return takesIndex(feature) || isFramed(feature)
}

function isFramed({ files: { src } }: Feature): boolean {
  return isPicture(src) && src.framing !== undefined
}
