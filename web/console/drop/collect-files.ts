/** A file that somebody chose, and its path below what was chosen. */
export type CollectedFile = { file: File; name: string }

/**
 * Everything that was dragged or pasted: files, and whole folders with all below them. Entries must be taken while the
 * event is handled; what is in folders is read afterwards, a hundred at a time, so that the page stays awake.
 */
export function collectDragged(data: DataTransfer): AsyncGenerator<CollectedFile> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile())
  return walk(entries)
}

/** The files of a picker; of a folder's with their paths. */
export function takePicked(list: FileList): CollectedFile[] {
  return [...list].map((file) => ({ file, name: file.webkitRelativePath || file.name }))
}

async function* walk(
  entries: readonly (FileSystemEntry | File | null)[],
): AsyncGenerator<CollectedFile> {
  for (const entry of entries) {
    if (entry === null) continue
    if (entry instanceof File) yield { file: entry, name: entry.name }
    else if (entry.isDirectory) yield* folder(entry as FileSystemDirectoryEntry)
    else {
      const file = await fileOf(entry as FileSystemFileEntry)
      yield { file, name: entry.fullPath.replace(/^\//, '') }
    }
  }
}

async function* folder(entry: FileSystemDirectoryEntry): AsyncGenerator<CollectedFile> {
  const reader = entry.createReader()
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((read, failed) =>
      reader.readEntries(read, failed),
    )
    if (some.length === 0) return
    yield* walk(some)
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((read, failed) => entry.file(read, failed))
}
