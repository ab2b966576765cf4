import type { Dice } from './dice.ts'
import type { MemoryObjects } from './ports/memory-objects.ts'
import { UNFIT } from './text-pictures.ts'
import type { Timeline } from './timeline.ts'

export const DROP_BUCKET = 'drop'

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
        ...{ parameters: { redness: 0.5 }, target: 'all', together: true },
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

/** One version of one object that was put into the bucket. */
export type Dropped = { key: string; version: string; recipe: string; text: string }

export type Dropping = {
  timeline: Timeline
  dice: Dice
  objects: MemoryObjects
  /** Delivers an event to the queue of `start`. */
  announce: (event: string) => void
  files: number
}

/** Puts recipes and files into the bucket over some minutes, some of them twice, some only to delete them again. */
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

  const put = (key: string): Omit<Dropped, 'recipe'> => {
    sequence += 1
    const text = `${key.startsWith('drop/camera/') ? UNFIT : ''}${key} ${sequence}`
    const version = objects.put(DROP_BUCKET, key, Buffer.from(text))
    announce(
      JSON.stringify({
        'detail-type': 'Object Created',
        detail: {
          bucket: { name: DROP_BUCKET },
          object: {
            ...{ key, size: text.length, etag: version, 'version-id': version },
            sequencer: (0x60000000 + sequence).toString(16).toUpperCase(),
          },
        },
      }),
    )
    return { key, version, text }
  }
  const drop = (key: string, recipe: string): string => {
    const made = put(key)
    dropped.push({ ...made, recipe })
    return made.version
  }

  for (let file = 0; file < files; file++) {
    const recipe = names[dice.between('recipe', 0, names.length - 1)] ?? 'slim'
    const key = `drop/${recipe}/photo ${file}+%25.jpg`
    timeline.setTimeout(
      () => {
        const version = drop(key, recipe)
        if (recipe === 'masked' && !dice.strikes('missing', 'companion')) {
          const mask = key.replace('.jpg', '.mask.png')
          timeline.setTimeout(() => put(mask), dice.between('companion', 0, 100_000))
        }
        if (dice.strikes('overwrite', 'file')) {
          timeline.setTimeout(() => drop(key, recipe), dice.between('overwritten', 0, 90_000))
        }
        if (dice.strikes('delete', 'file')) {
          timeline.setTimeout(
            () => objects.removeVersion(DROP_BUCKET, key, version),
            dice.between('deleted', 0, 30_000),
          )
        }
      },
      dice.between('dropped', 0, 120_000),
    )
  }
  return dropped
}
