import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { FEATURES } from '../../../catalog/features/features.ts'
import { LOOK_VTO_TEMPLATES } from '../../../catalog/templates/look-vto.ts'
import { templateId } from '../../../catalog/templates/template.ts'

describe.each(FEATURES.filter(({ templates }) => templates))('templates of $name', (feature) => {
  const templates = feature.templates!

  test('have unique ids that are valid in a path', () => {
    const ids = templates.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z0-9_]{1,64}$/)
  })

  test('have plain titles and a palette', () => {
    for (const { title, category_name, palette } of templates) {
      expect(`${title} ${category_name}`).toMatch(/^[\w -]+$/)
      expect(palette.length).toBeGreaterThanOrEqual(2)
      for (const colour of palette) expect(colour).toMatch(/^[0-9a-f]{6}$/)
    }
  })

  test('have only the fields of their feature', () => {
    for (const { keep_users_color, mode } of templates) {
      expect(keep_users_color !== undefined).toBe(feature.name === 'hair-transfer')
      expect(mode !== undefined).toBe(feature.name === 'image-to-video')
    }
  })
})

test('the id of a template has 1 to 64 characters', () => {
  const isId = (length: number) => z.safeParse(templateId, 'a'.repeat(length)).success
  expect([0, 1, 64, 65].map(isId)).toEqual([false, true, true, false])
})

test.each([
  // Lips, lid, blush and crease.
  ['evening_plum', ['5f1f3c', '6b4658', 'b0687a', '54303f']],
  // Lips, wash, blush and crease, as it has no lid.
  ['evening_noir', ['6e1420', 'b49c8c', 'b87868', '6a5248']],
  // Without blush and crease its liner and lashes are shown.
  ['editorial_ink', ['c08a7c', 'd8c0ac', '08080a', '14100f']],
  ['office_taupe', ['b07a6c', 'a89684', 'c58f80', '14100f']],
])('the look %s is shown by its first pigments', (id, palette) => {
  expect(LOOK_VTO_TEMPLATES.find((look) => look.id === id)?.palette).toEqual(palette)
})
