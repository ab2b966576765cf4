import type { TryWords } from './en.ts'

/** Every word of the page that tries features in German. */
export const de: TryWords = {
  title: 'Ausprobieren',
  under:
    'Ein Effekt an einem eigenen Bild, durch den wirklichen Dienst mit dem Schlüssel der Pipeline.',
  loading: 'Wird geladen',
  feature: 'Effekt',
  elsewhere: 'hier nicht ausgeführt',
  notCarriedOut:
    'Der Dienst führt diesen Effekt nicht aus, darum lässt sich dafür nichts hochladen.',
  files: 'Dateien',
  choose: 'Datei wählen',
  several: (most) => `bis zu ${most} Dateien`,
  optional: 'kann fehlen',
  dropHere: 'oder hier ablegen oder einfügen',
  camera: 'Kamera',
  cameraSays: 'öffnet ein eigenes Fenster, dessen Bild hierher kommt',
  roles: {
    src: 'Bild oder Video',
    ref: 'Vorlage',
    msk: 'Maske',
    srcmsk: 'Maske des Bildes',
    refmsk: 'Maske der Vorlage',
    style: 'Stil',
    bg: 'Hintergrund',
  },
  wrong: (count) =>
    count === 1
      ? 'Zuerst ist eine Stelle zu berichtigen: siehe ihr Feld.'
      : `Zuerst sind ${count} Stellen zu berichtigen: siehe ihre Felder.`,
  earlier: (name) => `Nach oben: ${name}`,
  remove: (name) => `Wegnehmen: ${name}`,
  up: 'Nach oben',
  take: 'Wegnehmen',
  find: 'Personen finden, kostenlos',
  finding: 'Sucht Personen',
  found: (count) =>
    count === 0
      ? 'Niemand wurde gefunden.'
      : count === 1
        ? '1 Person gefunden.'
        : `${count} Personen gefunden.`,
  clickPerson: 'Klicke an, an wem er wirken soll.',
  person: (number) => `Person ${number}`,
  run: (price) => `Ausprobieren: ${price}`,
  units: (count) => (count === '1' ? '1 Einheit' : `${count} Einheiten`),
  unitRange: (least, most) => `${least} bis ${most} Einheiten`,
  noPrice: 'Ausprobieren',
  uploading: 'Lädt hoch',
  working: (span) => `Arbeitet, ${span}`,
  stop: 'Nicht warten',
  failed: 'Es ist nicht gelungen',
  result: 'Ergebnis',
  before: 'Vorher',
  after: 'Nachher',
  open: 'Datei öffnen',
  took: (span, units) => `Dauerte ${span} und kostete ${units}.`,
  values: 'Werte',
  code: 'Dasselbe als Programm',
  codeHint:
    'Es fragt nach einem Schlüssel in DARKROOM_KEY und nach Dateien dieser Namen. Schlüssel macht man unter Dienst.',
  codeLater: 'Wähle die Dateien, dann stehen hier die Anfragen.',
  shell: 'Shell',
  typescript: 'TypeScript',
  copy: 'Kopieren',
  copied: 'Kopiert',
}
