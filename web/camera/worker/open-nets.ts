import { MODELS } from '../../../engine/vision/load/models.ts'
import { openVisionInBrowser } from '../../../engine/vision/load/open-vision-in-browser.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import type { Mode } from '../modes/mode.ts'

/**
 * Opens the networks with runtime and models from `assets`; those of the mode are fetched at once. The script that
 * LiteRT would import is part of the worker already, so that no policy on scripts stands in its way.
 */
export async function openNets(assets: string, mode: Mode, factory: unknown): Promise<Vision> {
  const scope = globalThis as unknown as { importScripts: unknown; ModuleFactory: unknown }
  const { importScripts } = scope
  scope.importScripts = () => {
    scope.ModuleFactory = factory
  }
  try {
    return await openVisionInBrowser({
      runtime: assets,
      file: (specifier) => `${assets}/${specifier.split('/').at(-1)}`,
      soon: modelsOf(mode),
    })
  } catch (cause) {
    throw new Error(`The runtime could not be fetched from ${assets}: ${cause}`, { cause })
  } finally {
    scope.importScripts = importScripts
  }
}

function modelsOf(mode: Mode): string[] {
  const { faceDetection, faceMesh, palmDetection, handLandmark, poseLandmark } = MODELS
  const body = mode.finds === 'face' && mode.body ? [poseLandmark] : []
  const models =
    mode.finds === 'face' ? [faceDetection, faceMesh, ...body] : [palmDetection, handLandmark]
  return models.map(({ specifier }) => specifier)
}
