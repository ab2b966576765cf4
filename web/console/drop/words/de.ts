import type { DropWords } from './en.ts'

/** The words of the page for dropping files in German. */
export const de: DropWords = {
  title: 'Ablegen',
  under: 'Dateien gehen erst hinauf, wenn du es sagst. Vorher siehst du, was aus jeder wird.',
  recipe: 'Rezept',
  chooseRecipe: 'Wähle ein Rezept',
  recipeFirst: 'Ein Rezept sagt, was mit den Dateien geschieht.',
  recipesHelp: 'Was jedes Rezept tut',
  noRecipes: 'Es gibt kein verwendbares Rezept. Lege zuerst eines an.',
  zone: 'Ziehe Dateien oder Ordner hierher, oder füge sie ein.',
  files: 'Dateien wählen',
  folder: 'Ordner wählen',
  clear: 'Alles entfernen',
  reading: (count) => `Liest: ${count} Dateien bisher`,
  planning: 'Sieht nach, was aus ihnen wird',
  tooMany: (most) =>
    `Mehr als ${most} Dateien auf einmal sind etwas für die Befehlszeile (darkroom drop) oder einen Stapel. Nichts wurde genommen.`,
  twice: (count) => `${count} Dateien gleichen Namens waren schon da; die letzten zählen.`,
  plan: 'Was geschehen wird',
  jobs: (count) =>
    count === '1' ? '1 Datei wird ein Auftrag' : `${count} Dateien werden Aufträge`,
  nothing: 'Keine Datei wird ein Auftrag.',
  bytes: (bytes) => `${bytes} gehen hinauf`,
  companions: (count) =>
    count === '1' ? '1 Datei gehört zu einer anderen' : `${count} Dateien gehören zu anderen`,
  earlier: (count) => (count === '1' ? '1 wurde schon abgelegt' : `${count} wurden schon abgelegt`),
  again: 'Noch einmal ablegen',
  earlierStates: {
    done: 'schon fertig',
    going: 'unterwegs',
    refused: 'schon abgelehnt',
    failed: 'schon gescheitert',
  },
  missing: (count) =>
    count === '1'
      ? '1 Datei fehlt eine Datei daneben, und bleibt weg'
      : `${count} Dateien fehlt eine Datei daneben, und bleiben weg`,
  incomplete: 'Trotzdem ablegen; jeder Auftrag wartet auf seine Datei',
  missingOf: (names) => `es fehlt ${names}`,
  supersedes: (count) =>
    count === '1'
      ? '1 Datei ersetzt eine andere, deren Auftrag noch läuft'
      : `${count} Dateien ersetzen andere, deren Aufträge noch laufen`,
  superseding: 'ersetzt eine, deren Auftrag läuft',
  objects: (keys) =>
    `Das Rezept braucht, was nicht im Bucket liegt: ${keys}. Jede Datei würde scheitern.`,
  returns: 'Dateien, die nicht passen, kommen zurück, wie sie abgelegt wurden.',
  left: (count) => (count === '1' ? '1 Datei bleibt weg' : `${count} Dateien bleiben weg`),
  leftAs: (reason, count) => `${reason} (${count})`,
  reasons: {
    hidden: 'versteckt',
    empty: 'leer',
    'too-large': 'größer, als gesendet werden darf',
    'name-long': 'der Pfad ist länger, als ein Schlüssel sein darf',
    'name-unfit': 'der Name enthält, was kein Schlüssel enthalten darf',
    'no-media': 'kein Bild oder Video',
    'unknown-kind': 'keine bekannte Art von Bild oder Video',
    picture: 'ein Bild, und dieses Rezept arbeitet an Videos',
    video: 'ein Video, und dieses Rezept arbeitet an Bildern',
  },
  more: (count) => `und ${count} weitere`,
  units: (least, most) =>
    least === most
      ? `${least} ${least === '1' ? 'Einheit' : 'Einheiten'}`
      : `${least} bis ${most} Einheiten`,
  forOne: 'mit einem Ziel je Datei',
  fewDollars: 'weniger als 0,01 $',
  dollars: (dollars) => `etwa ${dollars} $`,
  minutes: (least, most) => (least === most ? `etwa ${least}` : `${least} bis ${most}`),
  byJobs: (count) =>
    count === 1 ? 'nach seinem letzten Auftrag' : `nach seinen letzten ${count} Aufträgen`,
  unknownCost: 'Noch kein Auftrag dieses Rezepts ist zu Ende: Zeit und Dollar sind nicht bekannt.',
  budgetHolds: (left) => `Das Tagesbudget reicht: ${left} sind übrig.`,
  budgetNot: (left, needs) =>
    `Vom Tagesbudget sind ${left} übrig, und dies kann ${needs} kosten. Dateien darüber warten auf einen anderen Tag.`,
  budgetUnknown: (left) => `Vom Tagesbudget sind ${left} übrig.`,
  unitsLeft: (units) => `${units} ${units === '1' ? 'Einheit' : 'Einheiten'}`,
  start: (count) => (count === '1' ? '1 Datei ablegen' : `${count} Dateien ablegen`),
  pause: 'Anhalten',
  resume: 'Weiter',
  retry: (count) =>
    count === '1' ? '1 Datei noch einmal versuchen' : `${count} Dateien noch einmal versuchen`,
  done: (sent, total) => `${sent} von ${total} Dateien`,
  rate: (bytes) => `${bytes} je Sekunde`,
  timeLeft: (time) => `noch etwa ${time}`,
  paused: 'Angehalten',
  away: 'Nichts antwortet. Der Rest geht hinauf, sobald etwas antwortet.',
  begun: (count) => (count === '1' ? '1 Auftrag hat begonnen' : `${count} Aufträge haben begonnen`),
  seeJobs: 'Zu den Aufträgen',
  failedHead: (count) =>
    count === '1' ? '1 Datei kam nicht hinauf' : `${count} Dateien kamen nicht hinauf`,
  resumeHint:
    'Seite zwischendurch geschlossen? Wähle dieselben Dateien noch einmal: was da ist, wird nicht noch einmal gesendet.',
  file: 'Datei',
  size: 'Größe',
  fate: 'Was aus ihr wird',
  states: {
    planned: 'wird ein Auftrag',
    waiting: 'wartet',
    sending: 'geht hinauf',
    sent: 'ist da',
    failed: 'kam nicht hinauf',
    changed: 'änderte sich unterwegs: wähle sie noch einmal',
  },
  companionOf: (name) => `gehört zu ${name}`,
  companion: 'gehört zu einer Datei, die nicht dabei ist',
  job: 'Auftrag',
  progress: 'Hochladen',
}
