import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openapiDocument } from '../../../../functions/service/api/routes/openapi-document.ts'
import { ROUTES } from '../../../../functions/service/api/routes/routes.ts'
import { PROJECT_ROOT } from '../../../../lib/project-root.ts'

test('the published OpenAPI document is the one that is served (to write it anew: npm run docs)', async () => {
  const document = `${JSON.stringify(openapiDocument(ROUTES), null, 2)}\n`
  await expect(document).toMatchFileSnapshot(join(PROJECT_ROOT, 'docs', 'openapi.json'))
})
