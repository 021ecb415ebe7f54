import type { emails as English } from '../../en/server/emails.ts'

export const emails: typeof English = {
  verification: {
    subject: 'Conferma il tuo indirizzo email per Cloudstreet',
    text: (link) =>
      `Conferma che questo indirizzo email è tuo:\n\n${link}\n\n` +
      'Il link funziona una volta sola, entro un giorno. Se non l’hai chiesto tu, ignora questa email: non cambierà nulla.',
  },
  accountExists: {
    subject: 'Hai già un account Cloudstreet',
    text: (signIn, password) =>
      'Qualcuno, forse tu, ha provato a creare un account con questo indirizzo email. ' +
      'Ne hai già uno, e non è stato modificato.\n\n' +
      `Accedi: ${signIn}\nHai dimenticato la password? ${password}\n\n` +
      'Se non l’hai fatto tu, non devi fare nulla.',
  },
  finishSignUp: {
    subject: 'Completa la creazione del tuo account Cloudstreet',
    text: (link) =>
      'Esiste già un account con questo indirizzo email, ma l’indirizzo non è ancora stato confermato. ' +
      `Per usare l’account, scegli qui una password; così confermi anche l’indirizzo:\n\n${link}\n\n` +
      'Il link funziona una volta sola, entro un’ora. Se non l’hai fatto tu, ignora questa email.',
  },
  passwordReset: {
    subject: 'Scegli una nuova password per Cloudstreet',
    text: (link) =>
      `Scegli qui una nuova password:\n\n${link}\n\n` +
      'Il link funziona una volta sola, entro un’ora. Se non l’hai chiesto tu, ignora questa email: la tua password resta la stessa.',
  },
  emailInUse: {
    subject: 'Qualcuno ha provato a usare il tuo indirizzo email su Cloudstreet',
    text:
      'Il titolare di un altro account Cloudstreet ha chiesto di cambiare il proprio indirizzo email con questo. ' +
      'L’indirizzo appartiene al tuo account, quindi non è cambiato nulla.',
  },
  emailChangeRequested: {
    subject: 'Il tuo indirizzo email su Cloudstreet sta per cambiare',
    text: (newEmail, link, password) =>
      `Qualcuno che ha effettuato l’accesso al tuo account ha chiesto di cambiarne l’indirizzo email in ${newEmail}. ` +
      'Se l’hai fatto tu, qui non devi fare nulla.\n\n' +
      `Altrimenti, tieni il tuo indirizzo:\n\n${link}\n\n` +
      'Il link annulla la modifica. Funziona ancora per sette giorni dopo la modifica: in quel caso restituisce questo ' +
      `indirizzo al tuo account e disconnette tutti. Qualcun altro conosce la tua password, quindi scegline una nuova: ${password}`,
  },
  emailChanged: {
    subject: 'L’indirizzo email del tuo account Cloudstreet è cambiato',
    text: (newEmail, link) =>
      `L’indirizzo email del tuo account ora è ${newEmail}. ` +
      'Se l’hai fatto tu, qui non devi fare nulla.\n\n' +
      `Altrimenti, riprenditi l’account:\n\n${link}\n\n` +
      'Il link funziona per sette giorni. Restituisce questo indirizzo all’account, disconnette tutti e ti fa scegliere ' +
      'una nuova password.',
  },
  emailRestored: {
    subject: 'Una modifica dell’indirizzo email è stata annullata su Cloudstreet',
    text: (email, password) =>
      `L’account ha di nuovo il suo indirizzo email ${email}. Tutti sono stati disconnessi, i link inviati prima non ` +
      `funzionano più, e devi scegliere una nuova password: ${password}`,
  },
  emailReserved: {
    subject: 'Il tuo indirizzo email non può ancora essere usato su Cloudstreet',
    text:
      'Qualcuno, forse tu, voleva usare questo indirizzo email per un account Cloudstreet. Fino a pochi giorni fa era ' +
      'l’indirizzo di un altro account, che può ancora riprenderselo. Riprova tra una settimana.',
  },
  passwordChanged: {
    subject: 'La tua password di Cloudstreet è stata cambiata',
    text: (password) =>
      'La password del tuo account è stata cambiata, e tutte le altre sessioni sono state chiuse. ' +
      `Se non l’hai fatto tu, scegli subito una nuova password: ${password}`,
  },
  newDevice: {
    subject: 'Il tuo account Cloudstreet è stato usato su un nuovo dispositivo',
    unknownBrowser: 'un browser sconosciuto',
    text: (browser, address, time, password, activity) =>
      'Qualcuno ha effettuato l’accesso al tuo account con un browser mai usato prima: ' +
      `${browser}, indirizzo IP ${address}, ${time}. ` +
      'Se l’hai fatto tu, non devi fare nulla.\n\n' +
      `Altrimenti, scegli subito una nuova password: ${password}\n` +
      `Poi controlla l’attività di sicurezza: ${activity}`,
  },
  secondFactor: {
    subject: 'I secondi fattori del tuo account Cloudstreet sono cambiati',
    text: (what, password, factors) =>
      `${what}\n\n` +
      `Se non l’hai fatto tu, scegli subito una nuova password: ${password}\n` +
      `Poi controlla quali fattori sono configurati: ${factors}`,
    withUndo: (what, link) =>
      `${what}\n\n` +
      `Se non l’hai fatto tu, rimuovi questo fattore e riprenditi l’account:\n\n${link}\n\n` +
      'Il link funziona per sette giorni. Disconnette tutti, sospende i secondi fattori altrettanto recenti e ti fa ' +
      'scegliere una nuova password.',
    appAdded:
      'È stata aggiunta un’app di autenticazione: per accedere al tuo account ora serve anche il suo codice.',
    passkeyAdded: (name) =>
      `È stata aggiunta una passkey: ${name}. Permette di accedere al tuo account e funziona accanto alla password.`,
    appRemoved: 'È stato rimosso un secondo fattore: l’app di autenticazione.',
    passkeyRemoved: (name) => `È stato rimosso un secondo fattore: la passkey ${name}.`,
    codesRenewed: 'Sono stati creati nuovi codici di recupero. Quelli di prima non funzionano più.',
    passwordAlone: 'Ora per accedere al tuo account basta la password.',
    removedByOperator:
      'Il gestore del servizio ha rimosso i tuoi secondi fattori: per accedere basta la password.',
  },
  accessReviewed: {
    subject: 'Hai controllato gli accessi al tuo account Cloudstreet',
    text: (ended, password) =>
      `Non possono più agire per il tuo account:\n\n${ended}\n\n` +
      `Se non l’hai fatto tu, scegli subito una nuova password: ${password}`,
  },
  recoveryCodeUsed: {
    subject: 'È stato usato un codice di recupero del tuo account Cloudstreet',
    text: (left, factors, password) =>
      'Uno dei tuoi codici di recupero è stato usato al posto del secondo fattore. ' +
      `${left === 0 ? 'Non ne resta nessuno' : left === 1 ? 'Ne resta uno' : `Ne restano ${left}`}; puoi crearne di nuovi: ${factors}\n\n` +
      `Se non l’hai fatto tu, scegli subito una nuova password: ${password}`,
  },
  keyCreated: {
    subject: 'Il tuo account Cloudstreet ha una nuova chiave API',
    text: (name, keys, password) =>
      `È stata creata una chiave con il nome “${name}”. Chi ce l’ha può agire per il tuo account nei limiti dei suoi permessi. ` +
      'Se l’hai fatto tu, non devi fare nulla.\n\n' +
      `Altrimenti, revoca la chiave: ${keys}\nPoi scegli una nuova password: ${password}`,
  },
  sharingWidened: {
    subject: 'Altri vedono di più di te',
    changes: {
      zoneRemoved: (name) =>
        `La zona privata «${name}» è stata rimossa: altri possono vedere dove i voli vi iniziano e finiscono.`,
      zoneNarrowed: (name) =>
        `La zona privata «${name}» nasconde meno di prima: altri vedono di più dei voli nelle vicinanze.`,
      flightsShared: (name) => `La visibilità di ${name} voli è stata cambiata: altri possono vederli.`,
      newFlightsShared: (_name) => `I nuovi voli d’ora in poi sono condivisi con altri.`,
      addressChosen: (name) => `Il tuo profilo pubblico ha d’ora in poi l’indirizzo «${name}».`,
      profilePublished: (_name) => `Il tuo profilo d’ora in poi è pubblico.`,
      seasonEntered: (name) =>
        `Partecipi alla stagione «${name}»: le sue classifiche mostrano il tuo nome come l’hai scelto e i voli che le lasci.`,
      clubJoined: (name) =>
        `D’ora in poi sei membro del club «${name}»: i suoi membri vedono il tuo nome come lo hai scelto.`,
      clubInvited: (name) =>
        `Il club «${name}» ha nuovi inviti da parte tua: chi ne ha uno può diventare membro.`,
      clubNameShown: (name) => `D’ora in poi il club «${name}» mostra di più del tuo nome.`,
      seasonNameShown: (name) =>
        `D’ora in poi le classifiche della stagione «${name}» mostrano di più del tuo nome.`,
    },
    text: (change, undo, password) =>
      `${change} Se l’hai fatto tu, non devi fare nulla.\n\nAltrimenti, annullalo entro sette giorni: ${undo}\nPoi scegli una nuova password: ${password}`,
  },
  entriesDecided: {
    subject: 'I tuoi voli in una classifica',
    text: (season: string, lines: string, link: string) =>
      `Sui tuoi voli in «${season}»:\n\n${lines}\n\nPuoi leggerlo e rispondere qui: ${link}`,
    states: {
      review: (why: string) => `messo da parte finché un revisore non l’ha guardato. ${why}`,
      accepted: (why: string) => `in classifica. I revisori scrivono: ${why}`,
      rejected: (why: string) =>
        `non in classifica. I revisori scrivono: ${why} Una decisione può essere cambiata.`,
    },
    findings: {
      airspace: 'La traccia attraversa uno spazio aereo per il quale può servire un’autorizzazione.',
      'invalid-signature': 'La firma del file non corrisponde; può succedere nel passaggio dallo strumento.',
      'unchecked-signature': 'Non è stato possibile verificare la firma del file.',
      'start-in-air': 'La registrazione inizia sopra il suolo; a volte gli strumenti partono tardi.',
      'same-track':
        'Un altro pilota della stagione ha la stessa traccia; a volte i file vengono passati per errore.',
    },
  },
  clubOwners: {
    subject: 'I proprietari del tuo club sono cambiati',
    changes: {
      clubHandedOver: (who) => `Ceduto a: ${who}.`,
      clubOwnerAdded: (who) => `Nuovo proprietario: ${who}.`,
      clubOwnerRemoved: (who) => `Non è più proprietario: ${who}.`,
    },
    text: (change, undo, password) =>
      undo === ''
        ? change
        : `${change} Se era concordato, non devi fare nulla.\n\nAltrimenti annullalo entro sette giorni: ${undo}\nSe qualcuno l’ha fatto a tuo nome, scegli una nuova password: ${password}`,
  },
  seasonChanged: {
    subject: 'Una stagione a cui partecipi è cambiata',
    texts: {
      seasonDeleted: (season) =>
        `La stagione «${season}», a cui partecipavi, è stata eliminata con le sue classifiche.`,
      seasonReopened: (season) =>
        `La stagione «${season}», a cui partecipi, è di nuovo aperta: i posti possono cambiare fino alla chiusura.`,
      rankingDeleted: (season, ranking) =>
        `La classifica «${ranking}» della stagione «${season}», a cui partecipi, è stata eliminata.`,
    },
  },
  clubInvitation: {
    subject: 'Un club ti invita',
    text: (club, inviter, link, day) =>
      `${inviter} ti invita a entrare nel club «${club}» su Cloudstreet. Senza il tuo sì non succede nulla: ${link}\n\n` +
      `L’invito vale una volta, fino al ${day}. Se non conosci il club o l’indirizzo, ignora questa e-mail.`,
  },
  deviceAdded: {
    subject: 'È stato aggiunto un dispositivo al tuo account Cloudstreet',
    text: (name, devices, password) =>
      `Un dispositivo con il nome “${name}” ora può caricare voli nel tuo account, e nient’altro. ` +
      'Se l’hai fatto tu, non devi fare nulla.\n\n' +
      `Altrimenti, rimuovi il dispositivo: ${devices}\nPoi scegli una nuova password: ${password}`,
  },
  newOrigin: {
    subject: 'Un’app collegata usa un nuovo indirizzo su Cloudstreet',
    text: (name, origin, earlier, connections, password) =>
      `Hai permesso a “${name}” di riportarti a ${origin}. Finora ti riportava a ${earlier}. ` +
      'Se l’hai fatto tu e ti fidi del nuovo indirizzo, non devi fare nulla.\n\n' +
      `Altrimenti, scollega l’app: ${connections}\nPoi scegli una nuova password: ${password}`,
  },
  destinationRefused: {
    subject: 'L’inoltro dei voli ha bisogno di te',
    text: (label: string, words: string, destinations: string) =>
      `Cloudstreet non può andare avanti con «${label}» senza di te.${words === '' ? '' : ` La risposta: ${words}`}\n\n` +
      `Nulla è perso. Controlla l’indirizzo e l’accesso, e tutto riprenderà da dove si è fermato: ${destinations}`,
  },
  webhookDisabled: {
    subject: 'Uno dei tuoi webhook è stato disattivato',
    text: (url, reason, webhooks) =>
      `Cloudstreet non invia più eventi a ${url}. Il motivo: ${reason}.\n\n` +
      `Quando il destinatario funziona di nuovo, riattiva il webhook e ripeti gli eventi persi. Sono conservati per 30 giorni:\n${webhooks}`,
  },
}
