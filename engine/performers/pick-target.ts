import { Fault } from '../../catalog/failures/fault.ts'

/** How a kind of target is called where one is missing. */
const TARGET_WORDS = {
  face: { none: 'No face was found', one: 'One face was found', many: 'faces were found' },
  body: { none: 'Nobody was found', one: 'One person was found', many: 'people were found' },
} as const

/** The target an index names, the first one unless it says otherwise. Throws Fault `target` when it is not there. */
export function pickTarget<T>(
  found: readonly T[],
  kind: keyof typeof TARGET_WORDS,
  index: unknown = 0,
): T {
  const target = found[index as number]
  if (target) return target
  const words = TARGET_WORDS[kind]
  if (found.length === 0) throw new Fault('target', `${words.none} in the picture.`)
  const many = found.length === 1 ? words.one : `${found.length} ${words.many}`
  throw new Fault('target', `${many} in the picture; there is no index ${index}.`)
}
