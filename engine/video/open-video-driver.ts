import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { ffmpegDriver } from './ffmpeg-driver.ts'
import { nativePackage } from './libav/native.ts'
import { libavDriver } from './libav-driver.ts'
import type { VideoDriver } from './video-driver.ts'

/** Where an ffmpeg is looked for: the variable names the program, or its folder. */
export type DriverSettings = { DARKROOM_FFMPEG?: string | undefined; PATH?: string | undefined }

/**
 * Who decodes and encodes videos on this machine: the ffmpeg that `DARKROOM_FFMPEG` names, one on the PATH, or libav
 * from npm. ffprobe is expected beside ffmpeg.
 * @throws Error where `DARKROOM_FFMPEG` names none; undefined where there is none at all
 */
export function openVideoDriver(settings: DriverSettings = environment()): VideoDriver | undefined {
  const named = settings.DARKROOM_FFMPEG
  if (named) {
    const found = programsIn(named) ?? programsIn(dirname(named))
    if (!found) throw new Error(`DARKROOM_FFMPEG is ${named}, where ffmpeg and ffprobe are not.`)
    return found
  }
  for (const folder of (settings.PATH ?? '').split(delimiter)) {
    const found = folder !== '' && programsIn(folder)
    if (found) return found
  }
  return hasLibav() ? libavDriver() : undefined
}

function environment(): DriverSettings {
  const { DARKROOM_FFMPEG, PATH } = process.env
  return { DARKROOM_FFMPEG, PATH }
}

function programsIn(folder: string): VideoDriver | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const [ffmpeg, ffprobe] = ['ffmpeg', 'ffprobe'].map((name) => join(folder, name + suffix))
  return ffmpeg && ffprobe && isProgram(ffmpeg) && isProgram(ffprobe)
    ? ffmpegDriver(ffmpeg, ffprobe)
    : undefined
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return existsSync(path)
  } catch {
    return false
  }
}

function hasLibav(): boolean {
  try {
    createRequire(import.meta.url).resolve(`${nativePackage()}/node-av.node`)
    return true
  } catch {
    return false
  }
}
