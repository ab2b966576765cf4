import { describe, expect, test } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import { poseCorrections, requirePose } from '../../../engine/face/pose-rule.ts'
import type { HeadPose } from '../../../engine/vision/faces/face.ts'
import { headPose } from '../../../engine/vision/faces/head-pose.ts'
import { drawFace } from '../face/draw-face.ts'
import { faceIn } from '../face/face-in.ts'

const FRONTAL: HeadPose = { pitch: 0, yaw: 0, roll: 0 }
const LIMITS = { yaw: 10, pitch: 15, roll: 10 }

describe('a pose beyond the limits', () => {
  test.each([
    [
      { yaw: 12 },
      /own left, the right of the picture, by 12° \(yaw\).*own right.*by 2° at least, better by 12°/,
    ],
    [
      { yaw: -11 },
      /own right, the left of the picture, by 11° .*own left.*by 1° at least, better by 11°/,
    ],
    [{ pitch: 18 }, /raised, by 18° .*Lower the chin by 3° at least/],
    [{ pitch: -18 }, /lowered, by 18° .*Raise the chin by 3° at least/],
    [{ roll: 13 }, /own left shoulder, clockwise.*anticlockwise.*own right shoulder, by 3°/],
    [{ roll: -13 }, /own right shoulder, anticlockwise.*clockwise.*own left shoulder, by 3°/],
  ] as const)('%o is refused with how far and which way to turn', (pose, message) => {
    const act = () => requirePose({ ...FRONTAL, ...pose }, LIMITS, { role: 'ref' })
    expect(act).toThrow(message)
    expect(act).toThrow(expect.objectContaining({ condition: 'turned-face', role: 'ref' }))
  })

  test('of several angles names them all', () => {
    const pose = { pitch: -20, yaw: 30, roll: 0 }
    expect(poseCorrections(pose, LIMITS)).toEqual([
      { angle: 'yaw', degrees: 30, limit: 10, turn: 'to their right', least: 20 },
      { angle: 'pitch', degrees: 20, limit: 15, turn: 'up', least: 5 },
    ])
    expect(() => requirePose(pose, LIMITS)).toThrow(/\(yaw\).*\(pitch\)/)
  })

  test('is told to a tenth of a degree, upwards', () => {
    const refuse = (roll: number) => () => requirePose({ ...FRONTAL, roll }, LIMITS)
    expect(refuse(10.07)).toThrow('by 10.1° (roll); at most 10° are allowed')
    expect(refuse(-10.001)).toThrow('by 10.1° (roll)')
    expect(refuse(12.5)).toThrow('by 12.5° (roll)')
  })

  test('never reads as within them', () => {
    expect(poseCorrections({ ...FRONTAL, yaw: 10.2 }, LIMITS)).toMatchObject([
      { degrees: 11, least: 1 },
    ])
  })
})

test('following the advice is enough, and an angle that has no limit is free', () => {
  for (const yaw of [-40, -10.4, 11, 27.5]) {
    const [correction] = poseCorrections({ ...FRONTAL, yaw }, LIMITS)
    const back = correction!.turn === 'to their right' ? -correction!.least : correction!.least
    expect(poseCorrections({ ...FRONTAL, yaw: yaw + back }, LIMITS)).toEqual([])
  }
  expect(poseCorrections({ pitch: 80, yaw: 0, roll: 80 }, { yaw: 10 })).toEqual([])
})

test('a limit itself is allowed, unless the angle has to be under it', () => {
  const pose = { ...FRONTAL, yaw: 10 }
  expect(poseCorrections(pose, LIMITS)).toEqual([])
  expect(poseCorrections(pose, LIMITS, { under: true })).toMatchObject([{ least: 1 }])
  expect(() => requirePose(pose, LIMITS, { under: true })).toThrow(Fault)
})

test('the sides are those of a drawn head that is tilted', async () => {
  const { picture } = await drawFace({ tilt: 14 })
  const { landmarks } = await faceIn(picture)
  const [correction] = poseCorrections(headPose(landmarks), { roll: 10 })
  // Drawn clockwise: the crown lies to the right of the chin, which is the person's left.
  expect(landmarks[10]!.x).toBeGreaterThan(landmarks[152]!.x)
  expect(correction).toMatchObject({ angle: 'roll', turn: 'towards their right shoulder' })
})
