import type { ModelSource } from '../../../engine/models/model-source.ts'
import type { TaskBroker } from '../core/ports/broker.ts'
import type { SignedFiles } from '../core/ports/signed-files.ts'

/**
 * The operator's model files, by presigned URLs of the broker.
 * @param name the source as it is named to people
 */
export function brokerModelSource(
  name: string,
  { broker, files }: { broker: Pick<TaskBroker, 'listModels'>; files: Pick<SignedFiles, 'get'> },
): ModelSource {
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
