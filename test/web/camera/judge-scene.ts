import sharp from 'sharp'
import type { Picture } from '../../../engine/raster/picture.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import type { Verdict } from '../../../web/camera/judge/verdict.ts'
import { cropOf } from '../../../web/camera/modes/crop.ts'
import { MODES } from '../../../web/camera/modes/modes.ts'
import { readThresholds } from '../../../web/camera/options/thresholds.ts'
import type { CameraMode, QualityLevel } from '../../../web/camera/public-types.ts'
import { createFrameJudge } from '../../../web/camera/worker/judge-frames.ts'

const SHOWN = { width: 360, height: 480 }

/** What the module says of a camera's frame, and the picture it takes of it; undefined where it takes none. */
export type Judged = { verdict: Verdict; jpeg: Buffer | undefined; refused: string | undefined }

/** Judges a frame and takes it as the worker does, with a JPEG of sharp's instead of the browser's. */
export async function judgeScene(
  frame: Buffer,
  mode: CameraMode,
  vision: Vision,
  { phase = 0, level = 'relaxed' }: { phase?: number; level?: QualityLevel } = {},
): Promise<Judged> {
  const judge = createFrameJudge(
    { mode, thresholds: readThresholds(level), shown: SHOWN, assets: '' },
    vision,
  )
  const { width, height } = await sharp(frame).metadata()
  const crop = cropOf({ width, height }, SHOWN, MODES[mode])
  const cut = sharp(frame).extract({
    left: crop.x,
    top: crop.y,
    width: crop.width,
    height: crop.height,
  })
  const verdict = await judge.judge(
    await pictureOf(await cut.clone().png().toBuffer()),
    phase,
    undefined,
  )
  if (verdict.instruction) return { verdict, jpeg: undefined, refused: undefined }
  const jpeg = await cut.jpeg({ quality: 95 }).toBuffer()
  const refusal = await judge.refuse(await pictureOf(jpeg), phase)
  return {
    verdict,
    jpeg: refusal ? undefined : jpeg,
    refused: refusal && `${refusal.instruction}: ${refusal.message}`,
  }
}

async function pictureOf(image: Buffer): Promise<Picture> {
  const { data, info } = await sharp(image)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}
