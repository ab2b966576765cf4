import { expect, test } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import { smallFace } from '../../../engine/face/small-face.ts'
import { detectionTask } from '../../../engine/performers/detection-task.ts'
import type { EffectTask } from '../../../engine/performers/performer.ts'

const task = { checkpoint: async () => undefined } as unknown as EffectTask
const box = (left: number) => ({ box: { left, top: 0, width: 10, height: 10 } })
const found = async () => ({ picture: {} as never, found: [box(0), box(20), box(40)] })

test('each box says whether the effect accepts who is in it, or why not', async () => {
  const detect = detectionTask('skin-simulation', found, ({ box: { left } }) => {
    if (left === 20) throw smallFace({ pixels: 80, share: 0.2 }, { share: 0.6 })
    if (left === 40) throw new Fault('turned-face', 'The head is turned.')
  })
  expect((await detect(task)).results['result']).toEqual([
    { ...box(0).box, usable: true },
    {
      ...box(20).box,
      usable: {
        code: 'error_src_face_too_small',
        condition: 'small-face',
        message:
          'The face is 80 pixels wide, 20 % of the picture’s width; at least 60 % are needed.',
      },
    },
    { ...box(40).box, usable: expect.objectContaining({ condition: 'turned-face' }) },
  ])
})

test('what was stopped, or is a fault of ours, says nothing about anybody', async () => {
  const stopped = detectionTask('face-lift', found, () => {
    throw new Fault('runtime', 'Stopped.')
  })
  await expect(stopped(task)).rejects.toThrow('Stopped.')
  const broken = detectionTask('face-lift', found, () => {
    throw new TypeError('Ours.')
  })
  await expect(broken(task)).rejects.toThrow('Ours.')
})
