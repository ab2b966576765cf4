import { expect, test } from 'vitest'
import type { Nets } from '../../engine/vision/vision.ts'
import { rememberRuns } from './remember-runs.ts'

/** Networks of which each gives the sum of what it is shown, and how often one ran. */
function summing() {
  const ran = { times: 0 }
  const run = async (...inputs: Float32Array[]) => {
    ran.times++
    return inputs.map((tensor) => Float32Array.of(tensor.reduce((sum, value) => sum + value, 0)))
  }
  const one = { run }
  const nets = { faceMesh: one, selfie: one, faceDetection: () => one } as unknown as Nets
  return { ran, nets: rememberRuns(nets) }
}

test('a network runs once for the same tensors, and anew for others, another network or size', async () => {
  const { ran, nets } = summing()
  const tensor = Float32Array.of(1, 2, 3)
  expect(await nets.faceMesh.run(tensor)).toEqual([Float32Array.of(6)])
  expect(await nets.faceMesh.run(tensor.slice())).toEqual([Float32Array.of(6)])
  expect(ran.times).toBe(1)
  // Only the part of the memory that the tensor is.
  expect(await nets.faceMesh.run(tensor.subarray(1))).toEqual([Float32Array.of(5)])
  await nets.selfie.run(tensor)
  for (const width of [64, 96, 64]) await nets.faceDetection({ width, height: 64 }).run(tensor)
  expect(ran.times).toBe(5)
})

test('what a test writes into an answer is not given to the next one', async () => {
  const { nets } = summing()
  const [first] = await nets.selfie.run(Float32Array.of(1))
  first!.fill(9)
  expect(await nets.selfie.run(Float32Array.of(1))).toEqual([Float32Array.of(1)])
})
