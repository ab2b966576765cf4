import type { FileRole } from '../../../catalog/failures/file-role.ts'
import type { OpenedPicture } from '../../media/open-picture.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import { openWithFaces } from '../../performers/open-with-faces.ts'
import type { EffectTask, Performer } from '../../performers/performer.ts'
import type { Picture } from '../../raster/picture.ts'
import { detectFaces } from '../../vision/faces/detect-faces.ts'
import { compositeHair } from './composite-hair.ts'
import { findRemainingHair, fitReference, fitTemplate, type HairColourOf } from './fit-hair.ts'
import { makeUpBehindHair } from './generate/make-up-behind-hair.ts'
import { withGeneratedHair } from './generate/with-generated-hair.ts'
import type { Head } from './head/head.ts'
import { readHead } from './read-head.ts'
import { faceSameWay } from './reference/face-same-way.ts'
import type { HairLayer } from './reference/place-hair.ts'
import { requireKeptSkin } from './refuse/require-kept-skin.ts'
import { requireNoTufts } from './refuse/require-no-tufts.ts'
import { hidesTooMuch } from './refuse/require-transferable.ts'
import { fillUncovered, type Uncovered } from './uncover/bare-head.ts'

/** What is told of hair whose reference was mirrored. */
const MIRRORED =
  'The reference’s hair is worn mirrored: the two heads are turned to opposite sides.'

type Opened = OpenedPicture & {
  wearer: Head
  layer: HairLayer
  uncovered: Uncovered
  isMirrored: boolean
}

/** Gives a person the hair of a reference picture or of a template. */
export const hairTransferPerformer: Performer = {
  effect: editPicture(withGeneratedHair({ open, apply, timed: false })),
}

/** @throws Fault for people and hair of which no good result can be made */
async function open(task: EffectTask): Promise<Opened> {
  const { hair_color, template_id } = task.parameters
  const colour = hair_color === 'src' ? 'src' : 'ref'
  const { opened, head: wearer } = await openHead(task, 'src')
  const { layer, isMirrored } =
    template_id !== undefined
      ? { layer: fitTemplate(wearer, String(template_id), colour), isMirrored: false }
      : await layReference(wearer, colour, task)
  const uncovered = findRemainingHair(wearer, layer, canFill(task))
  return { ...opened, wearer, layer, uncovered, isMirrored }
}

async function layReference(wearer: Head, colour: HairColourOf, task: EffectTask) {
  const { head: reference } = await openHead(task, 'ref')
  const { head, isMirrored } = await faceSameWay(wearer, reference, async (picture) => {
    const vision = await task.vision()
    const faces = await detectFaces(picture, vision, task.checkpoint)
    return await readHead(picture, faces, 'ref', vision, task.checkpoint)
  })
  return { layer: fitReference(wearer, head, colour), isMirrored }
}

async function openHead(
  task: EffectTask,
  role: FileRole,
): Promise<{ opened: OpenedPicture; head: Head }> {
  const { faces, ...opened } = await openWithFaces(task, role)
  const head = await readHead(opened.picture, faces, role, await task.vision(), task.checkpoint)
  return { opened, head }
}

async function apply(
  { wearer, layer, uncovered, isMirrored }: Opened,
  task: EffectTask,
): Promise<{ picture: Picture; results: Record<string, unknown> }> {
  const isGenerated = hidesTooMuch(uncovered)
  const bare = isGenerated
    ? await makeUpBehindHair(wearer.picture, uncovered, task)
    : fillUncovered(wearer, uncovered)
  await task.checkpoint()
  const picture = compositeHair(wearer, bare, layer)
  requireNoTufts(wearer, layer.alpha, picture)
  // A generator paints ears anew, or what else is behind the hair.
  if (!isGenerated) requireKeptSkin(wearer, layer.alpha, picture)
  return { picture, results: isMirrored ? { note: MIRRORED } : {} }
}

/** Whether the operator's generator can paint what hair hides, or a network of users continue it. */
function canFill({ generator, inpaint }: EffectTask): boolean {
  return generator?.abilities.includes('fill') === true || inpaint !== undefined
}
