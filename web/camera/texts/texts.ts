import type { CameraLanguage } from '../public-types.ts'
import { chs } from './chs.ts'
import { cht } from './cht.ts'
import { deu } from './deu.ts'
import { enu } from './enu.ts'
import { esp } from './esp.ts'
import { fra } from './fra.ts'
import { ita } from './ita.ts'
import { jpn } from './jpn.ts'
import { kor } from './kor.ts'
import { mon } from './mon.ts'
import { ptb } from './ptb.ts'
import type { Texts } from './words.ts'

/** The texts of each language of the specification. */
export const TEXTS: Readonly<Record<CameraLanguage, Texts>> = {
  chs,
  cht,
  deu,
  enu,
  esp,
  fra,
  jpn,
  kor,
  ptb,
  ita,
  mon,
}
