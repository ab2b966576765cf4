import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { Failure } from '../../../catalog/failures/failure.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/**
 * Saves the text of a recipe where it is still what its writer saw: `known` is the ETag of that, `none` where there was
 * no such recipe. Gives the ETag of what is saved.
 * @throws Failure RecipeChanged where it was changed, made or deleted meanwhile
 */
export async function saveRecipe(
  { name, text, known }: { name: string; text: string; known: string },
  { s3, bucket }: { s3: PipelineClients['s3']; bucket: string },
): Promise<string> {
  try {
    const { ETag = '' } = await s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: `recipes/${name}.json`,
        Body: text,
        ContentType: 'application/json',
        ...(known === 'none' ? { IfNoneMatch: '*' } : { IfMatch: known }),
      }),
    )
    return ETag
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error
    // 404: it was deleted; 409: somebody writes it at this moment (API Reference, PutObject).
    if (![404, 409, 412].includes(Number(error.$metadata.httpStatusCode))) throw error
    throw new Failure('RecipeChanged', undefined, { cause: error })
  }
}
