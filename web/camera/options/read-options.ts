import type { Size } from '../../../engine/geometry/size.ts'
import { MODES } from '../modes/modes.ts'
import type {
  CameraLanguage,
  CameraMode,
  CameraOptions,
  QualityThresholds,
} from '../public-types.ts'
import { readThresholds } from './thresholds.ts'

/** The options of an opening, complete and checked. */
export type ReadOptions = {
  mode: CameraMode
  width: number
  height: number
  language: CameraLanguage
  imageFormat: 'base64' | 'blob'
  checkResolution: boolean
  flipButton: boolean
  countingDuration: number
  thresholds: QualityThresholds
  /** What is asked of the camera, pixels in landscape. */
  video: Size
}

/** The page's window and screen, CSS pixels. */
export type Viewport = { width: number; screenWidth: number; height: number; screenHeight: number }

export const LANGUAGES: readonly CameraLanguage[] = [
  'chs',
  'cht',
  'deu',
  'enu',
  'esp',
  'fra',
  'jpn',
  'kor',
  'ptb',
  'ita',
  'mon',
]

const VIDEO = {
  '720p': { width: 1280, height: 720 },
  '1080p': { width: 1920, height: 1080 },
  '1920p': { width: 2560, height: 1920 },
} as const

/** The window's width from which the module has its own size instead of the screen's. */
const WIDE = 500
const SIDE = { least: 300, most: 1920 } as const

/** Longer than anybody holds still; it keeps a mistaken unit from looking like a module that hangs. */
const LONGEST_COUNT = 60_000

const KNOWN = new Set<string>([
  'faceDetectionMode',
  'width',
  'height',
  'language',
  'imageFormat',
  'disableCameraResolutionCheck',
  'hideFlipCameraButton',
  'countingDuration',
  'qualityLevel',
  'qualityOverrides',
  'videoQuality',
])

/**
 * Reads what a page gives to `init`.
 * @throws Error that names the option, for one that is unknown or out of its range
 */
export function readOptions(options: CameraOptions, viewport: Viewport): ReadOptions {
  const unknown = Object.keys(options).find((name) => !KNOWN.has(name))
  if (unknown !== undefined) throw new Error(`init knows no option ${unknown}.`)
  const wide = viewport.width >= WIDE
  const given = (side: 'width' | 'height', otherwise: number) =>
    options[side] === undefined
      ? Math.min(SIDE.most, Math.max(SIDE.least, otherwise))
      : inRange(side, options[side], SIDE.least, SIDE.most)
  const mode = oneOf(
    'faceDetectionMode',
    options.faceDetectionMode ?? 'skincare',
    Object.keys(MODES) as CameraMode[],
  )
  const quality = oneOf(
    'videoQuality',
    options.videoQuality ?? (mode === 'hdskincare' ? '1920p' : '720p'),
    ['720p', '1080p', '1920p'] as const,
  )
  return {
    mode,
    width: given('width', wide ? 360 : viewport.screenWidth),
    height: given('height', wide ? 480 : Math.min(viewport.height, viewport.screenHeight)),
    language: oneOf('language', options.language ?? 'enu', LANGUAGES),
    imageFormat: oneOf('imageFormat', options.imageFormat ?? 'base64', ['base64', 'blob'] as const),
    checkResolution: !flag(
      'disableCameraResolutionCheck',
      options.disableCameraResolutionCheck ?? false,
    ),
    flipButton: !flag('hideFlipCameraButton', options.hideFlipCameraButton ?? false),
    countingDuration: inRange(
      'countingDuration',
      options.countingDuration ?? 800,
      0,
      LONGEST_COUNT,
    ),
    thresholds: readThresholds(
      oneOf('qualityLevel', options.qualityLevel ?? 'relaxed', [
        'relaxed',
        'moderate',
        'strict',
      ] as const),
      options.qualityOverrides,
    ),
    video: VIDEO[MODES[mode].takesQuality ? quality : '720p'],
  }
}

function oneOf<const Value extends string>(
  name: string,
  value: string,
  values: readonly Value[],
): Value {
  const found = values.find((one) => one === value)
  if (found === undefined) throw new Error(`${name} must be one of ${values.join(', ')}.`)
  return found
}

function inRange(name: string, value: number, least: number, most: number): number {
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw new Error(`${name} must be a number from ${least} to ${most}; it is ${String(value)}.`)
}

function flag(name: string, value: boolean): boolean {
  if (typeof value === 'boolean') return value
  throw new Error(`${name} must be true or false.`)
}
