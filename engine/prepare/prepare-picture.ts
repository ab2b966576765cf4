import { readFile, stat, writeFile } from 'node:fs/promises'
import { Fault } from '../../catalog/failures/fault.ts'
import type { PictureRule } from '../../catalog/features/feature.ts'
import type { Preparation } from '../../catalog/preparation/preparation.ts'
import type { Box } from '../geometry/box.ts'
import { admitPicture } from '../media/open-picture.ts'
import { chooseTarget, type TargetNets } from './find-targets.ts'
import { fitRatio, mostRatio } from './fit-size.ts'
import { type FramedRule, frameTarget, isFramedWhole } from './frame-target.ts'
import { preparationOf, type SentPart, scaleToRule } from './scale-to-rule.ts'
import { searchSource } from './search-source.ts'
import { openSource, withSource } from './source/open-source.ts'
import type { Source } from './source/source.ts'

/** What is to be prepared: files by their paths. */
export type PreparePictureInput = {
  source: string
  /** The file rule of the feature. */
  rule: PictureRule
  /** Where the file to send goes. */
  into: string
  /** The target of the recipe's step, `largest` by default; `all` crops to nobody. */
  target?: string
  /** Whether the service is told which target is meant. Otherwise it works on the largest one. */
  named?: boolean
  /** The target where it is known already, in pixels of the source. */
  chosen?: Box | undefined
  /** Whether the service has refused the whole picture already. */
  refused?: boolean | undefined
}

/** The models, loaded only where a rule asks for a face, a hand or a body. */
export type PreparePictureDeps = { vision: () => Promise<TargetNets> }

/**
 * Makes a source meet a feature's file rule: crops it to the target, converts it, and scales it to the largest size
 * that meets the rule.
 * @returns undefined where the file meets the rule as it is; nothing is written then
 * @throws Fault that says in words why the file cannot be read or made to fit
 */
export async function preparePicture(
  {
    source: path,
    rule,
    into,
    target: choice = 'largest',
    named = false,
    chosen,
    refused,
  }: PreparePictureInput,
  { vision }: PreparePictureDeps,
): Promise<Preparation | undefined> {
  const admitted = await meetsRule(path, rule)
  if (admitted && !isFramedRule(rule)) return undefined
  return await withSource(path, async (source) => {
    const task = { rule, choice, named, chosen, refused, vision }
    const sent = await prepare(source, admitted, task)
    if (!sent) return undefined
    await writeFile(into, sent.file.bytes)
    return preparationOf(source, sent)
  })
}

type Task = {
  rule: PictureRule
  choice: string
  named: boolean
  chosen: Box | undefined
  refused: boolean | undefined
} & PreparePictureDeps

async function prepare(
  source: Source,
  admitted: boolean,
  { rule, choice, named, chosen, refused, vision }: Task,
): Promise<SentPart | undefined> {
  if (!isFramedRule(rule) || choice === 'all') {
    return admitted ? undefined : await scaleToRule(source, fitRatio(source, rule), rule)
  }
  const nets = await vision()
  const found = await searchSource(source, rule.framing.finds, nets)
  let target: Box | undefined
  try {
    target = chosen ?? chooseTarget(found, rule.framing.finds, choice)
    const framed = { target, found, alone: !named }
    if (!isFramedWhole(source, framed, rule)) return await frameTarget(source, framed, rule, nets)
  } catch (error) {
    // A service that looks for the target itself may see more, and says better what is wrong.
    if (!named || refused || !(error instanceof Fault)) throw error
  }
  return admitted ? undefined : await scaleToRule(source, cropToRatio(source, rule, target), rule)
}

/** Whether the targets of a rule have to fill a share of the picture. */
export function isFramedRule(rule: PictureRule): rule is FramedRule {
  return rule.framing !== undefined
}

/** Whether the service would take the file as it is. What cannot be read at all is said by {@link openSource}. */
async function meetsRule(path: string, rule: PictureRule): Promise<boolean> {
  const { size } = await stat(path)
  if (size >= rule.maxBytes) return false
  try {
    await admitPicture(await readFile(path), rule)
    return true
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

/** The part whose sides the rule allows: all of the picture, or around the target where there is one. */
function cropToRatio(source: Source, rule: PictureRule, target: Box | undefined): Box {
  const { width, height } = source
  if (Math.max(width, height) <= Math.min(width, height) * mostRatio(rule)) {
    return { left: 0, top: 0, width, height }
  }
  if (!target) return fitRatio(source, rule)
  const centre = { x: target.left + target.width / 2, y: target.top + target.height / 2 }
  return fitRatio(source, rule, centre)
}
