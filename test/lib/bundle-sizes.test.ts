import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { bundleFunction } from '../bench/bundle-function.ts'

/** Bytes; every cold start reads them. The workers carry the engine and have bounds of their own. */
const MOST = 600 * 1024
const small = globSync('functions/*/*/handler.ts', { cwd: PROJECT_ROOT }).filter(
  (entry) => !/run-task|work-segments|pipeline.prepare|show-picture/.test(entry),
)

test.each(small)(
  '%s is deployed in 600 KB or less, and loads no more than it uses',
  async (entry) => {
    const bundle = await bundleFunction(entry)
    const { length } = bundle
    expect(length).toBeGreaterThan(10_000)
    expect(length).toBeLessThanOrEqual(MOST)
    const text = Buffer.from(bundle).toString()
    expect(text).not.toMatch(/from"(?:(?:node:)?http|sharp|@litertjs.*?|@mediapipe.*?)"/)
    // Networks that users bring run in the workers alone.
    expect(text).not.toMatch(/onnxruntime|InferenceSession|@litertjs/)
  },
)
