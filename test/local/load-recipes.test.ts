import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, expect, test } from 'vitest'
import { loadRecipes } from '../../local/run/load-recipes.ts'

const folder = mkdtempSync(join(tmpdir(), 'darkroom-load-recipes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Stored = { text: string; metadata?: Record<string, string> | undefined }

/** A bucket in memory, and how often something was put into it. */
function memoryBucket() {
  const stored = new Map<string, Stored>()
  const puts: string[] = []
  const send = async (command: unknown) => {
    if (command instanceof PutObjectCommand) {
      const { Key = '', Body, Metadata } = command.input
      stored.set(Key, { text: String(Body), metadata: Metadata })
      puts.push(Key)
      return {}
    }
    if (command instanceof ListObjectsV2Command) {
      return { Contents: [...stored.keys()].map((Key) => ({ Key })).slice(0, 1) }
    }
    const found = stored.get((command as HeadObjectCommand).input.Key ?? '')
    if (!found) throw new NotFound({ message: '', $metadata: {} })
    return { ...(found.metadata && { Metadata: found.metadata }) }
  }
  return { stored, puts, s3: { send } as unknown as S3Client, bucket: 'drop' }
}

function write(slim: number): string {
  const step = { feature: 'body-reshape', parameters: { features: { slim } } }
  const text = JSON.stringify({ steps: [step] })
  writeFileSync(join(folder, 'slimmer.json'), text)
  return text
}

test('ready-made recipes are put once, anew when the project has others, and over nobody’s own', async () => {
  const memory = memoryBucket()
  const key = 'recipes/slimmer.json'
  const first = write(-10)
  expect(await loadRecipes(folder, memory)).toEqual({ usable: ['slimmer'], unperformed: [] })
  await loadRecipes(folder, memory)
  expect(memory.puts).toEqual([key])
  expect(memory.stored.get(key)?.text).toBe(first)
  // A later release has another one.
  const second = write(-20)
  await loadRecipes(folder, memory)
  expect(memory.stored.get(key)?.text).toBe(second)
  // Whoever saves one saves it without the mark.
  memory.stored.set(key, { text: 'mine' })
  write(-30)
  await loadRecipes(folder, memory)
  expect(memory.stored.get(key)?.text).toBe('mine')
  memory.stored.delete(key)
  await loadRecipes(folder, memory)
  expect(memory.stored.get(key)?.text).toContain('-30')
})
