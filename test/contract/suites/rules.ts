import { beforeAll, describe, expect, test } from 'vitest'
import { BODIES } from '../../catalog/tasks/bodies.ts'
import { RULES } from '../../catalog/tasks/rules.ts'
import { fewOrAll, sampled } from '../../setup/sampled.ts'
import type { Ask } from '../ask.ts'
import { pathOf, refusalMessage } from '../refusal-messages.ts'
import { sharedService } from '../shared-service.ts'
import type { Service } from '../start-service.ts'

let service: Service
/** Requests of an account without units. */
let ask: Ask

beforeAll(async () => {
  service = await sharedService('idle')
  ask = (await service.account(0)).ask
})

// One of twelve, or of four; `test/catalog/tasks` breaks every rule without HTTP.
const every = fewOrAll(12, 4)
test.each(RULES.filter((_, nth) => nth % every === 0))(
  '%s %s',
  async (feature, _, change, answer) => {
    const heard = await refusalMessage(ask, feature, change)
    if (typeof answer === 'string') expect(heard).toBe(answer)
    else expect(heard).toMatch(answer)
  },
)

describe('files by URL and by id', () => {
  const slotOf = async (asking: Ask): Promise<string> => {
    const file = { content_type: 'image/png', file_name: 'a.png', file_size: 1 }
    const { body } = await asking('POST', '/s2s/v2.0/file', { body: { files: [file] } })
    return body.data!.files[0]!.file_id
  }

  const OTHERS = [
    ['2d-vto/earring', 'ref_file'],
    ['obj-replace', 'msk_file'],
    ['face-swap', 'ref_file'],
    ['cloth-v3', 'ref_file'],
    ['bg-replace-vid', 'ref_file'],
    ['obj-rem-vid', 'msk_file'],
  ] as const
  test.each(sampled(3, OTHERS))(
    '%s accepts every combination of both for src and %s',
    async (feature, other) => {
      const several = Array.isArray(BODIES[feature]![`${other}_urls`])
      const [src, second] = [await slotOf(ask), await slotOf(ask)]
      const names = several ? [`${other}_urls`, `${other}_ids`] : [`${other}_url`, `${other}_id`]
      const ids = several ? [second, second] : second
      // Try-ons repeat the names of their files.
      const source = several && { source_info: { name: src } }
      const srcById = { src_file_url: undefined, src_file_id: src, ...source }
      const named = several && { object_infos: [{ name: second, parameter: {} }] }
      const otherById = { [names[0]!]: undefined, [names[1]!]: ids, ...named }
      for (const change of [{}, srcById, otherById, { ...srcById, ...otherById }]) {
        expect(await refusalMessage(ask, feature, change)).toBe('ok')
      }
    },
  )

  test('a pre-process task accepts its source and nothing else', async () => {
    const path = `${pathOf('face-swap')}/pre-process`
    const sources = [
      { src_file_url: 'https://a.invalid/a.jpg' },
      { src_file_id: await slotOf(ask) },
    ]
    for (const source of sources) {
      const { status } = await ask('POST', path, { body: { ...source, version: 7, index: 'x' } })
      expect(status).toBe(200)
    }
    const { body } = await ask('POST', path, { body: { face_mapping: [] } })
    expect(body.error).toMatch(/^src_file_url is required .*, or src_file_id is required/)
  })

  test('the file id of another account is refused', async () => {
    const other = await service.account(0)
    const change = { src_file_url: undefined, src_file_id: await slotOf(other.ask) }
    expect(await refusalMessage(ask, 'body-reshape', change)).toBe(
      'src_file_id is not the id of an open upload of this account.',
    )
  })
})
