import { describe, expect, it } from 'vitest'
import { readOptions } from '../../../web/camera/options/read-options.ts'
import { readThresholds, THRESHOLDS } from '../../../web/camera/options/thresholds.ts'
import type { CameraOptions, QualityThresholds } from '../../../web/camera/public-types.ts'

const WIDE = { width: 1280, height: 800, screenWidth: 1280, screenHeight: 800 }
const PHONE = { width: 390, height: 700, screenWidth: 390, screenHeight: 844 }

describe('the arguments of init', () => {
  it('have the defaults of the specification', () => {
    expect(readOptions({}, WIDE)).toMatchObject({
      mode: 'skincare',
      width: 360,
      height: 480,
      language: 'enu',
      imageFormat: 'base64',
      checkResolution: true,
      flipButton: true,
      countingDuration: 800,
      video: { width: 1280, height: 720 },
    })
    expect(readOptions({}, PHONE)).toMatchObject({ width: 390, height: 700 })
    expect(readOptions({ faceDetectionMode: 'hdskincare' }, WIDE).video.width).toBe(2560)
  })

  it.each([
    [{ faceDetectionMode: 'eyes' }, 'faceDetectionMode'],
    [{ width: 299 }, 'width'],
    [{ height: 1921 }, 'height'],
    [{ language: 'en' }, 'language'],
    [{ imageFormat: 'png' }, 'imageFormat'],
    [{ countingDuration: -1 }, 'countingDuration'],
    [{ qualityLevel: 'lax' }, 'qualityLevel'],
    [{ videoQuality: '4k' }, 'videoQuality'],
    [{ hideFlipCameraButton: 'yes' }, 'hideFlipCameraButton'],
    [{ apiKey: 'secret' }, 'apiKey'],
  ])('are refused by name: %j', (given, name) => {
    expect(() => readOptions(given as CameraOptions, WIDE)).toThrow(name)
  })

  it('choose the video quality in the modes of skin only', () => {
    const videoQuality = '1080p'
    expect(readOptions({ videoQuality }, WIDE).video.height).toBe(1080)
    const makeup = readOptions({ videoQuality, faceDetectionMode: 'makeup' }, WIDE)
    expect(makeup.video.height).toBe(720)
  })
})

describe('the thresholds', () => {
  const names = Object.keys(THRESHOLDS) as (keyof QualityThresholds)[]

  it.each(['strict', 'moderate', 'relaxed'] as const)('of the preset %s are in range', (level) => {
    expect(readThresholds(level, readThresholds(level))).toEqual(readThresholds(level))
  })

  it.each(names)('%s is refused out of its range, with its name', (name) => {
    const [least, most] = THRESHOLDS[name].range
    for (const value of [least - 0.01, most + 0.01, Number.NaN, '0.6']) {
      expect(() => readThresholds('relaxed', { [name]: value })).toThrow(`qualityOverrides.${name}`)
    }
  })

  it('replace those of the preset, one by one', () => {
    const read = readThresholds('moderate', { yaw_upper_threshold: 3 })
    expect(read).toEqual({ ...readThresholds('moderate'), yaw_upper_threshold: 3 })
  })

  it('are refused where none could be met, and where they are unknown', () => {
    expect(() =>
      readThresholds('relaxed', { pitch_lower_threshold: 10, pitch_upper_threshold: 0 }),
    ).toThrow('pitch_lower_threshold')
    expect(() => readThresholds('relaxed', { smile: 1 })).toThrow('qualityOverrides.smile')
  })
})
