import { expect, test } from 'vitest'
import {
  type PlaceResultDeps,
  placeResult,
} from '../../../../../functions/service/core/broker/place-result.ts'

/** Where the result of a task is put, whose lease is renewed or not, and which is there or not. */
async function placed({ held = true, feature }: { held?: boolean; feature?: string | undefined }) {
  const signed: unknown[] = []
  const deps = {
    tasks: {
      renewLease: async () => held,
      get: async () => feature && { id: 't', feature },
    },
    signer: {
      upload: async (...given: unknown[]) => {
        signed.push(given)
        return 'https://files.example.com'
      },
    },
    semaphore: {},
    now: () => 0,
  } as unknown as PlaceResultDeps
  const ask = { task: 't', holder: 'me', extension: 'png', size: 7 } as const
  return { upload: await placeResult(ask, deps), signed }
}

test('the holder of a task puts its result under a name of its feature', async () => {
  const { upload, signed } = await placed({ feature: '2d-vto/earring' })
  expect(upload?.url).toBe('https://files.example.com')
  expect(JSON.stringify(signed)).toContain('results/t/result.png')
  expect(JSON.stringify(signed)).toContain('2d-vto-earring.png')
})

test('nothing is signed for whoever lost the task, or where it is gone', async () => {
  const none = { upload: undefined, signed: [] }
  expect(await placed({ held: false, feature: 'face-lift' })).toEqual(none)
  expect(await placed({})).toEqual(none)
})
