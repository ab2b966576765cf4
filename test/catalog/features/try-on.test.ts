import { expect, test } from 'vitest'
import { findFeature } from '../../../catalog/features/features.ts'
import { wornObjects } from '../../../catalog/features/try-on.ts'
import { validateTask } from '../../../catalog/tasks/validate-task.ts'
import { BODIES } from '../tasks/bodies.ts'

function valid(name: string, change: object) {
  return validateTask(findFeature(name)!, 'effect', { ...BODIES[name], ...change })
}
function refusal(name: string, change: object): string {
  try {
    valid(name, change)
  } catch (error) {
    expect(error).toMatchObject({ code: 'InvalidParameters' })
    return (error as Error).message
  }
  return expect.unreachable('it was accepted')
}

test('a try-on finds the file of each name by URL, id or index, and refuses other names', () => {
  const task = valid('2d-vto/earring', {
    ref_file_urls: ['https://example.com/1', 'https://example.com/2', 'https://example.com/3'],
    refmsk_file_urls: ['https://example.com/m', 'https://example.com/n'],
    object_infos: [
      { name: 'https://example.com/2', mask_name: 'https://example.com/m' },
      { name: 'https://example.com/1' },
      {
        name: '2',
        mask_name: '1',
        parameter: { earring_anchor_point: [[1, 2]], earring_scale: 2 },
      },
    ],
  })
  const standard = {
    earring_need_remove_background: true,
    earring_occluded_type: 0,
    earring_shadow_intensity: 0.15,
    earring_ambient_light_intensity: 1,
  }
  expect(wornObjects(task.parameters)).toEqual([
    { ref: 1, refmsk: 0, parameter: standard },
    { ref: 0, parameter: standard },
    {
      ref: 2,
      refmsk: 1,
      parameter: { ...standard, earring_anchor_point: [[1, 2]], earring_scale: 2 },
    },
  ])
  expect(JSON.stringify(task.parameters)).not.toContain('example.com')
  for (const name of ['ring.jpg', '3', '-1', ' 1', '1 ', '01', '1.0', 'https://example.com/4']) {
    expect(refusal('2d-vto/earring', { object_infos: [{ name }] })).toBe(
      'object_infos[0].name names no file of this request.',
    )
  }
})

test('a try-on finds its source and the mask of that by name, and refuses other names', () => {
  const [name, mask] = ['https://example.com/src.jpg', 'https://example.com/mask.png']
  const both = { srcmsk_file_url: mask, source_info: { name, mask_name: mask } }
  expect(valid('2d-vto/bracelet', both).parameters['source_info']).toEqual({
    name: '0',
    mask_name: '0',
  })
  expect(refusal('2d-vto/bracelet', { source_info: { name: mask } })).toBe(
    'source_info.name names no file of this request.',
  )
  for (const change of [{}, { srcmsk_file_url: 'https://example.com/other.png' }]) {
    expect(refusal('2d-vto/bracelet', { source_info: { name, mask_name: mask }, ...change })).toBe(
      'source_info.mask_name names no file of this request.',
    )
  }
  const masked = { object_infos: [{ name: 'https://example.com/ref.jpg', mask_name: mask }] }
  expect(refusal('2d-vto/necklace', masked)).toBe(
    'object_infos[0].mask_name names no file of this request.',
  )
})
