import { expect, test } from 'vitest'
import { JOBS_ROUTES } from '../../../functions/console/routes/jobs-routes.ts'
import { linkToJobFile, objectOf } from '../../../functions/console/routes/link-to-job-file.ts'

const results = ['out/job-1/a.PNG', 'out/job-1/b.exe'].map((key) => ({ bucket: 'r', key }))
const job = {
  id: 'job-1',
  status: 'succeeded',
  source: { bucket: 'drop', key: 'drop/slim/a.mov', version: 'v' },
  results,
} as never

function found(which: string, changes: object = {}) {
  return objectOf({ ...(job as object), ...changes } as never, which, 'results')
}

test('the source, each result and the receipt lie where the job says', () => {
  expect(found('source')).toEqual({ bucket: 'drop', key: 'drop/slim/a.mov', version: 'v' })
  expect([found('result-0'), found('result-1')]).toEqual(results)
  const receipt = { bucket: 'results', key: 'out/job-1/receipt.json' }
  expect([found('receipt'), found('receipt', { status: 'failed' })]).toEqual([receipt, receipt])
  const none = found('receipt', { results: undefined, status: 'failed' })
  expect(none.key).toBe('results/job-1/receipt.json')
})

test.each([
  ['receipt', { status: 'running' }, 'NotFound'],
  ['receipt', { status: 'parked' }, 'NotFound'],
  ['result-2', {}, 'NotFound'],
  ['result-0', { results: undefined }, 'NotFound'],
  ['result-1000', {}, 'InvalidParameters'],
  ['xresult-0', {}, 'InvalidParameters'],
  ['result-0x', {}, 'InvalidParameters'],
])('%s of %j is refused: %s', (which, changes, code) => {
  expect(() => found(which, changes)).toThrow(expect.objectContaining({ code }))
})

test('a link says what a browser may take a file for', async () => {
  const asked: unknown[] = []
  const linkTo = async (_: unknown, how: object) => {
    asked.push(how)
    return 'link'
  }
  const deps = { linkTo, pipeline: { at: { resultsBucket: 'results' } } } as never
  for (const which of ['source', 'result-0', 'result-1', 'receipt'])
    expect(await linkToJobFile(job, which, which === 'source', deps)).toBe('link')
  expect(asked).toEqual([
    { contentType: 'video/quicktime', fileName: 'a.mov', isDownload: true },
    { contentType: 'image/png', fileName: expect.stringContaining('a'), isDownload: false },
    {
      contentType: 'application/octet-stream',
      fileName: expect.stringContaining('b'),
      isDownload: false,
    },
    { contentType: 'application/json', fileName: 'receipt.json', isDownload: false },
  ])
})

test('a file is downloaded where that is asked for, and else shown', async () => {
  const { handle } = JOBS_ROUTES.find(({ path }) => path === '/files/{job}/{which}')!
  const id = `job-${'0'.repeat(40)}`
  const downloads: unknown[] = []
  const deps = {
    linkTo: async (_: unknown, how: { isDownload: boolean }) => {
      downloads.push(how.isDownload)
      return 'link'
    },
    pipeline: {
      at: { resultsBucket: 'results', jobsTable: 'jobs' },
      db: { send: async () => ({ Item: { ...(job as object), id } }) },
    },
  }
  for (const as of ['download', 'shown', undefined]) {
    const call = { at: { job: id, which: 'source' }, query: { as } }
    expect(await handle(call as never, deps as never)).toEqual({ redirect: 'link' })
  }
  expect(downloads).toEqual([true, false, false])
})
