import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { findFeature } from '../../../catalog/features/features.ts'
import { PERFORMED_FEATURES } from '../../../catalog/features/performed-features.ts'
import { readPrompt } from '../../../catalog/object-prompt/read-prompt.ts'
import { EFFECTS } from '../../../engine/effects/effects.ts'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'
import { BENCH_CASES } from '../../bench/bench-cases.ts'
import { SHEET_PLANS } from '../../contact-sheet/sheet-plans.ts'

async function foldersIn(...path: string[]): Promise<string[]> {
  const entries = await readdir(join(PROJECT_ROOT, ...path), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

describe('the list of effects', () => {
  const listed = Object.keys(EFFECTS).toSorted()
  const folders = listed.map((name) => name.replace('/', '-'))

  it('names every folder of engine/effects, each of which declares its performer in performer.ts', async () => {
    expect((await foldersIn('engine', 'effects')).toSorted()).toEqual(folders)
    for (const name of listed) {
      const folder = name.replace('/', '-')
      const file = join(PROJECT_ROOT, 'engine', 'effects', folder, 'performer.ts')
      expect(existsSync(file), file).toBe(true)
      expect(Object.values(await import(file))).toEqual([EFFECTS[name]])
    }
  })

  it('has a folder of tests for every effect', async () => {
    expect((await foldersIn('test', 'engine', 'effects')).toSorted()).toEqual(folders)
  })

  it('is what the catalogue says is performed', () => {
    expect([...PERFORMED_FEATURES].toSorted()).toEqual(listed)
  })

  it.each(listed)('%s is a feature of the catalogue with the same stages', (name) => {
    const feature = findFeature(name)
    expect(feature).toBeDefined()
    expect(EFFECTS[name]!['pre-process'] !== undefined).toBe(feature!.preProcess !== undefined)
  })
})

it('has a contact sheet and bench cases for every effect', () => {
  const performed = Object.keys(EFFECTS).toSorted()
  expect(Object.keys(SHEET_PLANS).toSorted()).toEqual(performed)
  expect(Object.keys(BENCH_CASES).toSorted()).toEqual(performed)
})

describe.each(Object.keys(EFFECTS))('%s', (name) => {
  const [sheet, bench] = [SHEET_PLANS[name]!, BENCH_CASES[name]!]
  const { parameters, defaults, files } = findFeature(name)!
  const isValid = (params: object) => z.safeParse(parameters, { ...defaults, ...params }).success

  it('shows at least one drawn picture on its contact sheet', () => {
    const pictures =
      sheet.kind === 'prompts' ? sheet.things.map(({ picture }) => picture) : sheet.pictures
    expect(pictures.filter((picture) => picture.startsWith('drawn'))).not.toEqual([])
    if (sheet.kind === 'strengths') expect(sheet.tasks?.every(isValid) ?? true).toBe(true)
    if (sheet.kind === 'prompts') {
      const prompts = sheet.things.flatMap((thing) => thing.prompts.flat())
      expect(prompts.filter((prompt) => !readPrompt(prompt))).toEqual([])
    }
    if (sheet.kind === 'pairs') expect(isValid(sheet.parameters)).toBe(true)
  })

  it('has bench cases that the catalogue accepts and that are told apart', () => {
    expect(bench.length).toBeGreaterThan(0)
    for (const { params, references = 0 } of bench) {
      expect(isValid(params), JSON.stringify(params)).toBe(true)
      expect(references).toBeLessThanOrEqual(files.ref ? (files.ref.maxCount ?? 1) : 0)
    }
    const titles = bench.map(({ label, on }) => `${label} ${on}`)
    expect(new Set(titles).size).toBe(titles.length)
  })
})
