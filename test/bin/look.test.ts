import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { lookAtFile } from '../../bin/pictures/look-at-file.ts'
import { countLooks } from '../../bin/pictures/look-at-files.ts'
import { parseRecipe } from '../../catalog/recipe/judge/parse-recipe.ts'
import type { Engine } from '../../engine/perform.ts'
import { warmEngine } from '../engine/warm-engine.ts'
import { emptyRoomPicture, twoPeoplePicture } from '../stack/test-pictures.ts'

let engine: Engine
beforeAll(() => {
  engine = warmEngine()
})
afterAll(() => engine?.close())

const STEP = { feature: 'body-reshape', target: 'usable', parameters: { features: { slim: -30 } } }
const recipe = parseRecipe({ steps: [STEP], onRefusal: 'original' })

function fileOf(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-look-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'photo.png')
  writeFileSync(path, bytes)
  return path
}

test('says of each file whom the recipe would work on, or why it is refused, and counts', async () => {
  const people = await lookAtFile(fileOf((await twoPeoplePicture()).png), recipe, engine)
  expect(people).toMatchObject({
    outcome: 'done',
    words: 'body-reshape on the largest of 2 usable of 2',
  })
  const nobody = await lookAtFile(fileOf((await emptyRoomPicture()).png), recipe, engine)
  expect(nobody).toMatchObject({
    outcome: 'refused',
    step: 0,
    words: expect.stringMatching(/^Nobody/),
  })
  expect(countLooks([people, nobody], recipe)).toBe(
    '1 of 2 would be done, 1 would be refused and come back as they are.',
  )
})

test('what lies elsewhere, and videos, are not judged', async () => {
  const fixed = { object: 'inputs/background.jpg' }
  const video = parseRecipe({ steps: [{ feature: 'bg-replace-vid', inputs: { ref: fixed } }] })
  expect(await lookAtFile('film.mp4', video, engine)).toMatchObject({ outcome: 'unknown' })
  const swap = parseRecipe({
    steps: [{ feature: 'hair-transfer', inputs: { ref: { object: 'inputs/hair.jpg' } } }],
  })
  expect(await lookAtFile('photo.png', swap, engine)).toMatchObject({ outcome: 'unknown' })
})
