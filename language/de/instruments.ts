import type { instruments as English } from '../en/instruments.ts'

const shareFile = [
  'Öffne die IGC-Datei des Flugs in der App und wähle „Teilen“. Unter Android ist Cloudstreet unter den Apps, sobald es auf dem Handy installiert ist.',
  'Oder speichere die Datei und wähle sie auf der Seite „Hochladen“ aus.',
]
const copyFiles = [
  'Schließe es per USB an einen Computer an: Sein Speicher erscheint als Laufwerk. Die Flüge sind IGC-Dateien, oft in einem eigenen Ordner.',
  'Ziehe sie auf die Seite „Hochladen“: viele auf einmal oder als ZIP-Datei. Was schon da ist, wird erkannt.',
]

export const instruments: typeof English = {
  flyskyhy: {
    name: 'Flyskyhy (iPhone)',
    steps: [
      'Öffne die Einstellungen, geh zum Hochladen von Flügen und wähle „Other Leonardo Server“.',
      'Gib Adresse, Benutzer und Passwort von unten ein.',
      'Lade einen Flug aus dem Flugbuch der App hoch.',
    ],
  },
  gaggle: {
    name: 'Gaggle (Android)',
    steps: [
      'Öffne die Einstellungen, dann das Konto des Leonardo-Servers.',
      'Gib Adresse, Benutzer und Passwort von unten ein.',
      'Öffne einen Flug und wähle „Upload“.',
    ],
  },
  leaf: {
    name: 'Leaf-Vario',
    steps: [
      'Starte auf dem Instrument das Koppeln mit dem Flugbuch. Es zeigt einen Code aus sechs Zeichen.',
      'Scanne den QR-Code, den es zeigt, oder öffne unten „Mit einem Code koppeln“ und gib den Code ein.',
      'Erlaube es. Von da an lädt das Instrument von selbst hoch.',
    ],
  },
  xcup: {
    name: 'xcup und andere Programme für DHV-XC',
    steps: [
      'Gib die Adresse unten als Adresse der Schnittstelle ein.',
      'Gib Benutzer und Passwort von unten als Benutzer und Upload-Passwort ein.',
      'Lade einen Flug hoch.',
    ],
  },
  skylines: {
    name: 'Skripte für SkyLines',
    steps: [
      'Sende deine Dateien, IGC oder ZIP, an die Adresse unten.',
      'Verwende Benutzer und Passwort von unten für HTTP Basic.',
    ],
  },
  other: {
    name: 'Anderes Instrument oder andere App',
    steps: [
      'Such nach dem Hochladen zu einem „Leonardo“-Server oder nach einer Adresse, die du selbst eintragen kannst.',
      'Gib Adresse, Benutzer und Passwort von unten ein.',
      'Lade einen Flug hoch.',
    ],
  },
  xctrack: {
    name: 'XCTrack (Android)',
    steps: ['Es lädt zu XContest hoch und nimmt keine Adresse eines anderen Flugbuchs an.', ...shareFile],
  },
  seeyou: {
    name: 'SeeYou, SeeYou Navigator',
    steps: ['Es ist nicht bekannt, dass es die Adresse eines anderen Flugbuchs annimmt.', ...shareFile],
  },
  skytraxx: {
    name: 'Skytraxx',
    steps: [
      'Es lädt zu den Diensten seiner eigenen Liste hoch und nimmt keine andere Adresse an.',
      ...copyFiles,
    ],
  },
  flymaster: {
    name: 'Flymaster',
    steps: [
      'Es lädt zu den Diensten seiner eigenen Liste hoch und nimmt keine andere Adresse an.',
      ...copyFiles,
    ],
  },
}
