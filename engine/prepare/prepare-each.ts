import { writeFile } from 'node:fs/promises'
import { Fault } from '../../catalog/failures/fault.ts'
import type { Preparation } from '../../catalog/preparation/preparation.ts'
import type { Box } from '../geometry/box.ts'
import { type FramedRule, frameTarget, isFramedWhole } from './frame-target.ts'
import type { PreparePictureDeps } from './prepare-picture.ts'
import { preparationOf } from './scale-to-rule.ts'
import { searchSource } from './search-source.ts'
import { withSource } from './source/open-source.ts'

/** What is to be prepared for each of its targets: files by their paths. */
export type PrepareEachInput = {
  source: string
  rule: FramedRule
  /** Where the file to send for a target goes. */
  into: (index: number) => string
  /** Whether the service is told which target is meant. Otherwise it works on the largest one. */
  named: boolean
  /** Targets that the service has found, in pixels of the source; without them all are searched. */
  targets?: readonly { index: number; box: Box }[] | undefined
  /** The most targets that are prepared. */
  most: number
}

/** A target of the source by its index, with the picture that was cropped to it, or why there is none. */
export type PreparedTarget = { index: number } & ({ preparation: Preparation } | { fault: Fault })

/**
 * Crops a source to each of its targets, where one picture cannot serve them all: some fill too little of it, or the
 * service cannot be told which is meant. A target that cannot be shown as the rule asks does not stop the others.
 * @returns undefined where the whole picture serves every target; nothing is written then
 * @throws Fault `target` for nobody and for more than `most`, otherwise what is wrong with the file
 */
export async function prepareEach(
  { source: path, rule, into, named, targets, most }: PrepareEachInput,
  { vision }: PreparePictureDeps,
): Promise<PreparedTarget[] | undefined> {
  return await withSource(path, async (source) => {
    const nets = await vision()
    const all = targets ?? (await searchSource(source, rule.framing.finds, nets)).map(numbered)
    if (all.length === 0) {
      // Whom we do not find, a service that is told an index may find.
      if (named) return undefined
      throw new Fault('target', `No ${rule.framing.finds} was found in the picture.`)
    }
    if (all.length > most) {
      throw new Fault(
        'several',
        `The picture has ${all.length} targets; a recipe with target all works on ${most} at most.`,
      )
    }
    const found = all.map(({ box }) => box)
    const framed = all.map(({ index, box }) => ({ index, target: box, found, alone: !named }))
    const small = framed.filter((one) => !isFramedWhole(source, one, rule))
    if (small.length === 0) return undefined
    const prepared: PreparedTarget[] = []
    // Of targets that the service has worked on already, only the others need a picture of their own.
    for (const { index, ...one } of targets ? small : framed) {
      try {
        const sent = await frameTarget(source, one, rule, nets)
        await writeFile(into(index), sent.file.bytes)
        prepared.push({ index, preparation: preparationOf(source, sent) })
      } catch (error) {
        // What was stopped says nothing about the target.
        if (!(error instanceof Fault) || error.condition === 'runtime') throw error
        prepared.push({ index, fault: error })
      }
    }
    return prepared
  })
}

function numbered(box: Box, index: number): { index: number; box: Box } {
  return { index, box }
}
