import { executionName } from '../../../functions/pipeline/core/begin/execution-name.ts'
import { RESULT_MARK } from '../../../functions/pipeline/core/ports/objects.ts'
import type { Dice } from '../dice.ts'
import { createdEvent, DROP_BUCKET, type Dropped } from '../files.ts'
import type { MemoryObjects } from '../ports/memory-objects.ts'
import type { Timeline } from '../timeline.ts'

/** A line of a manifest: why it can have no job, or the job it is for. */
export type Line = { text: string; failure?: string; job?: string }

/** A manifest that was put into the bucket, what its lines are for, and the files they name. */
export type Manifest = { key: string; lines: Line[]; files: Dropped[]; event: string }

/** Recipes of the lines: most often the one that takes the shortest way. */
const RECIPES = ['slim', 'slim', 'slim', 'slim', 'slim', 'first', 'uploaded', 'close', 'nobody']
/** In chunks of ten, or of fewer where fewer are worked at once. */
const MANY_LINES = 14
const FEW_LINES = 5
/** Above every write that is dropped for itself. */
const SEQUENCE = 100_000

type Writing = { timeline: Timeline; dice: Dice; objects: MemoryObjects }

/** Puts files below `files/` into the bucket, and a manifest that names them and others that are not there. */
export function writeManifest({ timeline, dice, objects }: Writing): Manifest {
  const files: Dropped[] = []
  const put = (key: string, text: string, metadata: Record<string, string> = {}) =>
    objects.put(DROP_BUCKET, key, Buffer.from(text), { metadata })
  const write = (nth: number): Line => {
    const recipe = RECIPES[dice.between('recipe of a line', 0, RECIPES.length - 1)] ?? 'slim'
    const key = `files/shoot/photo ${nth}+%25.jpg`
    const text = `${key} ${nth}`
    const { version } = put(key, text)
    const sequence = SEQUENCE + nth
    const at = timeline.now()
    files.push({ key, version, recipe, text, metadata: {}, sequence, at, mended: false })
    const named = dice.between('names a version', 0, 3) === 0 && { version }
    return {
      text: JSON.stringify({ key, recipe, ...named }),
      job: executionName({ bucket: DROP_BUCKET, key, version }, recipe),
    }
  }
  const kinds: ((nth: number) => Line)[] = [
    ...Array.from({ length: 9 }, () => write),
    (nth) => ({ text: JSON.stringify({ key: `files/gone ${nth}.jpg` }), failure: 'SourceGone' }),
    () => ({ text: '{"key": ', failure: 'LineInvalid' }),
    (nth) => {
      put(`files/empty ${nth}.jpg`, '')
      return { text: JSON.stringify({ key: `files/empty ${nth}.jpg` }), failure: 'LineInvalid' }
    },
    (nth) => {
      put(`files/result ${nth}.jpg`, 'made', { [RESULT_MARK]: 'job-1' })
      return { text: JSON.stringify({ key: `files/result ${nth}.jpg` }), failure: 'IsResult' }
    },
  ]
  const lines: Line[] = []
  const most = dice.between('long manifest', 0, 7) === 0 ? MANY_LINES : FEW_LINES
  const count = dice.between('lines', 1, most)
  for (let nth = 0; nth < count; nth++) {
    const kind = kinds[dice.between('line', 0, kinds.length - 1)] ?? write
    const again = lines[dice.between('which again', 0, Math.max(0, lines.length - 1))]
    lines.push(again && dice.between('again', 0, 9) === 0 ? again : kind(nth))
  }

  const key = 'batches/slim/manifest.jsonl'
  const written = objects.put(
    DROP_BUCKET,
    key,
    Buffer.from(lines.map(({ text }) => `${text}\n`).join('')),
    {
      metadata: {
        'darkroom-concurrency': String([1, 2, 4, 20][dice.between('concurrency', 0, 3)]),
        'darkroom-tolerated-failures': String([100, 100, 50, 0][dice.between('tolerated', 0, 3)]),
      },
    },
  )
  const event = createdEvent(key, written, { sequence: SEQUENCE, now: timeline.now() })
  return { key, lines, files, event }
}
