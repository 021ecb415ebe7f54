import type * as English from '../../en/server/landing.ts'

export const landing: typeof English.landing = {
  title: 'Deine Flüge, exakt gewertet',
  description:
    'Cloudstreet ist ein Flugbuch für Gleitschirm- und Drachenflieger: IGC-Datei ablegen, den Flug auf der Karte sehen, mit exakter Wertung und Beweis, und mit den Anwendungen teilen, die du auswählst.',
  preview: 'Ein Flug in Cloudstreet: der Track auf einer Karte mit dem gewerteten Dreieck.',
  drop: 'Leg eine IGC-Datei hier ab, oder wähle eine aus',
  staysHere: 'Gewertet in deinem Browser, ohne Konto. Die Datei bleibt auf deinem Gerät.',
  needsScript: 'Das braucht JavaScript; mit einem Programm ins Flugbuch hochladen geht auch ohne.',
  opening: (name) => `${name} wird geöffnet …`,
  notOpened: (name) => `${name} ließ sich hier nicht öffnen. Lade die Seite neu und versuch es noch einmal.`,
  headline: 'Zieh einen Flug hierher.',
  headlineEnd: 'Erfahre, was er wert war.',
  lead: 'Für Gleitschirm- und Drachenflieger: Cloudstreet liest deine IGC-Datei, findet die beste Wertung, die die Regeln erlauben, beweist, dass es keine bessere gibt, und bewahrt den Flug in einem Flugbuch auf, das dir gehört.',
  start: 'Flugbuch beginnen',
  signIn: 'Anmelden',
  picture:
    'Ein Flug in Cloudstreet: der Track auf einer Karte mit dem gewerteten Dreieck, daneben die Werte, darunter das Barogramm.',
  play: 'Diesen Flug abspielen',
  forPilots: 'Für Piloten',
  anyRecorder: 'Dateien von jedem Gerät.',
  anyRecorderText:
    'Ist eine kaputt, erfährst du, in welcher Zeile und warum, noch bevor sie hochgeladen wird.',
  exact: 'Eine exakte Wertung.',
  exactText: 'Wendepunkte, Schenkel und Schließdistanz, mit dem Beweis daneben.',
  yourData: 'Deine Daten, deine Entscheidung.',
  yourDataText:
    'Sieh, was jede verbundene App wann gelesen hat; trenne sie mit einem Klick; lade alles herunter, was du hast.',
  forDevelopers: 'Für Entwickler',
  developersText:
    'Eine REST-API mit OAuth 2.0 (Authorization Code mit PKCE, Device Code, Client Credentials), persönlichen API-Schlüsseln und signierten Webhooks. Ein Befehl lädt einen Flug hoch:',
  uploadByCurl: 'Einen Flug mit curl hochladen',
  documentation: 'API-Dokumentation',
  createKey: 'API-Schlüssel erstellen',
  openapi: 'OpenAPI-Beschreibung',
  worksWith: 'Funktioniert mit',
  uploaders: 'Diese laden von selbst hoch:',
  recorders: 'Von diesen und allem anderen, was IGC-Dateien schreibt, legst du die Datei ab:',
  setUp: 'Fluginstrument einrichten',
  runIt: 'Selbst betreiben',
  runItText:
    'Unter Linux mit Node 20 oder neuer startet ein Befehl im Quellordner alles, mit eigener Datenbank:',
  startService: 'Den Dienst starten',
  asService: 'Als Dienst oder Container',
  about: 'Über Cloudstreet',
  source: 'Quelltext',
  licence: 'MIT-Lizenz',
  version: (version) => `Version ${version}`,
  privacy: 'Datenschutz',
}
