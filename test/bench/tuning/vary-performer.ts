import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EFFECTS } from '../../../engine/effects/effects.ts'
import type { Performer } from '../../../engine/performers/performer.ts'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'

/** Rooms of the engine that keep something open: what is loaded of them stays, unless the file stands there. */
const KEPT = ['raster', 'media', 'models', 'video', 'vision']

/**
 * Loads the modules of an effect once more, with another source of a `tuning.ts`: those of its folder where the file is
 * its own, else those of all rooms of the engine but {@link KEPT}. All other modules stay the ones that are loaded.
 * @param file the `tuning.ts`, from the root of the project
 */
export async function varyPerformer(
  feature: string,
  file: string,
  tuning: string,
): Promise<Performer> {
  return (await loadAnew(feature, file, tuning)).performer
}

/**
 * A performer that stays loaded, and so optimised, while the values of its `tuning.ts` change: in a small part of the
 * time that it takes to load it anew. What its modules make of a value when they are loaded stays as it is; so what
 * changes nothing here has to be looked at with {@link varyPerformer}.
 * @param source that of `file`, of constants alone
 * @returns the performer, and what gives it the values of another source
 */
export async function openRetunable(
  feature: string,
  file: string,
  source: string,
): Promise<{ performer: Performer; retune(tuning: string): Promise<void> }> {
  const names = [...source.matchAll(/^export const (\w+)/gm)].map(([, name]) => name!)
  const taking =
    source.replaceAll(/^export const /gm, 'export let ') +
    `\nexport function takeValues(from) { ({ ${names.join(', ')} } = from) }`
  const { performer, tuning } = await loadAnew(feature, file, taking)
  const { takeValues } = tuning as { takeValues: (from: object) => void }
  return {
    performer,
    retune: async (moved) => {
      const plain = encodeURIComponent(stripTypeScriptTypes(moved))
      takeValues(await import(`data:text/javascript,${plain}`))
    },
  }
}

async function loadAnew(
  feature: string,
  file: string,
  tuning: string,
): Promise<{ performer: Performer; tuning: unknown }> {
  const own = urlOf(folderOf(feature))
  const engine = urlOf('engine')
  const isLoadedAnew =
    dirname(file) === folderOf(feature)
      ? (url: string) => url.startsWith(own)
      : (url: string) =>
          url.startsWith(urlOf(dirname(file))) ||
          (url.startsWith(engine) && !KEPT.some((room) => url.startsWith(`${engine}${room}/`)))
  const mark = `?tuning=${++variations}`
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context)
      const isOwn = context.parentURL?.endsWith(mark) && isLoadedAnew(found.url)
      return isOwn ? { ...found, url: found.url + mark } : found
    },
    load: (url, context, next) => {
      if (url !== pathToFileURL(join(PROJECT_ROOT, file)).href + mark) return next(url, context)
      return { format: 'module-typescript', source: tuning, shortCircuit: true }
    },
  })
  try {
    const loaded: Record<string, Performer> = await import(`${own}performer.ts${mark}`)
    const values: unknown = await import(pathToFileURL(join(PROJECT_ROOT, file)).href + mark)
    return { performer: Object.values(loaded)[0]!, tuning: values }
  } finally {
    hooks.deregister()
  }
}

let variations = 0

/** The folder of an effect, from the root of the project. */
export function folderOf(feature: string): string {
  return `engine/effects/${feature.replaceAll('/', '-')}`
}

function urlOf(folder: string): string {
  return `${pathToFileURL(join(PROJECT_ROOT, folder)).href}/`
}

/** What `run` gives while the engine carries the feature out by `performer`. */
export async function performedBy<T>(
  feature: string,
  performer: Performer,
  run: () => Promise<T>,
): Promise<T> {
  const effects = EFFECTS as Record<string, Performer>
  const own = effects[feature]!
  effects[feature] = performer
  try {
    return await run()
  } finally {
    effects[feature] = own
  }
}
