import type { Size } from '../../../engine/geometry/size.ts'
import type { Outline } from '../modes/mode.ts'
import type { FaceQuality } from '../public-types.ts'
import type { Texts } from '../texts/words.ts'
import { element, iconButton, shape } from './elements.ts'
import { outlinePath } from './outline.ts'
import { STYLE } from './style.ts'

export type ViewOptions = {
  host: HTMLElement
  texts: Texts
  shown: Size
  /** The part of what is shown that is taken. */
  taken: Size
  outline: Outline
  onClose(): void
  onFlip(): void
  onRetry(): void
}

export type View = {
  readonly video: HTMLVideoElement
  say(words: string): void
  title(words: string): void
  loading(done: number | undefined): void
  quality(quality: FaceQuality, good: boolean): void
  /** Draws the countdown for so many milliseconds; 0 ends it. */
  count(milliseconds: number): void
  mirror(mirrored: boolean): void
  offerFlip(offered: boolean): void
  fail(words: string | undefined): void
  still(picture: ImageBitmap | undefined): void
  remove(): void
}

const CROSS = 'M6 6l12 12M18 6L6 18'
const TURN = 'M4 11a8 8 0 0 1 14-4l2 2M20 4v5h-5M20 13a8 8 0 0 1-14 4l-2-2M4 20v-5h5'

/** Builds the module in the page's element, in a shadow root that the page's own styles do not reach. */
export function createView(options: ViewOptions): View {
  const { host, texts, shown, taken, outline } = options
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const own = new CSSStyleSheet()
  own.replaceSync(`.camera{--width:${shown.width}px;--shape:${shown.width}/${shown.height}}`)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  root.adoptedStyleSheets = [sheet, own]

  const video = element('video', { class: 'picture', playsinline: '', 'aria-hidden': 'true' })
  video.muted = true
  video.disablePictureInPicture = true
  const still = element('canvas', { class: 'still', hidden: '', 'aria-hidden': 'true' })
  const path = outlinePath(outline, shown, taken)
  const frame = `M0 0H${shown.width}V${shown.height}H0Z`
  const drawing = shape(
    'svg',
    {
      class: 'outline',
      viewBox: `0 0 ${shown.width} ${shown.height}`,
      preserveAspectRatio: 'xMidYMid slice',
      'aria-hidden': 'true',
    },
    shape('path', { class: 'shade', 'fill-rule': 'evenodd', d: frame + path }),
    shape('path', { class: 'edge', d: path }),
    shape('path', { class: 'count', d: path, pathLength: 1 }),
  )
  const step = element('p', { class: 'step', hidden: '' })
  const flip = iconButton(texts.flip, TURN, options.onFlip)
  flip.hidden = true
  const close = iconButton(texts.close, CROSS, options.onClose)
  const status = element('p', { class: 'status', role: 'status' })
  const chips = {
    position: chip(texts.position),
    frontal: chip(texts.angle),
    lighting: chip(texts.light),
  }
  const list = element('ul', { class: 'chips' }, ...Object.values(chips).map(({ item }) => item))
  list.hidden = true
  const done = element('div')
  const bar = element(
    'div',
    {
      class: 'bar',
      role: 'progressbar',
      'aria-label': texts.loading,
      'aria-valuemin': '0',
      'aria-valuemax': '100',
    },
    done,
  )
  const trouble = element('p', { role: 'alert' })
  const retry = element('button', { class: 'first', type: 'button' }, texts.retry)
  retry.addEventListener('click', options.onRetry)
  const failure = element('div', { class: 'failure', hidden: '' }, trouble, retry)
  const module = element(
    'section',
    { class: 'camera', 'aria-label': texts.title, lang: texts.lang, tabindex: '-1' },
    video,
    still,
    drawing,
    element('div', { class: 'bottom' }, list, bar, status),
    failure,
    element('div', { class: 'top' }, step, element('div', { class: 'space' }), flip, close),
  )
  module.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') options.onClose()
  })
  root.replaceChildren(module)
  return {
    video,
    say: (words) => {
      // A screen reader speaks whenever the text is set, also to the same words.
      if (status.textContent !== words) status.textContent = words
    },
    title: (words) => {
      step.textContent = words
      step.hidden = words === ''
    },
    loading: (share) => {
      bar.hidden = share === undefined
      const percent = Math.round((share ?? 1) * 100)
      bar.setAttribute('aria-valuenow', String(percent))
      done.style.setProperty('--done', `${percent}%`)
    },
    quality: ({ hasFace, position, frontal, lighting }, good) => {
      list.hidden = false
      chips.position.set(hasFace && position === 'good', texts)
      chips.frontal.set(hasFace && frontal === 'good', texts)
      chips.lighting.set(hasFace && lighting !== 'notgood', texts)
      module.classList.toggle('good', good)
    },
    count: (milliseconds) => {
      module.style.setProperty('--time', `${milliseconds}ms`)
      module.classList.toggle('counting', milliseconds > 0)
    },
    mirror: (mirrored) => module.classList.toggle('mirrored', mirrored),
    offerFlip: (offered) => {
      flip.hidden = !offered
    },
    fail: (words) => {
      failure.hidden = words === undefined
      trouble.textContent = words ?? ''
      if (words !== undefined) {
        list.hidden = true
        retry.focus()
      }
    },
    still: (picture) => {
      still.hidden = picture === undefined
      drawing.toggleAttribute('hidden', picture !== undefined)
      list.hidden = true
      if (!picture) return
      still.width = picture.width
      still.height = picture.height
      still.getContext('2d')?.drawImage(picture, 0, 0)
    },
    remove: () => {
      video.srcObject = null
      root.replaceChildren()
    },
  }
}

function chip(label: string) {
  const word = element('span', { class: 'word' })
  const item = element(
    'li',
    { class: 'chip' },
    element('span', { class: 'mark', 'aria-hidden': 'true' }),
    label,
    word,
  )
  return {
    item,
    set: (met: boolean, { right, wrong }: Pick<Texts, 'right' | 'wrong'>) => {
      const said = `: ${met ? right : wrong}`
      if (word.textContent === said) return
      word.textContent = said
      item.classList.toggle('met', met)
    },
  }
}
