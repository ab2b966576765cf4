import type { AskedFile, PlannedFate } from '../../../catalog/console/drops.ts'

/** How far a file is. `changed`: its bytes are no longer those that were chosen. */
export type UploadStatus = 'planned' | 'waiting' | 'sending' | 'sent' | 'failed' | 'changed'

/** A file on the page: what was chosen, what becomes of it, and how far it is. It is changed in place. */
export type DropFile = {
  readonly file: File
  readonly name: string
  /** Read once: a browser asks its other process for each, and waits. */
  size: number
  /** Epoch milliseconds. */
  modified: number
  kind?: string
  fate?: PlannedFate
  status: UploadStatus
  /** Bytes that are there, and those on their way by their part. */
  sent: number
  onTheWay: Map<number, number>
  job?: string
  /** Why it failed, in words. */
  trouble?: string
}

/** A file of which nothing is read yet. */
export function dropFile({ file, name }: { file: File; name: string }): DropFile {
  return { file, name, size: 0, modified: 0, status: 'planned', sent: 0, onTheWay: new Map() }
}

/** What the console is asked about a file. */
export function askedFile({ name, size, modified, kind }: DropFile): AskedFile {
  return { name, size, modified, ...(kind !== undefined && { kind }) }
}

/** Bytes of a file that went up. */
export function uploadedBytes({ sent, onTheWay }: DropFile): number {
  let sum = sent
  for (const bytes of onTheWay.values()) sum += bytes
  return sum
}

/** Which of the planned files go up, by what somebody decided. */
export type DropChoices = {
  /** Those, too, that were dropped before. */
  again: boolean
  /** Those, too, whose companions are missing. */
  incomplete: boolean
}

/** The files that go up, companions before the files that they belong to. */
export function filesToSend(files: readonly DropFile[], choices: DropChoices): DropFile[] {
  const sources = files.filter(({ fate }) => {
    if (fate?.is !== 'source') return false
    return (choices.again || !fate.earlier) && (choices.incomplete || !fate.missing)
  })
  const names = new Set(sources.map(({ name }) => name))
  const companions = files.filter(
    ({ fate }) => fate?.is === 'companion' && (fate.of === undefined || names.has(fate.of)),
  )
  return [...companions, ...sources]
}
