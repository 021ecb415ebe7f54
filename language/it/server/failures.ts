import type * as English from '../../en/server/failures.ts'

export const failures: typeof English.failures = {
  notAllowed: 'Non è consentito',
  notFound: 'Pagina non trovata',
  tooMany: 'Troppi tentativi',
  oneMoment: 'Un attimo, per favore',
  ourFault: 'Qualcosa è andato storto',
  failed: 'Non ha funzionato',
  toStart: 'Vai alla pagina iniziale',
  forSupport: 'Dettagli per l’assistenza',
  request: (id) => `Richiesta ${id}`,
  nothingHere: 'A questo indirizzo non c’è nulla.',
  tryAgainIn: (seconds) =>
    seconds < 60
      ? `Riprova tra ${seconds === 1 ? 'un secondo' : `${seconds} secondi`}.`
      : `Riprova tra ${Math.ceil(seconds / 60) === 1 ? 'un minuto' : `${Math.ceil(seconds / 60)} minuti`}.`,
}

export const refusals: typeof English.refusals = {
  otherSite: 'Questa richiesta viene da un altro sito, quindi non è cambiato nulla.',
  formOfOtherSite: 'Questo modulo è stato inviato da un altro sito.',
  formExpired: 'Questo modulo è scaduto o appartiene a un’altra sessione. Apri di nuovo la pagina.',
  wrongPassword: 'La password attuale è sbagliata.',
  hasApp: 'Hai già un’app di autenticazione. Prima rimuovila.',
  setUpExpired: 'La configurazione è scaduta. Ricomincia.',
  wrongAppCode: 'Questo codice è sbagliato. L’orologio del tuo telefono è giusto?',
  noSecondFactor: 'Non hai un secondo fattore.',
  noFlight: 'Questo volo non esiste.',
  noProfile: 'Questo profilo non esiste.',
  noDatabase: 'Il servizio al momento non raggiunge il suo database; riprova tra poco.',
  isBusy: 'Qualcos’altro sta usando ciò che serve qui; riprova tra poco.',
  ourFault: 'Qualcosa è andato storto da parte nostra; il numero della richiesta ci aiuta a trovarlo.',
  repeatedParameter: 'Il link contiene client_id o redirect_uri più di una volta.',
  unknownApplication: 'L’applicazione da cui arrivi è sconosciuta o disattivata.',
  unregisteredReturn:
    'L’applicazione non ha registrato l’indirizzo (redirect_uri) a cui questo link ti riporterebbe.',
  repeatedInSignOut: 'Il link contiene un parametro più di una volta.',
  otherApplication: 'Il link indica un’applicazione (client_id) a cui il suo id_token_hint non è destinato.',
  unregisteredAfterSignOut:
    'L’applicazione non ha registrato l’indirizzo (post_logout_redirect_uri) a cui questo link ti riporterebbe.',
}
