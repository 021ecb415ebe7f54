import type { Landing } from '../../en/server/landing.ts'

export const landing: Landing = {
  title: 'I tuoi voli, con il punteggio esatto',
  description:
    'Cloudstreet è un libretto di volo per parapendisti: trascina un file IGC, guarda il volo sulla mappa con il punteggio esatto e la prova, e condividilo con le applicazioni che scegli.',
  preview: 'Un volo in Cloudstreet: la traccia su una mappa con il triangolo valutato.',
  drop: 'Trascina qui un file IGC, o scegline uno',
  staysHere: 'Valutato nel tuo browser, senza account. Il file resta sul tuo dispositivo.',
  needsScript: 'Per questo serve JavaScript; per caricare nel libretto con un programma no.',
  opening: (name) => `Apertura di ${name} …`,
  tooLarge: (name) =>
    `${name} è troppo grande per essere aperto qui, o non è leggibile. Scegli un solo file IGC.`,
  headline: 'Trascina un volo.',
  headlineEnd: 'Scopri quanto valeva.',
  lead: 'Cloudstreet legge il tuo file IGC, trova il miglior punteggio che le regole permettono, dimostra che non ne esiste uno migliore e conserva il volo in un libretto che appartiene a te.',
  start: 'Inizia il tuo libretto',
  signIn: 'Accedi',
  picture:
    'Un volo in Cloudstreet: la traccia su una mappa con il triangolo valutato, i dati accanto, il barogramma sotto.',
  forPilots: 'Per i piloti',
  anyRecorder: 'File da qualsiasi registratore.',
  anyRecorderText: 'Se uno è rovinato, sai in quale riga e perché, prima ancora di caricarlo.',
  exact: 'Un punteggio esatto.',
  exactText: 'Boe, lati e distanza di chiusura, con la prova accanto.',
  yourData: 'I tuoi dati, la tua decisione.',
  yourDataText:
    'Guarda che cosa ha letto ogni app collegata, e quando; scollegala con un clic; scarica tutto ciò che hai.',
  forDevelopers: 'Per gli sviluppatori',
  developersText:
    'Una API REST con OAuth 2.0 (authorization code con PKCE, device code, client credentials), chiavi API personali e webhook firmati. Un comando carica un volo:',
  uploadByCurl: 'Caricare un volo con curl',
  documentation: 'Documentazione delle API',
  createKey: 'Crea una chiave API',
  openapi: 'Descrizione OpenAPI',
  worksWith: 'Funziona con',
  uploaders: 'Questi caricano da soli:',
  recorders: 'Da questi, e da tutto ciò che scrive file IGC, trascina il file:',
  setUp: 'Configura uno strumento',
  runIt: 'Gestiscilo tu',
  runItText:
    'Su Linux con Node 20 o più recente, un comando nella cartella dei sorgenti avvia tutto, con il proprio database:',
  startService: 'Avviare il servizio',
  asService: 'Come servizio o container',
  about: 'Informazioni',
  source: 'Codice sorgente',
  licence: 'Licenza MIT',
  version: (version) => `Versione ${version}`,
  privacy: 'Privacy',
}
