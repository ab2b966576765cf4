import { expect, test } from 'vitest'
import type { StartLocalOptions } from '../../local/run/start-local.ts'
import { bedrockDialect } from '../functions/generators/bedrock-dialect.ts'
import {
  type Dialect,
  type GeneratorServer,
  startGeneratorServer,
} from '../functions/generators/generator-server.ts'
import { dropExtended, dropReplaced, redAt } from './drop-generated.ts'
import { readReceipt } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'

/** Drops photos into a local run whose generator is a server on loopback. */
async function withRun(
  dialect: Dialect,
  start: (origin: string) => {
    environment?: Record<string, string>
    generator: StartLocalOptions['generator']
  },
  work: (run: Run, server: GeneratorServer, log: string[]) => Promise<void>,
): Promise<void> {
  const server = await startGeneratorServer(dialect)
  try {
    const { environment, generator } = start(server.origin)
    const log: string[] = []
    const run = await startRun(environment, {
      generator,
      onLog: (line) => void log.push(line),
      // A second worker loads an engine of its own.
      workers: { pictures: 1, videos: 1 },
    })
    try {
      await work(run, server, log)
    } finally {
      await run.close()
    }
  } finally {
    await server.close()
  }
}

// `bedrock-generator.test.ts` has in `npm test` what Bedrock is asked and how its refusals are told, and
// `suites/generator.ts` drops a photo for a generator.
test('Bedrock extends and replaces in dropped photos, and a refusal of its filter is the task’s', async () => {
  await withRun(
    bedrockDialect,
    (origin) => ({
      environment: { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: origin },
      generator: { settings: { kind: 'bedrock' } },
    }),
    async (run, server) => {
      const replaced = await dropReplaced(run)
      expect(replaced.failure).toBeUndefined()
      expect(await redAt(run, replaced.results![0]!, 120, 80)).toBe(true)
      expect(await redAt(run, replaced.results![0]!, 20, 20)).toBe(false)
      const [asked] = server.painted
      expect(asked?.fields).toMatchObject({ prompt: 'a ship in a bottle' })
      const receipt = await readReceipt(run, replaced.id)
      expect(receipt.steps[0]!.tasks[0]!.charge?.generations).toEqual([
        {
          generator: 'bedrock',
          operation: 'fill',
          dollars: 0.07,
          model: 'us.stability.stable-image-inpaint-v1:0',
        },
      ])
      expect(receipt.cost.dollars.generator).toBe(0.07)

      server.next = [
        (_, response) =>
          void response.end(
            JSON.stringify({ finish_reasons: ['Filter reason: input image'], images: [] }),
          ),
      ]
      const ended = await Promise.all(['a', 'b'].map((name) => dropExtended(run, name)))
      const extended = ended.find(({ status }) => status === 'succeeded')!
      const refused = ended.find(({ status }) => status === 'failed')!
      expect(refused.failure?.message).toContain('error_nsfw_content_detected')
      expect(await redAt(run, extended.results![0]!, 30, 30)).toBe(true)
      const { steps, cost } = await readReceipt(run, extended.id)
      expect(steps[0]!.tasks[0]!.charge?.generations).toEqual([
        {
          generator: 'bedrock',
          operation: 'extend',
          dollars: 0.06,
          model: 'us.stability.stable-outpaint-v1:0',
        },
      ])
      expect(cost.dollars.generator).toBe(0.06)
    },
  )
})
