import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { EFFECTS } from '../../../engine/effects/effects.ts'
import type { Performer } from '../../../engine/performers/performer.ts'

/**
 * Loads the modules of an effect's folder once more, with another source of its `tuning.ts`, and lets the engine
 * perform by them. All other modules stay the ones that are loaded, with their networks.
 * @returns puts the effect's own performer back
 */
export async function varyPerformer(
  feature: string,
  folder: string,
  tuning: string,
): Promise<() => void> {
  const within = `${pathToFileURL(folder).href}/`
  const mark = `?tuning=${++variations}`
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context)
      const isOwn = context.parentURL?.endsWith(mark) && found.url.startsWith(within)
      return isOwn ? { ...found, url: found.url + mark } : found
    },
    load: (url, context, next) => {
      if (url !== `${within}tuning.ts${mark}`) return next(url, context)
      return { format: 'module-typescript', source: tuning, shortCircuit: true }
    },
  })
  try {
    const loaded: Record<string, Performer> = await import(`${within}performer.ts${mark}`)
    return putInPlace(feature, Object.values(loaded)[0]!)
  } finally {
    hooks.deregister()
  }
}

let variations = 0

function putInPlace(feature: string, performer: Performer): () => void {
  const effects = EFFECTS as Record<string, Performer>
  const own = effects[feature]!
  effects[feature] = performer
  return () => {
    effects[feature] = own
  }
}
