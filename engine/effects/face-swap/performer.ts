import type { FaceMapping } from '../../../catalog/face-swap.ts'
import { Fault } from '../../../catalog/fault.ts'
import { encodePicture, MEDIA_TYPES } from '../../media/encode-picture.ts'
import { beginEdit } from '../../performers/begin-edit.ts'
import { decodeWithFaces, openWithFaces } from '../../performers/open-with-faces.ts'
import type { EffectResult, EffectTask, Performer } from '../../performers/performer.ts'
import type { Face } from '../../vision/faces/face.ts'
import { cropDonor, type Donor } from './donor.ts'
import { swapFace } from './face-swap.ts'

/** Finds the faces of a picture, and puts faces of reference pictures onto chosen ones of them. */
export const faceSwapPerformer: Performer = { 'pre-process': findFaces, effect: swapChosen }

/** As many faces as `face_mapping` can name. */
const MAX_FACES = 20

/**
 * The faces' corners in index order, and the picture they were found in, upright: without boxes drawn, so that whoever
 * shows it may draw their own and whoever hands it on hands on the picture. No faces are an answer.
 */
async function findFaces(job: EffectTask): Promise<EffectResult> {
  const { picture, format, own, faces } = await openWithFaces(job, 'src')
  requireFew(faces)
  const bytes = await encodePicture(picture, format, await own())
  const corners = faces.map(({ box: { left, top, width, height } }) => ({
    bbox: [left, top, left + width, top + height].map(Math.round),
  }))
  return { results: { faces: corners }, output: { bytes, ...MEDIA_TYPES[format] } }
}

/** Throws Fault `target` for a position without a face, `reference` for a reference without one. */
async function swapChosen(job: EffectTask): Promise<EffectResult> {
  // By reference, so that only one of up to twenty decoded pictures is held at a time.
  const pairs = (job.parameters['face_mapping'] as FaceMapping)
    .filter(({ index }) => index >= 0)
    .toSorted((p, q) => p.index - q.index)
  const { picture, format, own, faces, first } = await openWithFirst(job, pairs[0]?.index)
  requireFew(faces)
  for (const { position } of pairs) requireFace(faces, position)
  const colours = await beginEdit({ picture, own })
  let result = picture
  let held: { index: number; giver: Donor } | undefined
  for (const { index, position } of pairs) {
    if (held?.index !== index) {
      held = { index, giver: held ? await openDonor(job, index) : first() }
    }
    await job.checkpoint()
    result = swapFace(result, faces[position]!, held.giver)
  }
  await job.checkpoint()
  const bytes = await encodePicture(result, format, colours)
  return { results: {}, output: { bytes, ...MEDIA_TYPES[format] } }
}

/**
 * Opens the source, and at once with it the reference that is needed first: while one is decoded faces are looked for in
 * the other. `first` gives that one's face or throws what opening it threw; what the source throws comes before.
 */
async function openWithFirst(job: EffectTask, index: number | undefined) {
  const source = await job.admitted('src')
  const opening = decodeWithFaces(source, job.vision, job.checkpoint)
  const giver = index === undefined ? undefined : openDonor(job, index)
  // Both are waited for, so that whichever fails nothing of the job goes on when it has ended.
  const [opened, given] = await Promise.allSettled([opening, giver])
  if (opened.status === 'rejected') throw opened.reason
  const first = (): Donor => {
    if (given.status === 'rejected') throw given.reason
    if (given.value) return given.value
    throw new Error('No reference was asked for.')
  }
  return { ...opened.value, first }
}

/** The largest face of a reference picture. */
async function openDonor(job: EffectTask, index: number): Promise<Donor> {
  const { picture, faces } = await openWithFaces(job, 'ref', index)
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

function requireFew({ length }: readonly Face[]): void {
  if (length <= MAX_FACES) return
  throw new Fault('several', `The picture has ${length} faces; at most ${MAX_FACES} are allowed.`)
}
