import type { Source } from '../../functions/pipeline/core/ports/job.ts'
import { isAlike } from '../../functions/pipeline/core/sources/write-version.ts'
import type { Dice } from './dice.ts'
import {
  type MemoryObjects,
  memoryObjects,
  type StoredObject,
  type Versioning,
} from './ports/memory-objects.ts'
import { UNFIT } from './text-pictures.ts'
import type { Timeline } from './timeline.ts'

export const DROP_BUCKET = 'drop'

/** Half of the runs have a drop bucket that keeps versions. */
const VERSIONING: Versioning[] = ['enabled', 'enabled', 'suspended', 'never']

/** The buckets of a run. */
export function newBuckets({ timeline, dice }: Pick<Dropping, 'timeline' | 'dice'>) {
  const versioning = VERSIONING[dice.between('versioning', 0, VERSIONING.length - 1)]
  return memoryObjects(timeline.now, (bucket) =>
    bucket === DROP_BUCKET ? (versioning ?? 'enabled') : 'enabled',
  )
}

const slim = { feature: 'body-reshape', parameters: { features: { slim: -10 } } }

/** The recipes of every run. `worn` is no recipe any more; `nobody` does not exist. */
const RECIPES: Record<string, unknown> = {
  slim: { steps: [slim], timeoutSeconds: 600 },
  first: { steps: [{ ...slim, target: 'index:0' }], timeoutSeconds: 600 },
  everybody: { steps: [{ ...slim, target: 'all' }], timeoutSeconds: 900 },
  twice: { steps: [slim, { ...slim, target: 'leftmost' }], timeoutSeconds: 900 },
  uploaded: { steps: [slim], transfer: 'upload', timeoutSeconds: 600 },
  masked: {
    steps: [
      {
        feature: 'obj-replace',
        parameters: { prompt: 'a red door' },
        inputs: { msk: { companion: '{stem}.mask.png' } },
      },
    ],
    companionSeconds: 120,
  },
  camera: { steps: [slim, { ...slim, target: 'leftmost' }], timeoutSeconds: 900 },
  close: {
    steps: [{ feature: 'skin-simulation', parameters: { redness: 0.5 } }],
    timeoutSeconds: 900,
  },
  each: {
    steps: [
      {
        feature: 'skin-simulation',
        parameters: { redness: 0.5 },
        target: 'all',
        together: true,
      },
    ],
    timeoutSeconds: 900,
  },
  group: {
    steps: [
      { ...slim, target: 'all', together: true },
      { ...slim, target: 'leftmost' },
    ],
    timeoutSeconds: 900,
  },
  worn: { steps: [] },
}

/** Recipes whose files end in a failure although nothing went wrong. */
export const HOPELESS = ['worn', 'nobody']

/** What `worn` is once it was mended. */
const MENDED = { steps: [slim], timeoutSeconds: 600 }

/** One write of one object that was put into the bucket. */
export type Dropped = {
  key: string
  version: string
  recipe: string
  text: string
  metadata: Record<string, string>
  /** Orders the writes. */
  sequence: number
  /** When it was, in milliseconds. */
  at: number
  /** Whether its recipe was mended before. */
  mended: boolean
}

/** The writes that a job's source may stand for: one, or where S3 cannot tell some apart all of these. */
export function writesOf(dropped: readonly Dropped[], { key, version }: Source): Dropped[] {
  return dropped.filter((file) => file.key === key && isAlike(file.version, version))
}

export type Dropping = {
  timeline: Timeline
  dice: Dice
  objects: MemoryObjects
  /** Delivers an event to the queue of `start`. */
  announce: (event: string) => void
  files: number
}

/** The event of an object that was written. */
export function createdEvent(
  key: string,
  { bytes, etag, versionId }: StoredObject,
  { sequence, now }: { sequence: number; now: number },
): string {
  return JSON.stringify({
    'detail-type': 'Object Created',
    time: new Date(now).toISOString().replace(/\.\d+Z$/, 'Z'),
    detail: {
      bucket: { name: DROP_BUCKET },
      object: {
        key,
        size: bytes.length,
        etag,
        ...(versionId && { 'version-id': versionId }),
        sequencer: (0x60000000 + sequence).toString(16).toUpperCase(),
      },
    },
  })
}

/**
 * Puts recipes and files into the bucket over some minutes, some of them several times, some only to delete them
 * again.
 */
export function dropFiles({ timeline, dice, objects, announce, files }: Dropping): Dropped[] {
  const dropped: Dropped[] = []
  for (const [name, recipe] of Object.entries(RECIPES)) {
    objects.put(DROP_BUCKET, `recipes/${name}.json`, Buffer.from(JSON.stringify(recipe)))
  }
  const names = [
    ...HOPELESS,
    'slim',
    'slim',
    'slim',
    'uploaded',
    'first',
    'everybody',
    'twice',
    'masked',
    'camera',
    'close',
    'each',
    'group',
  ]
  let sequence = 0

  let mended = false
  const put = (key: string, former?: Dropped, metadata = former?.metadata ?? {}) => {
    sequence += 1
    const unfit = key.startsWith('drop/camera/') ? UNFIT : ''
    const text = former?.text ?? `${unfit}${key} ${sequence}`
    const written = objects.put(DROP_BUCKET, key, Buffer.from(text), { metadata })
    announce(createdEvent(key, written, { sequence, now: timeline.now() }))
    const { version } = written
    return { key, version, text, metadata, sequence, at: timeline.now(), mended }
  }
  const drop = (recipe: string, ...what: Parameters<typeof put>): Dropped => {
    const made = { ...put(...what), recipe }
    dropped.push(made)
    return made
  }
  /** The same bytes once more, where something else has changed. */
  const dropAgain = (former: Dropped): void => {
    if (former.recipe !== 'worn') {
      return void drop(former.recipe, former.key, former, { 'darkroom-recipe': '{}' })
    }
    mended = true
    objects.put(DROP_BUCKET, 'recipes/worn.json', Buffer.from(JSON.stringify(MENDED)))
    drop(former.recipe, former.key, former)
  }

  for (let file = 0; file < files; file++) {
    const recipe = names[dice.between('recipe', 0, names.length - 1)] ?? 'slim'
    const key = `drop/${recipe}/photo ${file}+%25.jpg`
    timeline.setTimeout(
      () => {
        const first = drop(recipe, key)
        if (recipe === 'masked' && !dice.strikes('missing', 'companion')) {
          const mask = key.replace('.jpg', '.mask.png')
          timeline.setTimeout(() => put(mask), dice.between('companion', 0, 100_000))
        }
        if (dice.strikes('overwrite', 'file')) {
          timeline.setTimeout(() => drop(recipe, key), dice.between('overwritten', 0, 90_000))
        }
        if (dice.strikes('flip', 'file')) {
          const most = dice.between('flip takes', 0, 2) < 2 ? 400 : 60_000
          const between = dice.between('flipped', 1, most)
          const back = between + dice.between('flipped back', 1, most)
          timeline.setTimeout(() => drop(recipe, key), between)
          timeline.setTimeout(() => drop(recipe, key, first), back)
        }
        if (dice.strikes('again', 'file')) {
          const soon = dice.between('soon again', 0, 1) === 0
          timeline.setTimeout(() => dropAgain(first), dice.between('again', 0, soon ? 900 : 90_000))
        }
        if (dice.strikes('delete', 'file')) {
          timeline.setTimeout(
            () => objects.removeVersion(DROP_BUCKET, key, first.version),
            dice.between('deleted', 0, 30_000),
          )
        }
      },
      dice.between('dropped', 0, 120_000),
    )
  }
  return dropped
}
