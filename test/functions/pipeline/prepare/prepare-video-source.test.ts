import { expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { prepareVideoSource } from '../../../../functions/pipeline/prepare/prepare-video-source.ts'

const VIDEO = {
  source: { width: 80, height: 40, bytes: 9, rotation: 0, seconds: 10, frames: 300 },
  sent: { width: 40, height: 20, seconds: 5, frames: 150 },
} as const

type Situation = {
  /** What the engine makes of the file, or throws. */
  made?: object | undefined | Error
  parameters?: object
  inputs?: object
  status?: string
}

/** A step on a video, prepared by an engine that writes two bytes where it makes one. */
async function prepared({
  made = VIDEO,
  parameters = {},
  inputs = {},
  status = 'running',
}: Situation) {
  const written: unknown[] = []
  const asked: unknown[] = []
  const at = {
    job: { id: 'job-1', source: { bucket: 'drop', key: 'drop/erase/a.mov' } },
    plan: { steps: [{}] },
    index: 0,
    step: { parameters, inputs },
    feature: {},
  }
  const deps = {
    jobs: { get: async () => ({ status }) },
    lookEvery: 1,
    objects: {
      open: async ({ key }: { key: string }) => (key.includes('gone') ? undefined : { body: key }),
      write: async (...given: unknown[]) => void written.push(given),
    },
    preparedPictures: { bucket: 'results', prefix: 'prepared/' },
    videos: {
      prepare: async (...given: [unknown, unknown, (bytes: string) => Promise<void>]) => {
        asked.push(given.slice(0, 2))
        if (made instanceof Error) throw made
        if (made && 'sent' in made) await given[2]('an mp4')
        // Long enough for a look at the job.
        if (status !== 'running') await new Promise((resolve) => setTimeout(resolve, 20))
        return made && 'sent' in made ? made : undefined
      },
    },
    pictures: {
      prepareMask: async (...given: [string, object, (made: object) => Promise<void>]) => {
        asked.push(given.slice(0, 2))
        await given[2]({ bytes: 'a mask', contentType: 'image/png', ending: '.png' })
      },
    },
  }
  const rule = { maxSeconds: 5 }
  const result = await prepareVideoSource(
    at as never,
    { previous: null, rule } as never,
    deps as never,
  )
  return { result, written, asked }
}

const options = (contentType: string) => ({ contentType, metadata: { 'darkroom-job': 'job-1' } })

test('a video is made to fit beside its job’s other files, and nothing is put back into it', async () => {
  const { result, written, asked } = await prepared({})
  expect(result).toEqual({
    step: 0,
    key: 'prepared/job-1/0.mp4',
    preparation: null,
    restores: false,
    video: VIDEO,
  })
  expect(written).toEqual([
    [{ bucket: 'results', key: 'prepared/job-1/0.mp4' }, 'an mp4', options('video/mp4')],
  ])
  expect(asked).toEqual([['drop/erase/a.mov', { maxSeconds: 5 }]])
})

test('the mask of a frame follows the video', async () => {
  const inputs = { msk: { object: 'files/mask.png' } }
  const { result, written, asked } = await prepared({ inputs, parameters: { frame_idx: 149 } })
  expect(result).toMatchObject({ masks: { msk: 'prepared/job-1/0.msk.png' } })
  expect(written[1]).toEqual([
    { bucket: 'results', key: 'prepared/job-1/0.msk.png' },
    'a mask',
    options('image/png'),
  ])
  expect(asked[1]).toMatchObject([
    'files/mask.png',
    { sent: { width: 40, height: 20, factor: 0.5 } },
  ])
})

test('a video that meets the rule stays as it is', async () => {
  const { result, written } = await prepared({ made: {} })
  expect([result, written]).toEqual([undefined, []])
})

test('a frame that had to be cut off is named', async () => {
  await expect(prepared({ parameters: { frame_idx: 150 } })).rejects.toMatchObject({
    code: 'SourceUnfit',
    message: 'The parameters name a frame after 5 seconds, to which the video had to be cut.',
  })
})

test('what the engine says fails the job in its words, and anything else as it is', async () => {
  await expect(prepared({ made: new Fault('runtime', 'Too slow.') })).rejects.toMatchObject({
    code: 'PreparationStopped',
    message: 'Too slow.',
  })
  await expect(prepared({ made: new TypeError('Broken.') })).rejects.toThrow(
    new TypeError('Broken.'),
  )
})

test('a job that ended meanwhile is prepared no further', async () => {
  await expect(prepared({ status: 'failed' })).rejects.toMatchObject({ code: 'JobAborted' })
})
