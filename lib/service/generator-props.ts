import type { AnySecret } from '../constructs/any-secret.ts'

/** Whom the service asks for what must be invented; docs/generators.md tells what there is. */
export type GeneratorProps = BedrockGeneratorProps | OpenAiGeneratorProps | QueueGeneratorProps

/** Stability's image services on Amazon Bedrock, and its model for videos. */
export type BedrockGeneratorProps = GeneratorLimitProps & {
  readonly kind: 'bedrock'
  /** Where the image services are called. @default us-west-2 */
  readonly region?: 'us-east-1' | 'us-east-2' | 'us-west-2' | undefined
  /** Ids of models or inference profiles. @default those of Stability's image services and of Luma's Ray 2 */
  readonly models?: BedrockModelProps | undefined
  /** The bucket, in us-west-2, that videos are written to. @default no videos are made */
  readonly videoBucket?: string | undefined
}

/** Ids of models, or of inference profiles, by what they do. */
export type BedrockModelProps = {
  readonly erase?: string | undefined
  readonly inpaint?: string | undefined
  readonly outpaint?: string | undefined
  readonly structure?: string | undefined
  readonly style?: string | undefined
  readonly video?: string | undefined
}

/** Any server with OpenAI's interface for edits of pictures. */
export type OpenAiGeneratorProps = GeneratorLimitProps & {
  readonly kind: 'openai'
  /** Up to and without `/images/edits`, e.g. `https://images.example/v1`. */
  readonly url: string
  /** The model's name, as the server knows it. @default the server's own choice */
  readonly model?: string | undefined
  /** Dollars that a picture costs there. @default 0, for a server of one's own */
  readonly dollarsPerPicture?: number | undefined
  /** Whether the server may be at a private address and need not speak TLS. @default false */
  readonly private?: boolean | undefined
  /** Whether the server takes a second picture as a reference. @default by the model's name */
  readonly references?: boolean | undefined
}

/** A model that dresses people, behind fal's queue, on Replicate, or in a Cog container. */
export type QueueGeneratorProps = GeneratorLimitProps & {
  readonly kind: 'queue'
  readonly wire: 'fal' | 'replicate' | 'cog'
  /** `OWNER/APP/PATH`, `OWNER/NAME@VERSION`, or a container's base URL. */
  readonly model: string
  /** Its fields (docs/generators.md). @default those of a preset */
  readonly table?: object | undefined
  /** Whether the container may be at a private address and need not speak TLS. @default false */
  readonly private?: boolean | undefined
}

type GeneratorLimitProps = {
  /** Features that ask it first, and the engine's own method where it refuses. @default none */
  readonly prefer?: readonly string[] | undefined
  /** The most dollars a task may spend. @default 0.5 */
  readonly dollarsPerTask?: number | undefined
  /** JSON with `apiKey`, the key of a server. @default one is made, with no key */
  readonly secret?: AnySecret | undefined
}
