import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawRemoval } from '../engine/effects/obj-rem-vid/draw-removal.ts'
import { filledAlone, psnr, removeDrawn } from '../engine/effects/obj-rem-vid/measure-removal.ts'

const SCENES = ['meadow', 'room', 'sea', 'studio'] as const
const CAMERAS = ['still', 'pan', 'handheld'] as const
const PATHS = ['across', 'standing'] as const

const FRAMES = 24

/**
 * Object removal by how the camera moves, in drawn scenes with known truth: luma's PSNR where the object was, of the
 * video and of frames that are filled one by one. What stands hides one place for good.
 */
export async function removal(): Promise<void> {
  console.log('| scene | camera | object | video, dB | frame by frame, dB |')
  console.log('|---|---|---|---|---|')
  for (const path of PATHS) {
    for (const scene of SCENES) {
      for (const camera of CAMERAS) {
        const drawn = await drawRemoval({ scene, camera, path, count: FRAMES })
        const folder = await mkdtemp(join(tmpdir(), 'removal-'))
        const { before, after } = await removeDrawn(drawn, FRAMES >> 1, folder)
        await rm(folder, { recursive: true })
        const alone = psnr(drawn, filledAlone(drawn, before))
        const goes = path === 'across' ? 'goes by' : 'stands'
        console.log(
          `| ${scene} | ${camera} | ${goes} | ${inWords(psnr(drawn, after))} | ${inWords(alone)} |`,
        )
      }
    }
  }
}

function inWords(decibels: number): string {
  return Number.isFinite(decibels) ? decibels.toFixed(1) : 'exact'
}
