import { beforeAll, describe, expect, test } from 'vitest'
import { portraitJpeg } from '../../hostile/portrait.ts'
import { isEveryCaseTried, sampled } from '../../setup/sampled.ts'
import type { Ask } from '../ask.ts'
import { pathOf } from '../refusal-messages.ts'
import { sharedService } from '../shared-service.ts'
import type { Service } from '../start-service.ts'

let service: Service
let ask: Ask
/** Uploads a face that fills most of its picture. */
let src_file_id: string

beforeAll(async () => {
  service = await sharedService('at work')
  ask = service.ask
  const bytes = await portraitJpeg({ width: 600, height: 720, scale: 5.85 })
  const file = { content_type: 'image/jpeg', file_name: 'a.jpg', file_size: bytes.length }
  const { body } = await ask('POST', '/s2s/v2.0/file', { body: { files: [file] } })
  const { file_id, requests } = body.data!.files[0]!
  const { method, url, headers } = requests[0]!
  expect((await fetch(url, { method, headers, body: new Uint8Array(bytes) })).status).toBe(200)
  src_file_id = file_id
})

/** The results of a task that must succeed. */
async function resultsOf(path: string, body: object) {
  const created = await ask('POST', path, { body: { src_file_id, ...body } })
  const { data } = (await service.ended(path, created.body.data!.task_id)).body
  expect(data).toMatchObject({ task_status: 'success', error: null })
  return data!.results!
}

const number = expect.any(Number)
const url = expect.stringMatching(/^http.*X-Amz-Expires=7200/)

describe('a detection responds', () => {
  const boxes = {
    timed: number,
    // Whether an effect takes it is a member of our own, beyond the papers.
    result: [{ left: number, top: number, width: number, height: number, usable: true }],
  }

  test.each(sampled(1, ['face-reshape', 'face-lift', 'fitzpatrick-scale-analyzer']))(
    'with a box for each face, for %s',
    async (feature) => {
      expect(await resultsOf(`${pathOf(feature)}/pre-process`, {})).toEqual(boxes)
    },
  )

  // The engine's own test of `face-swap` holds it in `npm test`.
  test.runIf(isEveryCaseTried())(
    'with the picture and the corners of each face, for face-swap',
    async () => {
      const results = await resultsOf(`${pathOf('face-swap')}/pre-process`, {})
      expect(results).toEqual({ url, faces: [{ bbox: [number, number, number, number] }] })
      const [{ bbox }] = results['faces'] as [{ bbox: number[] }]
      expect(bbox.every(Number.isInteger)).toBe(true)
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = bbox
      expect(x1 < x2 && y1 < y2).toBe(true)
    },
  )
})

describe('an effect responds', () => {
  test('with its file and timings, for face-reshape', async () => {
    const body = { version: '1.0', features: { lip_size: 50 }, global: {} }
    expect(await resultsOf(pathOf('face-reshape'), body)).toEqual({
      url,
      timed: number,
      timed_apply: number,
    })
  })

  test.runIf(isEveryCaseTried())('with its file alone, for skin-simulation', async () => {
    expect(await resultsOf(pathOf('skin-simulation'), { wrinkle: 0.5 })).toEqual({ url })
  })

  // It answers as `face-reshape` does, and less.
  test.runIf(isEveryCaseTried())('with its file alone, for look-vto', async () => {
    const results = await resultsOf(pathOf('look-vto'), { template_id: 'daily_bare' })
    expect(results).toEqual({ url })
  })

  test('with a type and no file, for fitzpatrick-scale-analyzer', async () => {
    expect(await resultsOf(pathOf('fitzpatrick-scale-analyzer'), { version: '1.0' })).toEqual({
      fitzpatrick_scale: expect.stringMatching(/^(I|II|III|IV|V|VI)$/),
      timed: number,
    })
  })
})

test('each status request signs a new URL, and both work', async () => {
  const path = pathOf('face-reshape')
  const body = { src_file_id, version: '1.0', features: { lip_size: 50 }, global: {} }
  const id = (await ask('POST', path, { body })).body.data!.task_id
  await service.ended(path, id)
  for (const _ of [1, 2]) {
    const { results } = (await ask('GET', `${path}/${id}`)).body.data!
    const file = await fetch(results!['url'] as string)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toBe('inline; filename="face-reshape.jpg"')
    await file.body?.cancel()
  }
})
