import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'
import type { AnyBucket } from '../constructs/any-bucket.ts'
import { type RecipeSources, readRecipes } from './read-recipes.ts'

export type RecipeFilesProps = { readonly bucket: AnyBucket; readonly recipes: RecipeSources }

/**
 * Recipes that are checked at synthesis and lie in the drop bucket after every deployment. They are put there by the
 * construct library's own custom resource, one function for all of a stack. Recipes that were put by other ways stay,
 * and so does one that is no longer given.
 */
export class RecipeFiles extends Construct {
  constructor(scope: Construct, id: string, { bucket, recipes }: RecipeFilesProps) {
    super(scope, id)
    const texts = Object.entries(readRecipes(recipes))
    new BucketDeployment(this, 'Files', {
      sources: texts.map(([name, text]) => Source.data(`${name}.json`, text)),
      destinationBucket: bucket as IBucket,
      destinationKeyPrefix: 'recipes',
      contentType: 'application/json',
      prune: false,
      retainOnDelete: true,
    })
  }
}
