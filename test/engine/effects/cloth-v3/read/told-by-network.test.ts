import { expect, onTestFinished, test } from 'vitest'
import { openGarments } from '../../../../../engine/effects/cloth-v3/read/open-garments.ts'
import { decodePicture } from '../../../../../engine/media/decode-picture.ts'
import { boundedNet } from '../../../../../engine/models/bounded-net.ts'
import { checkModel } from '../../../../../engine/models/check-model.ts'
import { LIFTED_REFUSALS } from '../../../../../engine/models/lifted-refusals.ts'
import { drawPeople } from '../../../../../samples/draw-people.ts'
import { ROOM } from '../../../../../samples/empty-room.ts'
import { ines } from '../../../../../samples/people.ts'
import { onnxRuntime } from '../../../../setup/onnx-runtime.ts'
import { isEveryCaseTried } from '../../../../setup/sampled.ts'
import { onnxManifest } from '../../../models/build-onnx.ts'
import { buildColourModel, COLOUR_SIDE } from '../../../models/colour-model.ts'
import { warmVision } from '../../../warm-vision.ts'

/** A network that knows the hues of a brown top beside the skin of who wears it, and nothing else. */
function brownTop() {
  const bytes = buildColourModel({ from: 0.132, to: 0.22 })
  const manifest = onnxManifest(bytes, {
    picture: { size: { width: COLOUR_SIDE, height: COLOUR_SIDE }, scale: [0, 255] },
    result: { classes: ['upper-garment'], activation: 'sigmoid' },
  })
  checkModel(bytes, manifest)
  const { file, runtime } = manifest
  const net = boundedNet({ file, runtime, bytes, onnxRuntime: onnxRuntime() })
  onTestFinished(() => net.close())
  return { manifest, net }
}

// In `npm test` networks tell regions in `classify-regions.test.ts`, and lift a refusal in `used-models.test.ts`.
test.runIf(isEveryCaseTried())(
  'a worn top of the skin’s colours is read where a network tells it',
  async () => {
    const { png } = await drawPeople({
      width: 450,
      height: 600,
      seed: 11,
      room: { ...ROOM, floor: 495, horizon: 320, plant: false },
      people: [
        {
          ...ines,
          look: { ...ines.look, top: { cut: 'tee', colour: '#a87868' } },
          at: { x: 225, y: 569 },
          height: 492,
        },
      ],
    })
    const picture = await decodePicture(png)
    const vision = await warmVision()
    const read = async (userNets: Parameters<typeof openGarments>[2]['userNets']) =>
      await openGarments(
        picture,
        'upper_body',
        { ...vision, userNets: userNets ?? [] },
        async () => {},
      )
    const { says } = LIFTED_REFUSALS.find(({ task }) => task === 'parse')!
    await expect(read([])).rejects.toThrow(says)
    const [garment] = await read([brownTop()])
    expect(garment?.kind).toBe('top')
  },
)
