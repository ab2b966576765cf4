import type { FileRole } from '../../catalog/features/feature.ts'
import type { AdmittedPicture, OpenedPicture } from '../media/open-picture.ts'
import type { Picture } from '../raster/picture.ts'
import { detectFaces, type FaceNets, type WantedFaces } from '../vision/faces/detect-faces.ts'
import type { Face } from '../vision/faces/face.ts'
import { findWhileDecoding } from './find-while-decoding.ts'
import type { EffectTask } from './performer.ts'

export type PictureWithFaces = OpenedPicture & { faces: Face[] }

/**
 * Opens a picture of a task and finds its faces, in index order. All tasks with an index find them in this one way, so
 * that it means the same face in each.
 * @throws Fault that opening the picture throws; a picture without faces is none
 */
export async function openWithFaces(
  task: EffectTask,
  role: FileRole,
  at?: number,
): Promise<PictureWithFaces> {
  return await decodeWithFaces(await task.admitPicture(role, at), task, { role, at })
}

/** Opens a picture of a task and finds its largest face; some smaller ones may come along. */
export async function openWithLargestFace(
  task: EffectTask,
  role: FileRole,
): Promise<PictureWithFaces> {
  return await decodeWithFaces(await task.admitPicture(role), task, { role }, 'largest')
}

/** A task's source with its faces in index order. */
export async function facesOf(task: EffectTask): Promise<{ picture: Picture; found: Face[] }> {
  const { picture, faces } = await openWithFaces(task, 'src')
  return { picture, found: faces }
}

/**
 * Decodes a picture, and finds its faces in a smaller copy meanwhile where the file can give one; once for all tasks
 * that bring the same file, as a detection and the effect after it do.
 */
export async function decodeWithFaces(
  admitted: AdmittedPicture,
  { vision, checkpoint, readOnce }: FacesTask,
  { role, at = 0 }: { role: FileRole; at?: number | undefined },
  wanted: WantedFaces = 'all',
): Promise<PictureWithFaces> {
  const { opened, found } = await findWhileDecoding(admitted, async (seen) =>
    readOnce(`faces ${wanted}`, [{ role, at }], async () =>
      detectFaces(seen, await vision(), checkpoint, wanted),
    ),
  )
  return { ...opened, faces: found }
}

/** What finding faces needs of a task. */
type FacesTask = Pick<EffectTask, 'checkpoint' | 'readOnce'> & { vision(): Promise<FaceNets> }
