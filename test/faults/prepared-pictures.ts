import type { Dice } from './dice.ts'
import { DAMAGED, STOPPED } from './engine.ts'
import { writesOf } from './files.ts'
import type { World } from './world.ts'

/** What a service does not take is prepared, what it takes is sent as it is; the receipt says which. */
export function preparedOnly({ ports }: World): string[] {
  return ports.jobs.all().flatMap(({ id, recipe, status, trail }) => {
    if (status !== 'succeeded') return []
    const [first] = trail?.steps ?? []
    const wanted = ['camera', 'close', 'each'].includes(recipe.name)
    // A task whose end was first heard as an error is delivered as the service made it.
    const heard = first?.tasks.filter((task) => task.status === 'success').length ?? 0
    const restores = recipe.name === 'group' ? heard > 1 : wanted && heard > 0
    const isRestored = first?.restored?.files.length === 1
    const { prepared } = first ?? {}
    const parts = prepared && 'parts' in prepared ? prepared.parts : []
    const isPrepared = Boolean(prepared?.key) || parts.length > 0
    return isPrepared === wanted && isRestored === restores
      ? []
      : [`prepared: ${id} under ${recipe.name} ${wanted ? 'was not' : 'was'} prepared`]
  })
}

/** What was prepared leaves with its job, where nothing kept it from doing so. */
export function preparedLeaves({ ports }: World, { struck }: Dice): string[] {
  return struck.length > 0
    ? []
    : ports.objects
        .keys()
        .filter(
          ({ bucket, key }) => bucket === ports.buckets.results && key.startsWith('prepared/'),
        )
        .map(({ key }) => `prepared: ${key} is still there`)
}

/** Preparing again, after a try that failed or beside one that still runs, writes the same bytes under the same key. */
export function preparedAlike({ prepared }: World): string[] {
  return [...prepared]
    .filter(([, texts]) => texts.size > 1)
    .map(([key, texts]) => `prepared: ${key} was written as ${[...texts].join(' and as ')}`)
}

/**
 * A job says that its file is damaged where that is so, and that preparing it was stopped where it was; nothing is made
 * of a damaged file that has to be prepared.
 */
export function damageIsSaid({ ports, dropped, damaged }: World, { struck }: Dice): string[] {
  const stopped = struck.some((fault) => fault.startsWith('throttle prepare pictures.'))
  return ports.jobs.all().flatMap(({ id, recipe, source, status, failure, trail }) => {
    const isDamaged = writesOf(dropped, source).some(({ text }) => damaged.get(text))
    const { prepared } = trail?.steps[0] ?? {}
    const says = failure?.message ?? ''
    return [
      ...(says.includes(DAMAGED) && !isDamaged ? [`damage: ${id} says so of a whole file`] : []),
      ...(says.includes(STOPPED) && !stopped ? [`damage: ${id} was never stopped`] : []),
      ...(isDamaged && prepared && status === 'succeeded' && recipe.name === 'camera'
        ? [`damage: ${id} succeeded with a damaged file`]
        : []),
    ]
  })
}
