import { describe, expect, it } from 'vitest'
import type { FaceLandmark } from '../../../../engine/vision/faces/face.ts'
import { HEAD_POINTS, headPose } from '../../../../engine/vision/faces/head-pose.ts'

/** The mean head rotated (chin up, then to its left, then clockwise), scaled and moved. */
function turned(pitch: number, yaw: number, roll: number): FaceLandmark[] {
  const landmarks: FaceLandmark[] = []
  const [p, w, r] = [pitch, yaw, roll].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ]
  for (const [at, [x, y, z]] of HEAD_POINTS) {
    const nodded = { x, y: y * Math.cos(p) + z * Math.sin(p), z: z * Math.cos(p) - y * Math.sin(p) }
    const shaken = {
      x: nodded.x * Math.cos(w) - nodded.z * Math.sin(w),
      y: nodded.y,
      z: nodded.z * Math.cos(w) + nodded.x * Math.sin(w),
    }
    landmarks[at] = {
      x: 300 + 90 * (shaken.x * Math.cos(r) - shaken.y * Math.sin(r)),
      y: 200 + 90 * (shaken.x * Math.sin(r) + shaken.y * Math.cos(r)),
      z: 90 * shaken.z,
    }
  }
  return landmarks
}

describe('headPose', () => {
  it.each([
    [0, 0, 0],
    [20, 0, 0],
    [-15, 0, 0],
    [0, 35, 0],
    [0, -50, 0],
    [0, 0, 170],
    [0, 0, -90],
    [12, -25, 40],
    [-30, 60, -120],
  ])('recovers pitch %i, yaw %i, roll %i', (pitch, yaw, roll) => {
    const pose = headPose(turned(pitch, yaw, roll))
    expect(pose.pitch).toBeCloseTo(pitch, 4)
    expect(pose.yaw).toBeCloseTo(yaw, 4)
    expect(pose.roll).toBeCloseTo(roll, 4)
  })

  it('is positive with the nose up, the nose to the right of the picture, the crown to its right', () => {
    const [nose, crown] = [4, 10]
    const straight = turned(0, 0, 0)
    expect(turned(20, 0, 0)[nose]!.y).toBeLessThan(straight[nose]!.y)
    expect(turned(0, 20, 0)[nose]!.x).toBeGreaterThan(straight[nose]!.x)
    expect(turned(0, 0, 20)[crown]!.x).toBeGreaterThan(straight[crown]!.x)
  })

  it('changes little when single landmarks are off', () => {
    const landmarks = turned(5, -10, 15).map((point, n) => ({
      ...point,
      x: point.x + (n % 3) - 1,
      y: point.y + (n % 2) - 0.5,
    }))
    const pose = headPose(landmarks)
    expect(Math.abs(pose.pitch - 5)).toBeLessThan(1.5)
    expect(Math.abs(pose.yaw + 10)).toBeLessThan(1.5)
    expect(Math.abs(pose.roll - 15)).toBeLessThan(1.5)
  })
})
