import { setTimeout as delay } from 'node:timers/promises'
import { NotYet } from '../../../catalog/failures/not-yet.ts'
import { DRESS_PARTS, type DressTable } from '../../../catalog/generator/dress-table.ts'
import type { QueueSettings } from '../../../catalog/generator/generator-settings.ts'
import type {
  CallContext,
  DressCall,
  DressOperation,
  Generator,
  GeneratorLimits,
} from '../../../engine/generate/generator.ts'
import { LostAnswer } from '../../../engine/generate/lost-answer.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import type { guardedFetch } from '../../fetch/guarded-fetch.ts'
import type { ServerTarget } from '../ask-server.ts'
import { NotCarriedOut } from '../not-carried-out.ts'
import { retryUnpaid } from '../retry-unpaid.ts'
import { sentPicture } from '../sent-picture.ts'
import { cogWire } from './cog-wire.ts'
import { falWire } from './fal-wire.ts'
import { pictureAt } from './picture-at.ts'
import { replicateWire } from './replicate-wire.ts'
import type { Wire, WireAnswer } from './wire.ts'

export type QueueOptions = {
  settings: QueueSettings
  /** Undefined where the server wants none. */
  key: () => Promise<string | undefined>
  fetch: typeof guardedFetch
  firstWaitMs?: number
  /** Milliseconds between two looks after a call. */
  pollMs?: number
  /** How the server is spoken to. @default as the settings say */
  wire?: Wire
}

const WIRES = { fal: falWire, replicate: replicateWire, cog: () => cogWire } as const

const POLL_MS = 2000

/** Before this time an answer may still come, milliseconds since the call was begun; afterwards it counts as lost. */
const MOST_WAITED_MS = 15 * 60_000

/** A megapixel, in steps of the latent grid, where the table names no size. */
const LIMITS: GeneratorLimits = {
  maxPixels: 1_048_576,
  minSide: 256,
  maxRatio: 2.5,
  multipleOf: 8,
  maxPrompt: 1000,
}

/**
 * A model that dresses people, behind fal’s queue, on Replicate, or in a Cog container. What the server calls a call is
 * kept before its answer is waited for, so that the same task asks for that answer, and pays for no other.
 */
export function queueGenerator(options: QueueOptions): Generator {
  const { settings, key, firstWaitMs, pollMs = POLL_MS } = options
  const { table, model } = settings
  const wire = options.wire ?? WIRES[settings.wire]()
  const [name, version] = model.split('@')

  const targetOf = async (signal: AbortSignal): Promise<Omit<ServerTarget, 'url'>> => {
    const given = await key()
    return {
      isPrivate: settings.private,
      authorization: given === undefined ? undefined : wire.authorization(given),
      signal,
      fetch: options.fetch,
    }
  }
  const retrying = { ...(firstWaitMs !== undefined && { firstWaitMs }) }

  const run: DressOperation['run'] = async (call, context) => {
    const target = await targetOf(context.signal)
    const begin = async () => {
      const input = await inputOf(table, call)
      return await retryUnpaid(() => wire.begin({ model, input, target, token: context.token }), {
        signal: context.signal,
        ...retrying,
      })
    }
    const begun = context.ticket ? { ticket: context.ticket } : await begin()
    const answer =
      'ticket' in begun ? await waitFor(begun.ticket, context, { wire, target, pollMs }) : begun
    const content = await pictureAt(answer.output, table.image, {
      target,
      hosts: wire.hosts,
      own: settings.wire === 'cog' ? model : undefined,
    })
    return {
      content,
      model: name ?? model,
      ...(version && { version }),
      dollars: table.dollars,
    }
  }

  const { part, size } = table
  return {
    name: settings.wire,
    limits: size ? { ...LIMITS, sizes: [size] } : LIMITS,
    dress: {
      parts: DRESS_PARTS.filter((one) => !part || part[one] !== undefined),
      idempotent: false,
      price: () => table.dollars,
      run,
    },
  }
}

/** When a call was begun stands before what the server calls it. */
type Ticket = { since: number; call: string }

async function waitFor(
  given: string,
  { signal, ticket, keepTicket, patienceMs = Number.POSITIVE_INFINITY }: CallContext,
  { wire, target, pollMs }: { wire: Wire; target: Omit<ServerTarget, 'url'>; pollMs: number },
): Promise<WireAnswer> {
  const began = Date.now()
  const kept: Ticket = ticket ? (JSON.parse(ticket) as Ticket) : { since: began, call: given }
  if (!ticket) await keepTicket(JSON.stringify(kept))
  for (;;) {
    const answer = await lookOnce(kept.call, wire, target)
    if (answer) return answer
    if (Date.now() - kept.since > MOST_WAITED_MS) {
      throw new LostAnswer('The generator has not answered for 15 minutes.')
    }
    if (Date.now() - began + pollMs > patienceMs) throw new NotYet()
    await delay(pollMs, undefined, { signal }).catch((cause: unknown) => {
      throw new LostAnswer('The picture was not made in time.', { cause })
    })
  }
}

/** Looking costs nothing: what is lost on its way is looked for again. */
async function lookOnce(
  ticket: string,
  wire: Wire,
  target: Omit<ServerTarget, 'url'>,
): Promise<WireAnswer | undefined> {
  try {
    return await wire.look(ticket, { target })
  } catch (error) {
    const isOnItsWay = error instanceof LostAnswer || error instanceof NotCarriedOut
    if (isOnItsWay && !target.signal.aborted) return undefined
    throw error
  }
}

/** The fields of a model, with pictures as data URLs (RFC 2397). */
async function inputOf(table: DressTable, call: DressCall): Promise<Record<string, unknown>> {
  const { part, worn, prompt, seed, fixed } = table
  const words = call.prompt ?? 'a garment'
  return {
    ...fixed,
    [table.person]: await dataUrl(call.picture),
    [table.garment]: await dataUrl(call.garment),
    ...(part && { [part.field]: part[call.part] }),
    ...(worn && call.worn && { [worn.field]: worn[call.worn] }),
    ...(prompt && { [prompt]: words }),
    ...(seed && { [seed]: call.seed }),
  }
}

async function dataUrl(picture: Picture): Promise<string> {
  const { bytes, contentType } = await sentPicture(picture)
  return `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`
}
