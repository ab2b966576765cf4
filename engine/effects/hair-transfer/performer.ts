import type { FileRole } from '../../../catalog/file-rule.ts'
import type { OpenedPicture } from '../../media/open-picture.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import { openWithFaces } from '../../performers/open-with-faces.ts'
import type { EffectTask, Performer } from '../../performers/performer.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { hairMatte } from '../../regions/hair-matte.ts'
import { findHeadRegions } from '../../regions/head-regions.ts'
import { removeUncovered, type Uncovered, uncoveredHair } from './bare-head.ts'
import { closeGaps } from './close-gaps.ts'
import { growStrands } from './grow-strands.ts'
import { readHairstyle } from './hairstyle.ts'
import { type Head, headFrame } from './head.ts'
import { headLight, ownColour, recolourHair, relightHair, STUDIO } from './match-hair.ts'
import { type HairLayer, placeHair } from './place-hair.ts'
import { renderStrands, strandCount } from './render-strands.ts'
import {
  hidesTooMuch,
  refuseShorter,
  requireAlike,
  requireHair,
  requireHead,
  requireRoom,
  requireSameShoulders,
  requireToldHair,
} from './require-transferable.ts'
import { hairlineOf } from './scalp.ts'
import { wearHair } from './wear-hair.ts'

/** What a generator is told to paint where old hair shows beside the new. */
const PROMPT =
  'The same person in the same photograph without this hair: bare skin, ears, neck and clothes, and the background ' +
  'continued. No hair.'

type Opened = OpenedPicture & { wearer: Head; layer: HairLayer; uncovered: Uncovered }

export const hairTransferPerformer: Performer = {
  effect: editPicture({ open, apply, timed: false }),
}

/** @throws Fault for people and hair of which no good result can be made */
async function open(task: EffectTask): Promise<Opened> {
  const { opened, head: wearer } = await openHead(task, 'src')
  const layer = await newHair(wearer, task)
  requireToldHair(wearer, layer.alpha)
  requireRoom(wearer, layer)
  const uncovered = uncoveredHair(wearer, layer.alpha)
  if (hidesTooMuch(uncovered) && !canFill(task)) refuseShorter()
  return { ...opened, wearer, layer, uncovered }
}

/** The hair of the task's template or reference, placed on the wearer and in the wearer's light. */
async function newHair(wearer: Head, task: EffectTask): Promise<HairLayer> {
  const { hair_color, template_id } = task.parameters
  if (template_id !== undefined) {
    const { style, template } = readHairstyle(String(template_id))
    const own = hair_color === 'src' && template.keep_users_color ? ownColour(wearer) : undefined
    const count = strandCount(style, wearer.frame)
    const strands = growStrands(style, hairlineOf(wearer), count)
    const light = headLight(wearer)
    const layer = renderStrands(strands, style, template.palette, wearer, light)
    if (own) recolourHair(layer, own)
    else relightHair(layer, wearer, { ...STUDIO, slope: light.slope })
    return layer
  }
  const own = hair_color === 'src' ? ownColour(wearer) : undefined
  const { head: reference } = await openHead(task, 'ref')
  requireAlike(wearer, reference)
  requireHair(reference)
  const layer = placeHair(wearer, reference)
  requireSameShoulders(wearer, reference, layer)
  closeGaps(wearer, layer)
  if (own) recolourHair(layer, own)
  else relightHair(layer, wearer, headLight(reference))
  return layer
}

async function openHead(
  task: EffectTask,
  role: FileRole,
): Promise<{ opened: OpenedPicture; head: Head }> {
  const { faces, ...opened } = await openWithFaces(task, role)
  const { picture } = opened
  const face = requireHead(picture, faces, role)
  const regions = await findHeadRegions(picture, face, await task.vision())
  await task.checkpoint()
  const hair = hairMatte(picture, regions)
  return { opened, head: { picture, face, regions, hair, frame: headFrame(face) } }
}

async function apply(
  { wearer, layer, uncovered }: Opened,
  task: EffectTask,
): Promise<{ picture: Picture }> {
  const bare = hidesTooMuch(uncovered)
    ? await generateBehind(wearer, uncovered, task)
    : removeUncovered(wearer, uncovered)
  await task.checkpoint()
  return { picture: wearHair(wearer, bare, layer) }
}

/** Whether the operator's generator can paint what hair hides. */
function canFill({ generator }: EffectTask): boolean {
  return generator?.abilities.includes('fill') === true
}

async function generateBehind(
  { picture }: Head,
  { kinds }: Uncovered,
  { generator }: EffectTask,
): Promise<Picture> {
  const replace: Mask = { ...picture, data: Uint8Array.from(kinds, (kind) => (kind > 0 ? 255 : 0)) }
  if (!generator) throw new Error('No generator was configured.')
  return await generator.fill({ picture, replace, prompt: PROMPT, unwanted: 'hair, hat' })
}
