import { dirname, join } from 'node:path'
import { AssetHashType, DockerImage } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { PROJECT_ROOT } from '../project-root.ts'
import { placeBundle } from './place-bundle.ts'

/** The bundler is local; the construct library asks for an image all the same, and never opens it. */
const NO_IMAGE = DockerImage.fromRegistry('none')

/**
 * The asset of a function: the bundle of its handler, and what `complete` puts beside it into the folder it is given.
 * @param entry the handler's file, relative to the project
 */
export function functionCode(entry: string, complete: (folder: string) => void): Code {
  const tryBundle = (folder: string): boolean => {
    placeBundle(entry, folder)
    complete(folder)
    return true
  }
  return Code.fromAsset(join(PROJECT_ROOT, dirname(entry)), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: { image: NO_IMAGE, local: { tryBundle } },
  })
}
