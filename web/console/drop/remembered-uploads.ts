/** Uploads in parts that a page began, so that another page goes on with them. */
export type RememberedUploads = {
  find(file: FileFacts): string | undefined
  keep(file: FileFacts, id: string): void
  forget(file: FileFacts): void
}

type FileFacts = { recipe: string; name: string; size: number; modified: number }

const STORED = 'darkroom-uploads'

/** Uploads are forgotten here when S3 ends them: two days after they began. */
const KEPT_MS = 2 * 86_400_000

type Stored = Record<string, { id: string; at: number }>

/** Keeps the ids of uploads in the browser; one of a file that is another by now is not found. */
export function rememberUploads(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number = Date.now,
): RememberedUploads {
  const read = (): Stored => {
    try {
      const all = Object.entries(JSON.parse(storage.getItem(STORED) ?? '{}') as Stored)
      return Object.fromEntries(all.filter(([, { at }]) => now() - at < KEPT_MS))
    } catch {
      return {}
    }
  }
  const write = (all: Stored): void => {
    try {
      storage.setItem(STORED, JSON.stringify(all))
    } catch {
      // Without room the upload goes on, and begins anew after a reload.
    }
  }
  return {
    find: (file) => read()[nameOf(file)]?.id,
    keep: (file, id) => write({ ...read(), [nameOf(file)]: { id, at: now() } }),
    forget: (file) => {
      const { [nameOf(file)]: _, ...rest } = read()
      write(rest)
    },
  }
}

function nameOf({ recipe, name, size, modified }: FileFacts): string {
  return JSON.stringify([recipe, name, size, modified])
}
