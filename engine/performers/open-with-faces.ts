import type { FileRole } from '../../catalog/feature.ts'
import type { AdmittedPicture, OpenedPicture } from '../media/open-picture.ts'
import type { Picture } from '../raster/picture.ts'
import { detectFaces, type FaceNets } from '../vision/faces/detect-faces.ts'
import type { Face } from '../vision/faces/face.ts'
import { lazyPyramid } from '../vision/input/pyramid.ts'
import type { EffectTask } from './performer.ts'

/**
 * A picture of a job with its faces in index order, found in the same way by every task. Throws what opening it throws,
 * also where nobody was found in it.
 */
export async function openWithFaces(
  job: EffectTask,
  role: FileRole,
  at?: number,
): Promise<OpenedPicture & { faces: Face[] }> {
  return await decodeWithFaces(await job.admitted(role, at), job.vision, job.checkpoint)
}

/** The faces of a job's source in index order. */
export async function facesOf(job: EffectTask): Promise<Face[]> {
  return (await openWithFaces(job, 'src')).faces
}

/** Where there is a small copy of the picture, faces are looked for in it while the picture itself is being decoded. */
export async function decodeWithFaces(
  { decode, decodeSmall }: AdmittedPicture,
  vision: () => Promise<FaceNets>,
  checkpoint?: () => Promise<void>,
): Promise<OpenedPicture & { faces: Face[] }> {
  const opening = decode()
  const whole = async (): Promise<Picture> => (await opening).picture
  const look = async (): Promise<Face[]> => {
    const [small, nets] = await Promise.all([decodeSmall(), vision()])
    return await detectFaces(small ? lazyPyramid(small, whole) : await whole(), nets, checkpoint)
  }
  // Both are waited for, so that whichever fails nothing of the job goes on when it has ended.
  const [opened, found] = await Promise.allSettled([opening, look()])
  if (opened.status === 'rejected') throw opened.reason
  if (found.status === 'rejected') throw found.reason
  return { ...opened.value, faces: found.value }
}
