import { clothPerformer } from '../../../../engine/effects/cloth-v3/performer.ts'
import type { FillRequest } from '../../../../engine/generate/task-generator.ts'
import type { EffectTask } from '../../../../engine/performers/performer.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { warmVision } from '../../warm-vision.ts'

/** A generator that paints all it is asked for nearly black, and what it was asked. */
export type Planted = { abilities: string[]; asked: FillRequest[] }

/** Carries out a garment swap of decoded pictures, with a generator where one is planted. */
export async function runCloth(
  files: { src: Picture; ref: Picture },
  parameters: object,
  planted?: Planted,
) {
  const open = async (role: 'src' | 'ref') => {
    const picture = files[role]
    const copy = { ...picture, data: picture.data.slice() }
    return { picture: copy, format: 'png' as const, own: async () => undefined }
  }
  const generator = planted && {
    name: 'planted',
    abilities: planted.abilities,
    preferredFor: [],
    fill: async (request: FillRequest) => {
      planted.asked.push(request)
      const data = request.picture.data.slice()
      request.replace.data.forEach((share, at) => {
        if (share > 0) data.fill(9, at * 4, at * 4 + 3)
      })
      return { ...request.picture, data }
    },
  }
  const task = {
    parameters: { change_shoes: true, ...parameters },
    openPicture: open,
    vision: warmVision,
    fileCount: () => 1,
    checkpoint: async () => {},
    readOnce: async (_way: string, _files: unknown, read: () => unknown) => read(),
    beginStep: () => {},
    generator,
  } as unknown as EffectTask
  return await clothPerformer.effect(task)
}
