import type { ModelUse } from '../../../catalog/costs/model-use.ts'
import { OtherModels } from '../../../catalog/failures/other-models.ts'
import type { Vision } from '../vision.ts'

/** What of a share tells with which files it is made. */
type Share = { make: string; models?: readonly ModelUse[] | undefined } | undefined

/**
 * The networks with which a segment of a shared video is made: those that the video was surveyed with, and no others,
 * so that all of its workers see the same in it. All networks for everything else.
 * @throws OtherModels where one of them is not here, or is another file
 */
export function netsOfShare(vision: Vision, share: Share): Vision {
  if (share?.make !== 'segment') return vision
  const here = vision.userNets ?? []
  const userNets = (share.models ?? []).map(({ file, sha256 }) => {
    const net = here.find(({ manifest }) => manifest.sha256 === sha256)
    if (net) return net
    throw new OtherModels(
      `The video was begun with the model ${file} of SHA-256 ${sha256.slice(0, 12)}…, which the worker of a part of ` +
        'it does not have: the operator’s files have changed meanwhile.',
    )
  })
  return { ...vision, userNets }
}
