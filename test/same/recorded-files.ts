import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RecordedTask, type Recording, withoutTimes } from './recording-engine.ts'

/** Writes what was recorded of a feature: a JSON file of its tasks, and each file that was made by its SHA-256. */
export async function writeRecording(
  folder: string,
  feature: string,
  { tasks, made }: Recording,
): Promise<void> {
  await mkdir(join(folder, 'made'), { recursive: true })
  for (const [hash, bytes] of made) await writeFile(madeFile(folder, hash), bytes)
  await writeFile(tasksFile(folder, feature), `${JSON.stringify([...tasks], null, 2)}\n`)
}

/** The recorded tasks of a feature by their keys. */
export async function readTasks(
  folder: string,
  feature: string,
): Promise<Map<string, RecordedTask>> {
  return new Map(JSON.parse(await readFile(tasksFile(folder, feature), 'utf8'), withoutTimes))
}

/** The bytes of a recorded file. */
export async function readMade(folder: string, hash: string): Promise<Uint8Array> {
  return await readFile(madeFile(folder, hash))
}

function madeFile(folder: string, hash: string): string {
  return join(folder, 'made', hash)
}

function tasksFile(folder: string, feature: string): string {
  return join(folder, `${feature.replaceAll('/', '-')}.json`)
}
