import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { redact } from '../../functions/redact.ts'

/** A line of a function's log: its fields, and the function that wrote it. */
export type LoggedLine = Record<string, unknown> & {
  function: string
  message: string
  /** ISO 8601; absent where a library wrote the line. */
  at?: string
  level?: string
}

/** `functions.log` is written now, `functions.3.log` is the oldest. */
const LOG = /^functions(?:\.(\d+))?\.log$/

/**
 * The lines that all functions of a local run logged of a job, the newest last: those of its correlation id, and those
 * that name it or one of its tasks. They are read as a stream; secrets are redacted, also in what libraries wrote.
 * @param folder where the run keeps its log; it need not run any more
 */
export async function readJobLines(folder: string, job: string): Promise<LoggedLine[]> {
  const files = await logFiles(folder)
  const tasks = new Set<string>()
  for await (const text of linesOf(files, [job])) {
    const { taskId } = entryOf(text)
    if (typeof taskId === 'string' && taskId !== '') tasks.add(taskId)
  }
  const found: LoggedLine[] = []
  for await (const text of linesOf(files, [job, ...tasks])) {
    found.push(redact(entryOf(text)) as LoggedLine)
  }
  return inTime(found)
}

async function logFiles(folder: string): Promise<string[]> {
  const numbered = (await readdir(folder).catch(() => [])).flatMap((name) => {
    const parts = LOG.exec(name)
    return parts ? [{ name, number: Number(parts[1] ?? 0) }] : []
  })
  numbered.sort((one, other) => other.number - one.number)
  return numbered.map(({ name }) => join(folder, name))
}

/** The lines that hold one of these ids. */
const linesOf = async function* (
  files: readonly string[],
  ids: readonly string[],
): AsyncGenerator<string> {
  for (const file of files) {
    const lines = createInterface({
      input: createReadStream(file),
      crlfDelay: Number.POSITIVE_INFINITY,
    })
    for await (const line of lines) if (ids.some((id) => line.includes(id))) yield line
  }
}

function entryOf(text: string): LoggedLine {
  try {
    return JSON.parse(text) as LoggedLine
  } catch {
    // A run that was killed may have left half a line.
    return { function: '', message: text }
  }
}

/** Functions write at once, so lines may stand in another order. One without a time stays behind its predecessor. */
function inTime(lines: LoggedLine[]): LoggedLine[] {
  let last = ''
  const timed = lines.map((line) => {
    last = typeof line.at === 'string' ? line.at : last
    return { at: last, line }
  })
  timed.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
  return timed.map(({ line }) => line)
}
