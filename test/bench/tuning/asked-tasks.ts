import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine, PerformRequest } from '../../../engine/perform.ts'
import { makeSheet } from '../../contact-sheet/sheets.ts'

/** The effect tasks that a feature's contact sheet asks for with its drawn pictures: every `oneIn`th. */
export async function tasksOfSheet(
  feature: string,
  engine: Engine,
  oneIn: number,
): Promise<PerformRequest[]> {
  const asked: PerformRequest[] = []
  let count = 0
  const noting: Engine = {
    ...engine,
    perform: async (request, options) => {
      if (request.stage !== 'effect') return await engine.perform(request, options)
      if (count++ % oneIn === 0) asked.push(request)
      return { results: {} }
    },
  }
  await makeSheet(feature, noting, (picture) => !/\.(jpg|png)$/.test(picture))
  return asked
}

/** The pictures of a folder with the parameters and further files of the sheet's tasks, in turn. */
export async function tasksOfFolder(
  folder: string,
  ofSheet: readonly PerformRequest[],
): Promise<PerformRequest[]> {
  const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name)).sort()
  return await Promise.all(
    names.map(async (name, nth) => {
      const request = ofSheet[nth % ofSheet.length]!
      const src = new Uint8Array(await readFile(join(folder, name)))
      return { ...request, files: { ...request.files, src } }
    }),
  )
}
