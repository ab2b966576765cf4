import { GetBucketLifecycleConfigurationCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { checkPreviews } from '../../../../functions/operate/doctor/check-previews.ts'
import { mockSite, siteWith } from './site.ts'

const { s3 } = mockSite()

test('previews are looked after where there is a console, in a bucket that the pipeline did not make', async () => {
  s3.on(GetBucketLifecycleConfigurationCommand).resolves({ Rules: [] })
  const consoleOrigin = 'https://console.example'
  const made = { consoleOrigin, buckets: async () => ['results'] }
  for (const account of [null, {}, made]) {
    expect(await checkPreviews(siteWith({}, account))).toEqual([])
  }
  expect(s3.commandCalls(GetBucketLifecycleConfigurationCommand)).toHaveLength(0)
  expect(await checkPreviews(siteWith({}, { consoleOrigin }))).toMatchObject([
    {
      level: 'warning',
      says: 'results keeps the console’s small pictures below previews/ for ever.',
    },
  ])
  const [{ args }] = s3.commandCalls(GetBucketLifecycleConfigurationCommand) as never as [
    { args: { input: object }[] },
  ]
  expect(args[0]!.input).toEqual({ Bucket: 'results', ExpectedBucketOwner: '111122223333' })
})
