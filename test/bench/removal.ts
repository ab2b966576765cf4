import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Picture } from '../../engine/raster/picture.ts'
import { drawRemoval } from '../engine/effects/obj-rem-vid/draw-removal.ts'
import { filledAlone, psnr, removeDrawn } from '../engine/effects/obj-rem-vid/measure-removal.ts'
import { installRivals } from './engine-install.ts'
import { inpaintBy } from './inpaint-by.ts'
import { openCv } from './open-cv.ts'

const SCENES = ['meadow', 'room', 'sea', 'studio'] as const
const CAMERAS = ['still', 'pan', 'handheld'] as const
const PATHS = ['across', 'standing'] as const

const FRAMES = 24

/**
 * Object removal by how the camera moves, in drawn scenes with known truth: luma's PSNR where the object was, of the
 * video and of frames that are filled one by one, by our fill and by OpenCV's (Telea). What stands hides one place for
 * good.
 */
export async function removal(): Promise<void> {
  const { cv } = await openCv(installRivals('@techstark/'))
  const telea = (picture: Picture, hole: Uint8Array): Picture =>
    inpaintBy(cv, picture, hole, cv.INPAINT_TELEA)
  console.log('| scene | camera | object | video, dB | frame by frame, dB | OpenCV, dB |')
  console.log('|---|---|---|---|---|---|')
  for (const path of PATHS) {
    for (const scene of SCENES) {
      for (const camera of CAMERAS) {
        const drawn = await drawRemoval({ scene, camera, path, count: FRAMES })
        const folder = await mkdtemp(join(tmpdir(), 'removal-'))
        const { before, after } = await removeDrawn(drawn, FRAMES >> 1, folder)
        await rm(folder, { recursive: true })
        const alone = psnr(drawn, filledAlone(drawn, before))
        const rival = psnr(drawn, filledAlone(drawn, before, telea))
        const goes = path === 'across' ? 'goes by' : 'stands'
        console.log(
          `| ${scene} | ${camera} | ${goes} | ${inWords(psnr(drawn, after))} | ${inWords(alone)} | ${inWords(rival)} |`,
        )
      }
    }
  }
}

function inWords(decibels: number): string {
  return Number.isFinite(decibels) ? decibels.toFixed(1) : 'exact'
}
