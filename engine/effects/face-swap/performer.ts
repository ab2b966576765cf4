import { Fault } from '../../../catalog/failures/fault.ts'
import type { FaceMapping } from '../../../catalog/features/face-swap.ts'
import { editPicture, encodeOutput } from '../../performers/edit-picture.ts'
import {
  decodeWithFaces,
  openWithFaces,
  type PictureWithFaces,
} from '../../performers/open-with-faces.ts'
import type { EffectResult, EffectTask, Performer } from '../../performers/performer.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { cropDonor, type Donor } from './donor.ts'
import { swapFace } from './face-swap.ts'
import { requireFewFaces } from './require-few-faces.ts'

/** Finds the faces of a picture, and puts faces of reference pictures onto chosen ones of them. */
export const faceSwapPerformer: Performer = {
  'pre-process': findFaces,
  effect: editPicture({ open: openPairs, apply: swapPairs, timed: false }),
}

/**
 * The pre-process task: the corners of the faces in index order, and the upright picture they were found in, with
 * nothing drawn on it. A picture without faces is no failure.
 */
async function findFaces(task: EffectTask): Promise<EffectResult> {
  const { picture, format, resolution, own, faces } = await openWithFaces(task, 'src')
  requireFewFaces(faces)
  const output = await encodeOutput(picture, { format, resolution }, await own())
  const corners = faces.map(({ box: { left, top, width, height } }) => ({
    bbox: [left, top, left + width, top + height].map(Math.round),
  }))
  return { results: { faces: corners }, output }
}

/** What every result says: the picture alone would leave the client to find out. */
const NOTE =
  'The face got the proportions of the reference and, where all irises show well, their colour. ' +
  'Skin, eyes, brows and outline stayed its own, so few will recognise the reference in it.'

/** The source, which face of which reference goes onto which of its faces, and the first of those references. */
type OpenedPairs = PictureWithFaces & { pairs: FaceMapping; firstDonor: () => Donor }

/** @throws Fault `target` for a position without a face */
async function openPairs(task: EffectTask): Promise<OpenedPairs> {
  // Sorted by reference, so that only one of up to twenty references is in memory at a time.
  const pairs = (task.parameters['face_mapping'] as FaceMapping)
    .filter(({ index }) => index >= 0)
    .toSorted((p, q) => p.index - q.index)
  const opened = await openWithFirstDonor(task, pairs[0]?.index)
  requireFewFaces(opened.faces)
  for (const { position } of pairs) requireFace(opened.faces, position)
  return { ...opened, pairs }
}

/** @throws Fault `reference` for a reference without a face */
async function swapPairs(
  { picture, faces, pairs, firstDonor }: OpenedPairs,
  task: EffectTask,
): Promise<{ picture: Picture; results: { note: string } }> {
  let result = picture
  let held: { index: number; donor: Donor } | undefined
  for (const { index, position } of pairs) {
    if (held?.index !== index) {
      held = { index, donor: held ? await openDonor(task, index) : firstDonor() }
    }
    await task.checkpoint()
    result = swapFace(result, faces[position]!, held.donor)
  }
  return { picture: result, results: { note: NOTE } }
}

/**
 * Opens the source and the first reference at once: while one is decoded, faces are found in the other. What the
 * source throws comes first; what the reference throws is thrown by `firstDonor`.
 */
async function openWithFirstDonor(
  task: EffectTask,
  index: number | undefined,
): Promise<PictureWithFaces & Pick<OpenedPairs, 'firstDonor'>> {
  const source = await task.admitPicture('src')
  const opening = decodeWithFaces(source, task, { role: 'src' })
  const openingDonor = index === undefined ? undefined : openDonor(task, index)
  // Both are waited for, so that nothing of the task still runs when it has failed.
  const [opened, donor] = await Promise.allSettled([opening, openingDonor])
  if (opened.status === 'rejected') throw opened.reason
  const firstDonor = (): Donor => {
    if (donor.status === 'rejected') throw donor.reason
    if (donor.value) return donor.value
    throw new Error('No reference was asked for.')
  }
  return { ...opened.value, firstDonor }
}

/** The largest face of a reference picture. */
async function openDonor(task: EffectTask, index: number): Promise<Donor> {
  const { picture, faces } = await openWithFaces(task, 'ref', index)
  const bySize = faces.toSorted((p, q) => q.box.width * q.box.height - p.box.width * p.box.height)
  const [face] = bySize
  if (face) return cropDonor(picture, face)
  throw new Fault('reference', `No face was found in reference ${index}.`, { role: 'ref' })
}

function requireFace(faces: readonly Face[], position: number): void {
  if (faces[position]) return
  if (faces.length === 0) throw new Fault('target', 'No face was found in the picture.')
  throw new Fault(
    'target',
    `The picture has ${faces.length === 1 ? 'one face' : `${faces.length} faces`}; there is no position ${position}.`,
  )
}
