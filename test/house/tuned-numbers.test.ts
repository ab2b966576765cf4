import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/** Files that are tables of data, where a number is a place in a drawing or on a face, or the path of a camera. */
const DATA = new Set([
  'engine/effects/cloth-v3/read/top-models.ts',
  'engine/effects/image-to-video/motions.ts',
  'engine/effects/look-vto/eyeshadow-zones.ts',
  'engine/effects/look-vto/soft-zones.ts',
  'engine/models/known-models.ts',
  'engine/vision/faces/head-pose.ts',
])

/** Files that apply a standard or a printed approximation, whose numbers nobody here chose. */
const STANDARDS = new Set([
  'engine/prepare/source/develop-lab.ts',
  'engine/raster/colour/lab.ts',
  'engine/raster/colour/luma.ts',
  'engine/raster/simd/formula-functions.ts',
  'engine/video/tone-map.ts',
  'engine/video/yuv-matrix.ts',
])

/** What mathematics gives: a half, as the middle of a pixel or of a share, and a guard against dividing by zero. */
const MATHEMATICS = /^(?:0?\.50*|1e-\d+)$/

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** The numbers of a source that are not whole, as they are written; in templates of formulas, too. */
function decimalsOf(source: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each)
      return
    }
    if (!node || typeof node !== 'object') return
    const { type, value, start, end } = node as Node
    if (type === 'Literal' && typeof value === 'number' && !Number.isInteger(value)) {
      found.push(source.slice(start, end))
    }
    if (type === 'TemplateElement') {
      const { raw } = value as { raw: string }
      found.push(...[...raw.matchAll(/(?<![\w.])\d*\.\d+/g)].map(([decimal]) => decimal))
    }
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseAst(source, { lang: 'ts' }).body)
  return found
}

const isTuned = (decimal: string): boolean => !MATHEMATICS.test(decimal)

const tuned = globSync('engine/**/*.ts', { cwd: PROJECT_ROOT })
  .filter((file) => !file.endsWith('/tuning.ts'))
  .flatMap((file) =>
    decimalsOf(readFileSync(join(PROJECT_ROOT, file), 'utf8'))
      .filter(isTuned)
      .map((decimal) => ({ file, decimal })),
  )

test('numbers that were tuned stand in tuning.ts alone', () => {
  const beside = tuned
    .filter(({ file }) => !DATA.has(file) && !STANDARDS.has(file))
    .map(({ file, decimal }) => `${file}: ${decimal}`)
  expect(beside).toEqual([])
})

test('files that are excepted need it', () => {
  const files = new Set(tuned.map(({ file }) => file))
  expect([...DATA, ...STANDARDS].filter((file) => !files.has(file))).toEqual([])
})

test('decimals are found in code and in formulas, and in nothing else', () => {
  const source = ['const a = b > 0.35 ? -1.5 : 2 // 0.7', 'const c = formula("1.5", `x * 0.25`)']
  expect(decimalsOf(source.join('\n'))).toEqual(['0.35', '1.5', '0.25'])
  const others = ['0.35', '1.5', '0.05', '1.0e-3']
  expect(['0.5', '.5', '1e-6', ...others].filter(isTuned)).toEqual(others)
})
