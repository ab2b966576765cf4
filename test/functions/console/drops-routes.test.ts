import { expect, test } from 'vitest'
import { DROPS_ROUTES } from '../../../functions/console/routes/drops-routes.ts'
import { scripted } from '../operate/scripted.ts'

const RECIPE = {
  steps: [
    {
      feature: 'obj-replace',
      parameters: { prompt: 'remove' },
      inputs: { msk: { companion: '{stem}.mask.png' } },
    },
  ],
}

test('dropped files are told with their jobs, but no companion has one', async () => {
  const s3 = scripted({
    GetObject: () => ({ Body: { transformToString: async () => JSON.stringify(RECIPE) } }),
    HeadObject: ({ Key }: { Key: string }) => ({ VersionId: `v-${Key}`, ETag: '"e"' }),
  })
  const db = scripted({ Get: () => ({}) })
  const drops = { s3: s3.client, db: db.client, at: { dropBucket: 'drop', jobsTable: 'jobs' } }
  const { handle } = DROPS_ROUTES.find(({ path }) => path === '/drops/jobs')!
  const body = { recipe: 'masked', names: ['a.jpg', 'a.mask.png'] }
  const answer = await handle({ body, query: {}, at: {} } as never, { drops } as never)
  expect(answer).toEqual({
    json: { dropped: [{ name: 'a.jpg', job: expect.any(String) }, { name: 'a.mask.png' }] },
  })
})
