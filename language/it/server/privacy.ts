import type * as English from '../../en/server/privacy.ts'
import { sentence } from '../../sentence.ts'

const days = (count: number) => (count === 1 ? 'un giorno' : `${count} giorni`)

export const privacy: typeof English.privacy = {
  title: 'Privacy',
  description: 'Che cosa Cloudstreet conserva di te, per quanto tempo, e chi lo vede.',
  lead: 'Che cosa questa installazione di Cloudstreet conserva di te, per quanto tempo, e chi lo vede.',
  without: 'Senza account',
  withoutText:
    'Un file che trascini sulla pagina iniziale viene letto e valutato nel tuo browser. Resta in quella scheda e viene inviato solo quando scegli di conservarlo e hai effettuato l’accesso. Alla mappa viene chiesta la zona del volo.',
  with: 'Con un account',
  kept: 'Il tuo indirizzo email, il tuo profilo, i tuoi voli con i loro file e le chiavi e i collegamenti che crei vengono conservati finché non li elimini.',
  logs: (signIns, reads) =>
    `Gli accessi e le modifiche del tuo account, con indirizzo e browser, vengono conservati per ${days(signIns)}; ciò che ogni app ha letto, giorno per giorno, per ${days(reads)}.`,
  leave: (download) =>
    sentence`Puoi ${download} in qualsiasi momento. I backup precedenti possono contenerlo finché chi gestisce questo servizio non li ha sostituiti.`,
  download: 'scaricare tutto o eliminare l’account',
  whoSees: 'Chi vede i tuoi voli',
  whoSeesText:
    'Nessuno tranne te, a meno che tu non condivida un volo, pubblichi il tuo profilo o colleghi un’app. Ogni app collegata vede ciò che le hai consentito, finché non la scolleghi. Le zone private nascondono dei luoghi a tutti gli altri.',
  cookies: 'Cookie e altri siti',
  cookiesText:
    'I cookie mantengono il tuo accesso, ricordano la lingua e proteggono i moduli. Il tuo browser conserva i tuoi ultimi dieci voli e i file che aspettano la rete finché esci, al massimo 14 giorni. Non ci sono pubblicità né tracciamento.',
  mapsFrom: (host) => `Le mappe vengono da ${host}, che vede il tuo indirizzo e la zona che guardi.`,
  nothingElse: 'Le pagine non caricano nulla da altri siti.',
  heightsFrom: (host) =>
    `Le quote del terreno vengono da ${host}. Quel server apprende quali quadrati di un grado, larghi circa 100 km, qualcuno qui ha sorvolato, compresi i voli privati e le zone private; nulla su chi, quando o in quale punto.`,
  sitesFrom: (host) =>
    `I nomi dei decolli vengono da OpenStreetMap (© i suoi contributori, ODbL) tramite ${host}, che ha appreso in quali quadrati di un grado, larghi circa 100 km, sono iniziati voli di qui, compresi quelli privati e nelle zone private; nulla su chi, quando o in quale punto.`,
  contact: 'Contatto',
}
