import type { TaskBroker } from '../ports/broker.ts'
import type { SignedFiles } from '../ports/signed-files.ts'

/** Files by their names, as an engine reads models from them. */
type FilesOfModels = {
  name: string
  list(): Promise<string[]>
  read(name: string, most: number): Promise<Uint8Array>
}

/**
 * The operator's model files, by presigned URLs of the broker.
 * @param name the source as it is named to people
 */
export function brokerModelSource(
  name: string,
  { broker, files }: { broker: Pick<TaskBroker, 'listModels'>; files: Pick<SignedFiles, 'get'> },
): FilesOfModels {
  let urls = new Map<string, string>()
  return {
    name,
    list: async () => {
      const listed = await broker.listModels({})
      urls = new Map(listed.map((file) => [file.name, file.url]))
      return [...urls.keys()]
    },
    read: async (file, most) => {
      const url = urls.get(file)
      const found = url === undefined ? 'absent' : await files.get(url, most)
      if (found === 'absent') throw new Error(`${file} is missing.`)
      if (found === 'too large') throw new Error(`${file} has more than ${most} bytes.`)
      return found
    },
  }
}
