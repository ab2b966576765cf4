import { openVisionInBrowser } from '../../../engine/vision/load/open-vision-in-browser.ts'
import type { Vision } from '../../../engine/vision/vision.ts'

/**
 * Opens the networks with runtime and models from `assets`. The script that LiteRT would import is part of the worker
 * already, so that no policy on scripts stands in its way.
 */
export async function openNets(assets: string, factory: unknown): Promise<Vision> {
  const scope = globalThis as unknown as { importScripts: unknown; ModuleFactory: unknown }
  const { importScripts } = scope
  scope.importScripts = () => {
    scope.ModuleFactory = factory
  }
  try {
    return await openVisionInBrowser({
      runtime: assets,
      file: (specifier) => `${assets}/${specifier.split('/').at(-1)}`,
    })
  } catch (cause) {
    throw new Error(`The runtime could not be fetched from ${assets}: ${cause}`, { cause })
  } finally {
    scope.importScripts = importScripts
  }
}
