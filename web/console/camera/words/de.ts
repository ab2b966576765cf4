import type { CameraWords } from './en.ts'

/** Every word of the camera's document in German. */
export const de: CameraWords = {
  title: 'Kamera',
  asking: 'Der Browser fragt, ob die Kamera benutzt werden darf.',
  refused: 'Der Browser gibt die Kamera nicht: für diese Seite erlauben, oder eine Datei wählen.',
  none: 'Dieser Rechner hat keine Kamera; wähle eine Datei.',
  live: 'Was die Kamera sieht',
  taken: 'Das aufgenommene Bild',
  take: 'Bild aufnehmen',
  again: 'Noch eines',
  use: 'Nehmen',
  used: 'Die Seite, die gefragt hat, hat das Bild; diese kann geschlossen werden.',
  next: 'Andere Kamera',
}
