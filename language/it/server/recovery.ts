import { plural } from '../../plural.ts'
import type * as English from '../../en/server/recovery.ts'
import { sentence } from '../../sentence.ts'

export const resetPassword: typeof English.resetPassword = {
  forgotten: 'Reimposta la password',
  enterEmail:
    'Inserisci l’indirizzo email del tuo account. Ti invieremo un link per scegliere una nuova password.',
  sendLink: 'Invia il link',
  sent: 'Se questo indirizzo email ha un account, un link per scegliere una nuova password è in arrivo.',
  title: 'Scegli una nuova password',
  signsOut: 'Così esci da tutti i browser.',
  button: 'Cambia la password',
  changed: 'La tua password è stata cambiata. Accedi con quella nuova.',
}

export const mailedLinks: typeof English.mailedLinks = {
  checkInbox: 'Controlla la posta in arrivo',
  notThere: 'Dopo qualche minuto non è arrivato nulla? Guarda nella posta indesiderata.',
  expired: 'Questo link non funziona più',
  workOnce: 'I link che inviamo per email funzionano una volta sola e per un tempo limitato.',
}

export const confirmEmail: typeof English.confirmEmail = {
  title: 'Conferma il tuo indirizzo email',
  isItYours: (email) => sentence`${email} è il tuo indirizzo email, e hai chiesto tu questa email?`,
  yes: 'Sì, confermalo',
  confirmed: 'Il tuo indirizzo email è confermato',
  isNow: (email) => sentence`${email} ora è l’indirizzo email del tuo account.`,
  openAccount: 'Apri il tuo account',
  youCanSignIn: 'Il tuo indirizzo email è confermato. Ora puoi accedere.',
  enterEmail: 'Inserisci l’indirizzo email del tuo account. Invieremo di nuovo l’email di conferma.',
  resend: 'Invia di nuovo',
  sent: 'Se questo indirizzo email ha un account non ancora confermato, un link è in arrivo.',
}

export const keepEmail: typeof English.keepEmail = {
  takeBack: 'Riprenditi l’account',
  isAnother: (email) => sentence`L’account che aveva l’indirizzo ${email} ora ne ha un altro.`,
  willTakeBack:
    'Questo gli restituisce il tuo indirizzo, disconnette tutti, annulla tutti i link inviati e ti fa scegliere una nuova password.',
  takeItBack: 'Riprendilo',
  keep: 'Tieni il tuo indirizzo email',
  someoneAsked: 'Qualcuno ha chiesto di cambiare l’indirizzo email del tuo account.',
  willCancel: (email) => sentence`Questo annulla la modifica: l’indirizzo resta ${email}.`,
  cancelChange: 'Annulla la modifica',
  isYours: 'L’account è di nuovo tuo',
  isBack: (email) => sentence`Il suo indirizzo è di nuovo ${email}. Tutti sono stati disconnessi.`,
  oldPasswordEnded: 'La vecchia password non funziona più. Scegline subito una nuova.',
  isCancelled: 'La modifica è annullata',
  stays: (email) => sentence`L’indirizzo del tuo account resta ${email}.`,
  somebodyKnows: 'Se non l’hai chiesto tu, qualcuno conosce la tua password. Scegline subito una nuova.',
}

export const undoFactor: typeof English.undoFactor = {
  wasAdded: (name) => sentence`Qualcuno ha aggiunto ${name} ai secondi fattori del tuo account. Non sei tu?`,
  willRemove:
    'Questo lo rimuove, disconnette tutti, sospende gli altri secondi fattori recenti e ti fa scegliere una nuova password.',
  remove: 'Rimuovilo',
  removed: 'È stato rimosso',
  noLonger: (name) =>
    sentence`${name} non permette più di accedere al tuo account. Tutti sono stati disconnessi.`,
  otherEmail:
    'L’account ora ha un altro indirizzo email. Per riaverlo, apri il link nell’email che ti ha informato di quel cambiamento.',
}

export const undoSharing: typeof English.undoSharing = {
  undo: 'Annulla',
  wasChanged: 'Qualcuno ha cambiato ciò che altri vedono dei tuoi voli. Non eri tu?',
  willUndo: 'Così tutto torna com’era; i voli condivisi insieme diventano privati.',
  undone: 'È annullato',
  choosePassword: 'Se l’ha cambiato qualcun altro, conosce la tua password. Scegline ora una nuova.',
}

export const undoClubOwners: typeof English.undoSharing = {
  undo: 'Annulla',
  wasChanged: 'Non era concordato?',
  willUndo: 'Ogni persona interessata riottiene il ruolo che aveva prima.',
  undone: 'È annullato',
  choosePassword: 'Se qualcuno l’ha fatto a tuo nome, conosce la tua password. Scegline ora una nuova.',
}

export const review: typeof English.review = {
  title: 'Che cosa può agire per il tuo account',
  afterRecovery:
    'Il tuo account è stato recuperato. Qualcun altro potrebbe aver lasciato qualcosa. Ciò che risale alla settimana prima del recupero o a dopo termina, a meno che tu non lo tenga.',
  atAnyTime: 'Tutto questo può agire per il tuo account senza accesso. Termina ciò che non conosci.',
  othersSignedOut: 'Tutti gli altri browser vengono disconnessi.',
  signsOutOthers: 'Terminare qualcosa ti disconnette anche da tutti gli altri browser.',
  apply: 'Applica queste scelte',
  keep: 'Tieni',
  end: 'Termina',
  decideRest: 'Le tue scelte sono salvate. Decidi anche di ciò che resta.',
  saved: 'Le tue scelte sono salvate',
  ended: 'Terminati',
  kept: 'Tenuti',
  again: 'Puoi ricontrollare gli accessi dal tuo account in qualsiasi momento.',
  nothing: 'Nient’altro può agire per il tuo account',
  nothingLong:
    'Non ci sono chiavi, strumenti, app collegate, applicazioni tue, webhook o secondi fattori, e nessun volo è condiviso.',
  age: (made, days, day) =>
    days < 1
      ? `${made} meno di un giorno fa`
      : `${made} ${days === 1 ? 'un giorno' : `${days} giorni`} fa (${day})`,
  confirmedBy: (proof) => `confermato con ${proof}`,
  suspended: 'sospeso dal recupero',
  neverUsed: 'mai usato',
  lastUsed: (day) => `ultimo uso il ${day}`,
  left: (codes) => (codes === 1 ? 'ne resta 1' : `ne restano ${codes}`),
  shared: (flights, names, others) =>
    `${flights} ${plural(flights, 'volo', 'voli')}: ${names}${others > 0 ? ` e altri ${others}` : ''}`,
  newFlights: {
    unlisted: 'i nuovi voli sono visibili a chi ha il link',
    public: 'i nuovi voli sono visibili a tutti',
  },
  kinds: {
    passkey: {
      title: 'Passkey',
      made: 'aggiunta',
      ending: 'Terminarle le rimuove. Permettono di accedere senza password.',
    },
    authenticator: {
      title: 'App di autenticazione',
      made: 'configurata',
      ending: 'Terminarla la rimuove. Poi puoi configurare di nuovo la tua.',
    },
    recoveryCodes: {
      title: 'Codici di recupero',
      made: 'creati',
      ending: 'Terminarli li elimina. Spariscono anche con l’ultimo secondo fattore.',
    },
    key: { title: 'Chiavi API', made: 'creata', ending: 'Terminarle le revoca.' },
    device: { title: 'Strumenti che caricano voli', made: 'aggiunto', ending: 'Terminarli li rimuove.' },
    pairing: {
      title: 'Strumenti non ancora collegati',
      made: 'autorizzato',
      ending: 'Terminarli impedisce che si colleghino.',
    },
    consent: {
      title: 'App collegate',
      made: 'autorizzata l’ultima volta',
      ending: 'Terminarle le scollega: perdono subito l’accesso.',
    },
    application: {
      title: 'Le tue applicazioni',
      made: 'registrata o modificata',
      ending:
        'Terminarle le disattiva ed elimina i loro segreti. Prima di riattivarne una, controlla i suoi indirizzi di ritorno; poi rinnova il suo segreto.',
    },
    webhook: {
      title: 'Webhook',
      made: 'registrato o modificato',
      ending: 'Terminarli li disattiva: non viene più inviato loro nulla.',
    },
    destination: {
      title: 'Destinazioni',
      made: 'aggiunta o modificata',
      ending: 'Terminarle le elimina: non vi viene più inviato alcun volo, e quelli che ci sono restano.',
    },
    sharing: {
      title: 'Ciò che vedono gli altri',
      made: 'condiviso o modificato',
      ending: 'Terminare rende privati tutti i tuoi voli, anche quelli nuovi, e chiude i loro link.',
    },
    change: {
      title: 'Modifiche che altri vedono',
      made: 'fatta',
      ending: 'Terminarle le annulla: tutto torna com’era.',
    },
  },
  proofs: {
    password: 'password',
    passkey: 'passkey',
    'authenticator app': 'app di autenticazione',
    'recovery code': 'codice di recupero',
    code: 'codice',
  },
  and: 'e',
}
