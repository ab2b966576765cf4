import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jobEventSchema } from '../../../catalog/jobs/job-event.ts'
import { receiptSchema } from '../../../catalog/jobs/receipt.ts'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'

test.each([
  ['job-event.schema.json', jobEventSchema],
  ['receipt.schema.json', receiptSchema],
])('docs/%s is the schema that is used (to write it anew: npm run docs)', async (name, make) => {
  const published = join(PROJECT_ROOT, 'docs', name)
  await expect(`${JSON.stringify(make(), null, 2)}\n`).toMatchFileSnapshot(published)
})
