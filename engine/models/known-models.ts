import type { ManifestOf, ModelPicture, ModelTask } from './model-manifest.ts'

/** A model file that is published elsewhere, which users may fetch. */
export type KnownModel = {
  /** By which it is asked for. */
  name: string
  /** Pinned to a commit, or to a release's tag: what it leads to does not change. */
  url: string
  /** Of the whole file, where its publisher says it; else the most it may have. */
  size: { bytes: number } | { most: number }
  /** What the publisher says of the file's bytes. An MD5 tells an undamaged file, not one that was exchanged. */
  hash: { sha256: string } | { md5: string }
  /** Where the terms of the weights are. */
  licenceUrl: string
  /** On what it was trained, and what the terms of that say. */
  training: string
  /** How its tensors are; without the hash, which is that of what was fetched. */
  manifest: { [Task in ModelTask]: Omit<ManifestOf<Task>, 'sha256'> }[ModelTask]
}

/** The mean and the deviation of ImageNet’s pictures, by which most networks are trained. */
const IMAGENET: Pick<ModelPicture, 'mean' | 'std'> = {
  mean: [0.485, 0.456, 0.406],
  std: [0.229, 0.224, 0.225],
}

/** The parts of a manifest that most files share. */
const EVERY = { manifest: 2, runtime: 'onnx' } as const
const PICTURE: Omit<ModelPicture, 'size' | 'fit'> = {
  input: 0,
  layout: 'nchw',
  type: 'float32',
  order: 'rgb',
  scale: [0, 1],
}
const PLANES = { output: 0, layout: 'nchw', polarity: 'high-is-class' } as const

const KAZUHITO =
  'https://raw.githubusercontent.com/Kazuhito00/Skin-Clothes-Hair-Segmentation-using-SMP/' +
  '5b660231ca767cd3bf3b31889a83fe480446b375'
const OPENCV_ZOO = 'https://media.githubusercontent.com/media/opencv/opencv_zoo'
const LAMA =
  '966be4cb6eefc2a4f586ed0581bf4bbaa2533070/models/inpainting_lama/inpainting_lama_2025jan.onnx'
const PPHUMANSEG =
  'f167fd665be69e37ef4a2d64b3512eba8799dbf1/models/human_segmentation_pphumanseg/' +
  'human_segmentation_pphumanseg_2023mar.onnx'
const REMBG = 'https://github.com/danielgatis/rembg/releases/download/v0.0.0'

/**
 * Files whose publisher gives a hash and whose weights may be used commercially by their own terms. Sizes and SHA-256
 * are those of the repositories' Git LFS pointers or of the file itself, MD5 those that rembg checks its downloads by.
 */
export const KNOWN_MODELS: readonly KnownModel[] = [
  {
    name: 'skin-clothes-hair',
    url: `${KAZUHITO}/02.model/_old/PAN(timm-mobilenetv3_small_100)_452_1.02M_0.8028/best_model.onnx`,
    size: { bytes: 4_110_397 },
    hash: { sha256: '26067d9f44e0ec9e4dc2a421eff77a634f7b3e5732d5aa7ea5a291cd67d00b30' },
    licenceUrl:
      'https://github.com/Kazuhito00/Skin-Clothes-Hair-Segmentation-using-SMP/blob/main/LICENSE',
    training:
      '452 pictures that its author took or found on the web, unpublished; their terms are not said',
    manifest: {
      ...EVERY,
      task: 'parse',
      file: 'skin-clothes-hair.onnx',
      licence: 'MIT',
      picture: { ...PICTURE, size: { width: 512, height: 512 }, fit: 'pad', ...IMAGENET },
      result: { ...PLANES, classes: ['skin', 'clothes', 'hair'], activation: 'none' },
    },
  },
  {
    name: 'u2net-cloth-seg',
    url: `${REMBG}/u2net_cloth_seg.onnx`,
    size: { most: 180_000_000 },
    hash: { md5: '2434d1f3cb744e0e49386c906e5a08bb' },
    licenceUrl: 'https://github.com/levindabhi/cloth-segmentation/blob/main/LICENSE',
    training:
      'iMaterialist (Fashion) 2019, whose pictures were given out for a competition and its research',
    manifest: {
      ...EVERY,
      task: 'parse',
      file: 'u2net_cloth_seg.onnx',
      licence: 'MIT',
      picture: {
        ...PICTURE,
        size: { width: 768, height: 768 },
        fit: 'stretch',
        ...IMAGENET,
      },
      result: {
        ...PLANES,
        classes: ['background', 'upper-garment', 'lower-garment', 'dress'],
        activation: 'softmax',
      },
    },
  },
  {
    name: 'pphumanseg',
    url: `${OPENCV_ZOO}/${PPHUMANSEG}`,
    size: { bytes: 6_163_938 },
    hash: { sha256: '552d8a984054e59b5d773d24b9b12022b22046ceb2bbc4c9aaeaceb36a9ddf24' },
    licenceUrl:
      'https://github.com/opencv/opencv_zoo/blob/main/models/human_segmentation_pphumanseg/LICENSE',
    training: 'pictures of people in video calls that PaddleSeg’s authors collected, unpublished',
    manifest: {
      ...EVERY,
      task: 'matte',
      shows: 'people',
      file: 'human_segmentation_pphumanseg_2023mar.onnx',
      licence: 'Apache-2.0',
      picture: {
        ...PICTURE,
        size: { width: 192, height: 192 },
        fit: 'stretch',
        mean: [0.5, 0.5, 0.5],
        std: [0.5, 0.5, 0.5],
      },
      result: {
        output: 'save_infer_model/scale_0.tmp_1',
        layout: 'nchw',
        plane: 1,
        activation: 'softmax',
      },
    },
  },
  {
    name: 'u2netp',
    url: `${REMBG}/u2netp.onnx`,
    size: { most: 6_000_000 },
    hash: { md5: '8e83ca70e441ab06c318d82300c84806' },
    licenceUrl: 'https://github.com/xuebinqin/U-2-Net/blob/master/LICENSE',
    training: 'DUTS, whose pictures of ImageNet are given out for research',
    manifest: {
      ...EVERY,
      task: 'matte',
      shows: 'anything',
      file: 'u2netp.onnx',
      licence: 'Apache-2.0',
      picture: { ...PICTURE, size: { width: 320, height: 320 }, fit: 'stretch', ...IMAGENET },
      result: { output: 0, layout: 'nchw', plane: 0, activation: 'minmax' },
    },
  },
  {
    name: 'lama',
    url: `${OPENCV_ZOO}/${LAMA}`,
    size: { bytes: 92_591_623 },
    hash: { sha256: '7df918ac3921d3daf0aae1d219776cf0dc4e4935f035af81841b40adcf74fdf2' },
    licenceUrl: 'https://github.com/opencv/opencv_zoo/blob/main/models/inpainting_lama/LICENSE',
    training: 'Places2, whose pictures are given out for research and education',
    manifest: {
      ...EVERY,
      task: 'inpaint',
      file: 'inpainting_lama_2025jan.onnx',
      licence: 'Apache-2.0',
      // The order of colours is that of the publisher's own demonstration.
      picture: {
        ...PICTURE,
        input: 'image',
        order: 'bgr',
        size: { width: 512, height: 512 },
        fit: 'pad',
      },
      mask: { input: 'mask', layout: 'nchw', type: 'float32' },
      fill: { fill: 1, keep: 0 },
      result: { output: 0, layout: 'nchw', order: 'bgr', scale: [0, 255] },
    },
  },
]
